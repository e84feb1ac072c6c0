// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureService
import CaptureTesting
import Testing

@Suite struct UprightCameraTests {
    /// Every camera of the program is in these wrappers.
    @Test func whatWrapsACameraPassesOnThatItHangs() throws {
        let clock = TurnedClock()
        let script = CameraScript { clock.now }
        let info = CameraInfo(id: CameraID(rawValue: "a"), name: "A", node: "", position: .external)
        let camera = UprightCamera(DecodingCamera(try ScriptedCamera(info, script)))
        #expect(!camera.isHanging && camera.readControlsSoon() == [])
        script.controls.hang()
        #expect(throws: CameraError.self) { try camera.setControl(.brightness, to: 1) }
        #expect(camera.isHanging && camera.readControlsSoon() == nil)
        camera.setLater([ControlWrite(.gain, 2)])
        #expect(script.controls.asked == [ControlWrite(.brightness, 1), ControlWrite(.gain, 2)])
    }
}
