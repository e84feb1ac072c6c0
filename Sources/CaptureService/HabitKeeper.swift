internal import Cameras
internal import CaptureCore

/// Brings the person's habits to each camera, and gives it back as it was. On the capture thread.
struct HabitKeeper {
    var habits = CameraHabits() { didSet { if habits != oldValue { isDue = true } } }
    private var isDue = true
    /// The values that were there before.
    private var earlier: [ControlID: Int64] = [:]

    /// Another camera was opened.
    mutating func deviceChanged() {
        isDue = true
        earlier = [:]
    }

    /// Called after a picture came, so that none waits for this. What the camera refuses stays as it is.
    mutating func apply(to device: any CameraDevice) {
        guard isDue else { return }
        isDue = false
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
