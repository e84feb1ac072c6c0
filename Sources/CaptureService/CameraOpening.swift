// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
internal import CaptureCore
internal import Diagnosis

/// One opening of a camera: the device, what is known about it, and what was changed on it.
///
/// It lives as long as the device, so that nothing carries over to another one. Ends with `close`. On the capture
/// thread.
final class CameraOpening {
    let device: any CameraDevice
    /// The modes to choose from; none until they have been read, which takes longer than the first picture.
    private(set) var modes: [CaptureMode] = []
    private var hasModes = false
    private let request: ModeRequest
    /// nil for Automatic.
    var preferredMode: CaptureMode? { request.preferred }
    /// Whether another program uses the camera too.
    let isShared: Bool
    var controlWatch: ControlWatch
    var controlWriter = ControlWriter()
    var defaults = AppliedDefaults()
    var zoom = SensorZoom()
    var tally = StreamTally()
    private var stalls = StallLimit()
    /// Whether the last decoded frame was complete.
    var isNewestWhole = true

    /// - Parameter isWatched: whether the views look at the controls.
    init(
        _ device: any CameraDevice, _ request: ModeRequest = ModeRequest(), isShared: Bool = false,
        isWatched: Bool = false
    ) {
        self.device = device
        self.request = request
        self.isShared = isShared
        controlWatch = ControlWatch(isWatching: isWatched)
    }

    /// Starts streaming.
    ///
    /// - Throws: as the device.
    func start() throws(CameraError) -> StreamDescription {
        let stream = try device.start(request)
        tally.begin(stream)
        stalls = StallLimit(rate: stream.rate)
        return stream
    }

    /// - Returns: whether the modes to choose from are known only now.
    func learnModes() -> Bool {
        guard !hasModes, let modes = device.modesIfRead else { return false }
        (self.modes, hasModes) = (modes, true)
        return true
    }

    /// After this long without a picture the stream counts as stalled.
    func stallLimit(at now: MonotonicTime) -> Duration {
        device.stallLimit(stalls.limit(exposure: controlWriter.exposure.time, at: now))
    }

    /// Sets a control at once, for callers that pace themselves; `close` restores it.
    ///
    /// - Returns: the value that the control has now.
    func write(_ write: ControlWrite) throws(CameraError) -> Int64 {
        try controlWriter.writeNow(write, to: device)
    }

    /// Restores what was changed and closes the camera. Call once.
    func close() {
        // Returns the camera to automatic for the next program.
        if controlWriter.hasChanged { controlWriter.resetNow(device, known: controlWatch.present) }
        defaults.giveBack(device)
        zoom.giveBack(device)
        device.stop()
        device.close()
    }
}

/// Applies the defaults to one opened camera, and restores it at the end. On the capture thread.
struct AppliedDefaults {
    /// What was applied last; nil before the first time.
    private var applied: CameraDefaults?
    /// The values from before.
    private var earlier: [ControlID: Int64] = [:]

    /// Called after a picture came, so that none waits for it. Refused values stay as they are.
    mutating func apply(_ defaults: CameraDefaults, to device: any CameraDevice) {
        guard defaults != applied, !device.isHanging else { return }
        applied = defaults
        for control in CameraDefaults.controls {
            guard let reading = device.readControl(control) else { continue }
            for write in defaults.writes(for: reading)
            where (try? device.setControl(control, to: write.value)) != nil {
                if earlier[control] == nil { earlier[control] = reading.value }
            }
        }
    }

    func giveBack(_ device: any CameraDevice) {
        for (control, value) in earlier { _ = try? device.setControl(control, to: value) }
    }
}
