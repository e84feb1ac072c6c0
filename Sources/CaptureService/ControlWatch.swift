// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
internal import CaptureCore

/// Tracks one opened camera's controls for the views: everything once, then changes as the camera reports them, and
/// moving values at a calm pace.
///
/// Each reading may be a round trip to the camera's firmware, which takes 50 ms on some. So after the first time
/// controls are read one by one, between frames, and the calm pace is slower for slow cameras.
struct ControlWatch {
    /// How often moving values are read while they are shown.
    private static let interval: Duration = .milliseconds(250)
    /// How long to read between two frames if several controls wait.
    private static let budget: Duration = .milliseconds(4)
    /// Reading moving values takes at most one part in this many of the time.
    private static let timeDivisor = 6

    var isWatching: Bool { didSet { if isWatching, !oldValue { readAllSoon() } } }
    /// The known readings; empty before the first time.
    private(set) var known: [ControlReading] = []
    /// Readings of single controls, while not everything is known.
    private var asked: [ControlReading] = []
    private var places: [ControlID: Int] = [:]
    /// Controls to read, in this order.
    private var pending: [ControlID] = []
    private var nextLiveAt: MonotonicTime?
    /// The time spent on moving values this round.
    private var liveCost: Duration = .zero
    private var hasNews = false

    init(isWatching: Bool) { self.isWatching = isWatching }

    /// The readings known without asking: all, single ones, or none.
    var present: [ControlReading] { known.isEmpty ? asked : known }

    /// The present readings of these controls, as many as the camera has. Lists no others.
    mutating func ask(_ controls: [ControlID], of device: any CameraDevice) -> [ControlReading] {
        guard !known.isEmpty else {
            asked = device.readControls(controls)
            return asked
        }
        for control in controls { read(control, from: device) }
        return known
    }

    /// Every control may have changed, e.g. because one was written.
    mutating func readAllSoon() {
        pending = known.map(\.descriptor.id)
        hasNews = true
    }

    /// These controls have changed, or were just written.
    mutating func note(_ changed: some Sequence<ControlID>) {
        guard !known.isEmpty else { return }
        for control in changed where places[control] != nil && !pending.contains(control) {
            pending.append(control)
        }
    }

    /// - Returns: all readings if any is new to the views; nil otherwise, and if no view shows them.
    mutating func readings(from device: any CameraDevice, clock: () -> MonotonicTime) -> [ControlReading]? {
        guard isWatching, known.isEmpty || !device.isHanging else { return nil }
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
        guard let found = device.readControlsSoon() else { return }
        known = found
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
            nextLiveAt = now + max(Self.interval, liveCost * (Self.timeDivisor - 1))
        }
    }
}
