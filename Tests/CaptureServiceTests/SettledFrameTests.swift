// SPDX-License-Identifier: GPL-3.0-or-later
import Cameras
import CaptureCore
import CaptureService
import CaptureTesting
import Testing

/// Photos without a window.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct SettledFrameTests {
    private let clock = TurnedClock()
    private let script: CameraScript

    init() { script = CameraScript { [clock] in clock.now } }

    private var camera: ScriptedCamera {
        get throws {
            try ScriptedCamera(
                CameraInfo(id: CameraID(rawValue: "a"), name: "A", node: "/dev/video8", position: .external),
                script)
        }
    }

    /// Of a program that has gone, a loopback may keep the last picture and repeat it.
    @Test func aVirtualCamerasOnlyFrameIsNoPhoto() throws {
        script.makeVirtual(hasLostSource: false)
        script.deliver(.frame(isDamaged: true), .again, .again)
        let error = #expect(throws: CameraError.self) {
            try SettledFrame.take(from: try camera, by: clock.frameWait)
        }
        #expect(error?.code == .noSource)
        #expect(script.closeCount == 1)
    }

    @Test func onlyFrameOfASlowWebcamCounts() throws {
        script.deliver(.frame(isDamaged: true))
        #expect(try SettledFrame.take(from: try camera, by: clock.frameWait).isDamaged)
    }
}
