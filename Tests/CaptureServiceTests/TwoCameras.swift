// SPDX-License-Identifier: GPL-3.0-or-later
import Cameras
import CaptureCore
import CaptureService
import CaptureTesting
import Permissions

/// Two scripted cameras beside each other.
final class TwoCameras: CameraProviding {
    struct Camera: Sendable {
        let info: CameraInfo
        let script: CameraScript

        fileprivate init(_ name: String, _ clock: TurnedClock) {
            script = CameraScript { clock.now }
            info = CameraInfo(
                id: CameraID(rawValue: name), name: name, node: "/dev/" + name, position: .external)
        }
    }

    let first: Camera
    let second: Camera

    init(clock: TurnedClock) {
        first = Camera("first", clock)
        second = Camera("second", clock)
    }

    func scan(grant: CameraGrant?) -> [CameraInfo] { [first.info, second.info] }

    func open(_ camera: CameraInfo, grant: CameraGrant?) throws(CameraError) -> any CameraDevice {
        let opened = camera.id == first.info.id ? first : second
        return try ScriptedCamera(opened.info, opened.script)
    }
}
