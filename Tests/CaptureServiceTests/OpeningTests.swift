// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureService
import CaptureTesting
import Testing

@testable import Permissions

/// Changes to one camera are returned to it, and reach no other.
@Suite(.timeLimit(.minutes(10)))
struct OpeningTests {
    private let cameras: TwoCameras
    private let clock = TurnedClock()
    private let service: CaptureService
    private let permission: CameraGrant
    private let busy = CameraError(.busy(by: "Cheese"), underlying: 16, step: "VIDIOC_STREAMON")

    @MainActor init() throws {
        cameras = TwoCameras(clock: clock)
        service = CaptureService(
            provider: cameras, preferred: cameras.first.info.id, clock: { [clock] in clock.now })
        let manager = CameraPermissionManager(settings: nil)
        manager.record(isAllowed: true)
        permission = try #require(manager.currentGrant())
        for camera in [cameras.first, cameras.second] { camera.script.controls.have(Self.webcam) }
    }

    private static let webcam: [ControlReading] = {
        func number(_ id: ControlID, _ range: ClosedRange<Int64>, _ value: Int64) -> ControlReading {
            ControlReading(
                descriptor: ControlDescriptor(
                    id: id, name: "", kind: .integer(range: range, step: 1), defaultValue: value),
                value: value)
        }
        let hertz = [0, 1, 2].map { ControlDescriptor.MenuEntry(value: $0, name: "\($0)") }
        let flicker = ControlDescriptor(
            id: .powerLineFrequency, name: "", kind: .menu(hertz), defaultValue: 0)
        return [
            ControlReading(descriptor: flicker, value: 0), number(.zoom, 100...200, 100),
            number(.brightness, 0...255, 128),
        ]
    }()

    private func wait(_ isWanted: (SessionState) -> Bool) async {
        for await snapshot in service.snapshots() where isWanted(snapshot.state) { return }
    }

    private func settle() async { await service.settle() }

    private func turn(by duration: Duration) async { await service.turn(clock, by: duration) }

    /// Streams from the first camera and changes its anti-flicker, its zoom and its brightness.
    private func changeTheFirst() async {
        service.setCameraDefaults(CameraDefaults(antiFlicker: .fifty))
        service.setTarget(
            ViewfinderTarget(view: ScriptedCamera.size, isMirrored: false, framing: Framing(zoom: 2)))
        service.allow(permission)
        await wait { if case .streaming = $0 { true } else { false } }
        let controls = cameras.first.script.controls
        cameras.first.script.deliver(.frame(isDamaged: false))
        await turn(by: .milliseconds(50))
        service.request(.set(.brightness, 7))
        await controls.wait {
            controls.value(of: .powerLineFrequency) == 1 && controls.value(of: .zoom) == 200
                && controls.value(of: .brightness) == 7
        }
    }

    private func isBusy(_ state: SessionState) -> Bool {
        state == .busy(cameras.second.info, by: "Cheese")
    }

    @Test func aCameraThatAnotherProgramUsesIsLeftAsItIs() async {
        await changeTheFirst()
        cameras.second.script.failStarting(busy, busy, busy)
        service.select(cameras.second.info)
        await wait(isBusy)
        for attempt in 2...3 {
            service.retry()
            await settle()
            #expect(cameras.second.script.openCount == attempt)
            #expect(cameras.second.script.closeCount == attempt)
        }
        #expect(cameras.second.script.controls.writes.isEmpty)
        // The first one has all of it back.
        #expect(cameras.first.script.controls.value(of: .powerLineFrequency) == 0)
        #expect(cameras.first.script.controls.value(of: .zoom) == 100)
        #expect(cameras.first.script.controls.value(of: .brightness) == 128)
    }

    @Test func theNextCameraGetsBackOnlyItsOwn() async {
        await changeTheFirst()
        cameras.second.script.controls.change(.powerLineFrequency, to: 2)
        cameras.second.script.controls.change(.zoom, to: 150)
        service.select(cameras.second.info)
        await wait { if case .streaming(cameras.second.info, _, _) = $0 { true } else { false } }
        let controls = cameras.second.script.controls
        cameras.second.script.deliver(.frame(isDamaged: false))
        await controls.wait { controls.value(of: .powerLineFrequency) == 1 }
        service.stop()
        await settle()
        #expect(controls.value(of: .powerLineFrequency) == 2)
        #expect(controls.value(of: .zoom) == 150)
        #expect(!controls.writes.contains { $0.write.control == .brightness })
    }

    @Test func requestsStayWithTheirCamera() async {
        await changeTheFirst()
        // No time passes, so that it still waits when the camera goes.
        service.request(.set(.brightness, 9))
        service.select(cameras.second.info)
        await wait { if case .streaming(cameras.second.info, _, _) = $0 { true } else { false } }
        await turn(by: .milliseconds(500))
        cameras.second.script.deliver(.frame(isDamaged: false))
        await settle()
        #expect(!cameras.second.script.controls.writes.contains { $0.write.control == .brightness })
    }

    @Test func aCameraThatCameBackButIsBusyIsTriedAgainSlowly() async {
        service.allow(permission)
        await wait { if case .streaming = $0 { true } else { false } }
        cameras.first.script.failStarting(CameraError(.busy(by: "Cheese"), underlying: 16))
        cameras.first.script.deliver(.fault(CameraError(.gone, underlying: 19, step: "VIDIOC_DQBUF")))
        await wait { $0 == .disconnected(cameras.first.info) }
        // The camera is looked for, found at once, and in use.
        await turn(by: SessionMachine.Plans().disconnected.first)
        await wait { $0 == .busy(cameras.first.info, by: "Cheese") }
        #expect(cameras.first.script.openCount == 2)
        await turn(by: SessionMachine.Plans().busy.first - .milliseconds(1))
        #expect(cameras.first.script.openCount == 2)
        await turn(by: .milliseconds(1))
        #expect(cameras.first.script.openCount == 3)
    }
}
