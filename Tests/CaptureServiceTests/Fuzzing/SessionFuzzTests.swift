// SPDX-License-Identifier: GPL-3.0-or-later
import Cameras
import CaptureCore
import CaptureService
import CaptureTesting
import Testing

@testable import Permissions

/// The whole session over a hostile kernel: it keeps doing what it is asked, and leaves nothing open at the end.
@Suite(.timeLimit(.minutes(10))) struct SessionFuzzTests {
    private struct Provider: CameraProviding {
        let camera: CameraInfo
        let kernel: HostileKernel

        func scan(grant: CameraGrant?) -> [CameraInfo] { [camera] }

        func open(_ camera: CameraInfo, grant: CameraGrant?) throws(CameraError) -> any CameraDevice {
            guard let grant else { throw CameraError(.notAllowed, step: "open") }
            return try V4L2Camera.open(camera, grant: grant, kernel: kernel)
        }
    }

    private static let camera = CameraInfo(
        id: CameraID(rawValue: "usb:1:2"), name: "Webcam", node: "/dev/video0", position: .external)

    @Test func theSessionOutlivesEveryKernel() async {
        let plan = FuzzPlan(defaultCount: 25)
        for number in plan.rounds {
            plan.report(number)
            var random = plan.random(round: number)
            let kernel = HostileKernel(
                FakeVideoKernel([.webcam()]), random: SeededRandom(seed: random.next()))
            await play(kernel, &random)
            // Pictures in use are released on other threads.
            while !kernel.isClean, !Task.isCancelled { await Task.yield() }
            #expect(kernel.isClean, "round \(number), seed \(plan.seed)")
        }
    }

    private func play(_ kernel: HostileKernel, _ random: inout SeededRandom) async {
        let clock = TurnedClock()
        let service = CaptureService(
            provider: Provider(camera: Self.camera, kernel: kernel), preferred: nil,
            clock: { [clock] in clock.now })
        service.setTarget(ViewfinderTarget(view: PixelSize(width: 32, height: 24), isMirrored: false))
        service.allow(CameraGrant())
        service.watchControls(true)
        for _ in 0..<20 {
            kernel.beginOperation()
            ask(service, &random)
            await service.turn(clock, by: .milliseconds(Int.random(in: 0...700, using: &random)))
        }
        service.stop()
        await service.settle()
        _ = service.mailbox.take()
    }

    private func ask(_ service: CaptureService, _ random: inout SeededRandom) {
        let point = PointOfInterest(
            x: .random(in: 0...1, using: &random), y: .random(in: 0...1, using: &random))
        switch Int.random(in: 0..<10, using: &random) {
        case 0...2: service.retry()
        case 3: service.pause()
        case 4: service.resume()
        case 5: service.focus(FocusRequest(point, isHeld: Bool.random(using: &random), number: 1))
        case 6: service.request(.set(.brightness, .random(in: .min ... .max, using: &random)))
        case 7: service.resetToAutomatic()
        case 8: service.compensateExposure(.random(in: -3...3, using: &random))
        default: service.select(Self.camera)
        }
    }
}
