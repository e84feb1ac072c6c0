internal import Cameras
internal import CaptureCore

/// Knows one opened camera's controls for the views: everything once, then at once what the camera says has changed, and at a calm pace
/// the values that move on their own.
///
/// Each reading may be a round trip to the camera's firmware, which takes 50 ms on some. So after the first time
/// controls are read one by one, between frames, and the calm pace is slower for slow cameras.
struct ControlWatch {
    /// Live values move this often while somebody looks at them.
    private static let interval: Duration = .milliseconds(250)
    /// So long is read between two frames where more than one control waits.
    private static let budget: Duration = .milliseconds(4)
    /// Reading live values takes at most one part in so many of the time.
    private static let share = 6

    var isWatching: Bool { didSet { if isWatching, !oldValue { readAllSoon() } } }
    /// What is known; empty before the first time.
    private(set) var known: [ControlReading] = []
    /// What somebody asked for while not everything is known.
    private var asked: [ControlReading] = []
    private var places: [ControlID: Int] = [:]
    /// To be read, in this order.
    private var pending: [ControlID] = []
    private var nextLiveAt: MonotonicTime?
    /// What reading the live values has taken this time.
    private var liveCost: Duration = .zero
    private var hasNews = false

    init(isWatching: Bool) { self.isWatching = isWatching }

    /// What is known without asking: everything, or what was asked for, or nothing.
    var present: [ControlReading] { known.isEmpty ? asked : known }

    /// These controls as they are now, as many of them as the camera has. Lists no others.
    mutating func ask(_ controls: [ControlID], of device: any CameraDevice) -> [ControlReading] {
        guard !known.isEmpty else {
            asked = device.readControls(controls)
            return asked
        }
        for control in controls { read(control, from: device) }
        return known
    }

    /// Everything was just written.
    mutating func readAllSoon() {
        pending = known.map(\.descriptor.id)
        hasNews = true
    }

    /// Something was just written.
    mutating func readSoon() { readAllSoon() }

    /// The camera says that these have changed, or they were just written.
    mutating func note(_ changed: some Sequence<ControlID>) {
        guard !known.isEmpty else { return }
        for control in changed where places[control] != nil && !pending.contains(control) {
            pending.append(control)
        }
    }

    /// - Returns: everything, where something is new to the views; nil when nothing is, or nobody looks.
    mutating func readings(
        from device: any CameraDevice, clock: () -> MonotonicTime
    ) -> [ControlReading]? {
        guard isWatching else { return nil }
        let start = clock()
        if known.isEmpty { list(device) }
        if pending.isEmpty, nextLiveAt.map({ start >= $0 }) ?? true { addLive() }
        var now = start
        while !pending.isEmpty, now - start < Self.budget {
            read(pending.removeFirst(), from: device)
            now = clock()
        }
        plan(at: now, spent: now - start)
        defer { hasNews = false }
        return hasNews ? known : nil
    }

    private mutating func list(_ device: any CameraDevice) {
        known = device.readControls()
        for (place, reading) in known.enumerated() { places[reading.descriptor.id] = place }
        hasNews = true
    }

    private mutating func read(_ control: ControlID, from device: any CameraDevice) {
        guard let place = places[control], let reading = device.readControl(control) else { return }
        if known[place] != reading {
            known[place] = reading
            hasNews = true
        }
    }

    private mutating func addLive() {
        liveCost = .zero
        note(Dial.all(from: known).filter(\.isAutomatic).map(\.control))
        note(known.filter { $0.descriptor.flags.contains(.volatile) }.map(\.descriptor.id))
    }

    private mutating func plan(at now: MonotonicTime, spent: Duration) {
        liveCost += spent
        if pending.isEmpty, nextLiveAt.map({ now >= $0 }) ?? true {
            nextLiveAt = now + max(Self.interval, liveCost * (Self.share - 1))
        }
    }
}
