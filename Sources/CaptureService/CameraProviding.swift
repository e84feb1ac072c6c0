public import Cameras
public import CaptureCore
public import Permissions

/// Where cameras come from. The app's own opens devices and the test scene; tests bring another.
public protocol CameraProviding: Sendable {
    /// The cameras there are now, without opening any. Called on the capture thread.
    ///
    /// - Parameter grant: without one, only those are listed that can be known without asking any service.
    func scan(grant: CameraGrant?) -> [CameraInfo]

    /// Opens one. Called on the capture thread, to which the device then belongs.
    ///
    /// - Parameter grant: nil is enough for the test scene only.
    func open(_ camera: CameraInfo, grant: CameraGrant?) throws(CameraError) -> any CameraDevice
}
