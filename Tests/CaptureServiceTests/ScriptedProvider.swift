// SPDX-License-Identifier: GPL-3.0-or-later
import Cameras
import CaptureCore
import CaptureService
import CaptureTesting
import Permissions
import Synchronization

/// One scripted camera that can be plugged and unplugged.
final class ScriptedProvider: CameraProviding {
    static let webcam = CameraInfo(
        id: CameraID(rawValue: "usb:1"), name: "Scripted", node: "/dev/video9", position: .external)

    let camera: CameraInfo
    let script: CameraScript
    private let plugged = Mutex(true)

    init(_ camera: CameraInfo = webcam, clock: TurnedClock) {
        self.camera = camera
        script = CameraScript { clock.now }
    }

    var isPlugged: Bool {
        get { plugged.withLock { $0 } }
        set { plugged.withLock { $0 = newValue } }
    }

    func scan(grant: CameraGrant?) -> [CameraInfo] { isPlugged ? [camera] : [] }

    func open(_ camera: CameraInfo, grant: CameraGrant?) throws(CameraError) -> any CameraDevice {
        guard isPlugged else { throw CameraError(.gone, underlying: 19, step: "open") }
        return try ScriptedCamera(camera, script)
    }
}
