internal import Cameras
internal import CaptureCore

/// Decides when the controls are read for the views: at once when the camera says that one changed, and at a calm
/// pace for the values that change on their own.
struct ControlWatch {
    /// Live values move this often while somebody looks at them.
    private static let interval: Duration = .milliseconds(500)

    var isWatching = false { didSet { isDue = true } }
    private var isDue = true
    private var lastReadAt: MonotonicTime?
    private var last: [ControlReading] = []

    /// Everything must be read again.
    mutating func deviceChanged() {
        isDue = true
        last = []
    }

    /// Something was just written.
    mutating func readSoon() { isDue = true }

    mutating func note(_ changed: Set<ControlID>) {
        if !changed.isEmpty { isDue = true }
    }

    /// - Returns: what is new to the views; nil when nothing is, or nobody looks.
    mutating func readings(from device: any CameraDevice, at now: MonotonicTime) -> [ControlReading]? {
        guard isWatching else { return nil }
        let isOld = lastReadAt.map { now - $0 >= Self.interval } ?? true
        guard isDue || isOld else { return nil }
        isDue = false
        lastReadAt = now
        let readings = device.readControls()
        guard readings != last else { return nil }
        last = readings
        return readings
    }
}
