internal import Cameras
internal import CaptureCore

/// Brings the person's habits to one opened camera, and gives it back as it was. On the capture thread.
struct HabitKeeper {
    /// What was brought last; nil before the first time.
    private var applied: CameraHabits?
    /// The values that were there before.
    private var earlier: [ControlID: Int64] = [:]

    /// Called after a picture came, so that none waits for this. What the camera refuses stays as it is.
    mutating func apply(_ habits: CameraHabits, to device: any CameraDevice) {
        guard habits != applied else { return }
        applied = habits
        for control in CameraHabits.controls {
            guard let reading = device.readControl(control) else { continue }
            for write in habits.writes(for: reading)
            where (try? device.setControl(control, to: write.value)) != nil {
                if earlier[control] == nil { earlier[control] = reading.value }
            }
        }
    }

    func giveBack(_ device: any CameraDevice) {
        for (control, value) in earlier { _ = try? device.setControl(control, to: value) }
    }
}
