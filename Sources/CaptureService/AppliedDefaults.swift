internal import Cameras
internal import CaptureCore

/// Applies the defaults to one opened camera, and restores it at the end. On the capture thread.
struct AppliedDefaults {
    /// What was applied last; nil before the first time.
    private var applied: CameraDefaults?
    /// The values from before.
    private var earlier: [ControlID: Int64] = [:]

    /// Called after a picture came, so that none waits for it. Refused values stay as they are.
    mutating func apply(_ defaults: CameraDefaults, to device: any CameraDevice) {
        guard defaults != applied else { return }
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
