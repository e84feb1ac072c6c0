internal import Cameras
internal import CaptureCore
internal import Diagnosis

/// One opening of a camera: the device, what is known about it, and what was changed on it.
///
/// All of that lives as long as the device, so that none of it reaches another one. Ends with `close`. On the capture
/// thread.
final class CameraOpening {
    let device: any CameraDevice
    let modes: [CaptureMode]
    /// Whether another program uses the camera too.
    let isShared: Bool
    var controlWatch: ControlWatch
    var controlWriter = ControlWriter()
    var defaults = AppliedDefaults()
    var zoom = SensorZoom()
    var tally = StreamTally()

    /// - Parameter isWatched: whether the views look at the controls.
    init(_ device: any CameraDevice, isShared: Bool, isWatched: Bool) {
        self.device = device
        self.isShared = isShared
        modes = device.modes
        controlWatch = ControlWatch(isWatching: isWatched)
    }

    /// Restores what was changed and closes the camera. Call once.
    func close() {
        // The next program finds a camera that decides for itself.
        if controlWriter.hasChanged { _ = controlWriter.reset(device, known: controlWatch.present) }
        defaults.giveBack(device)
        zoom.giveBack(device)
        device.stop()
        device.close()
    }
}
