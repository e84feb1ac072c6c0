/// Decides which pictures go to an encoder that may be behind.
///
/// What waits for the encoder is lost in a crash. After a stall the encoder catches up, and no picture is left out. An
/// encoder that does not catch up is too slow: pictures would only grow old while they wait. Then fewer are taken, the
/// fewer the more waits, so that little waits and what is left is spread evenly. A value without I/O and without a clock.
public struct EncoderLag: Sendable {
    /// What is captured in this time may wait.
    private static let most: Duration = .milliseconds(100)
    /// After so long without catching up the encoder is too slow.
    private static let patience: Duration = .seconds(2)
    /// It catches up where the age of what it gets shrinks by this part of the time that passes.
    private static let catchingUp = 0.2
    /// Pictures are not farther apart than this because of what waits, unless three times as much waits.
    private static let widestGap: Duration = .milliseconds(133)
    /// An encoder that takes nothing for so long stands still, which is no sign of its speed unless it does so again.
    private static let stall: Duration = .milliseconds(200)
    /// After so long without a picture left out it is fast enough again.
    private static let calm: Duration = .seconds(5)

    /// Since when more than the most has been waiting, and how old that was then.
    private var behind: (since: MonotonicTime, age: Duration)?
    private var lastAsked: MonotonicTime?
    private var hasStalled = false
    private var lastTaken: MonotonicTime?
    private var lastLeftOut: MonotonicTime?

    public init() {}

    /// Whether the encoder is too slow.
    public var isTooSlow: Bool { lastLeftOut != nil }

    /// - Parameters:
    ///   - capture: when the next picture was captured.
    ///   - oldest, newest: when what waits was captured, the first and the last.
    /// - Returns: whether the encoder gets the picture.
    public mutating func takes(
        _ capture: MonotonicTime, oldest: MonotonicTime, newest: MonotonicTime, at now: MonotonicTime
    ) -> Bool {
        let lag = newest - oldest
        let stalls = lastAsked.map { now - $0 > Self.stall } ?? false
        note(lag, age: now - oldest, now, afterStall: stalls && !hasStalled)
        (lastAsked, hasStalled) = (now, stalls)
        if isTooSlow, let lastTaken, capture - lastTaken < Self.gap(lag) {
            lastLeftOut = now
            return false
        }
        lastTaken = capture
        return true
    }

    private mutating func note(_ lag: Duration, age: Duration, _ now: MonotonicTime, afterStall: Bool) {
        if let lastLeftOut {
            if now - lastLeftOut > Self.calm { (self.lastLeftOut, behind) = (nil, nil) }
            return
        }
        guard lag > Self.most, let behind, !afterStall else {
            behind = lag > Self.most ? (now, age) : nil
            return
        }
        let passed = now - behind.since
        guard passed >= Self.patience else { return }
        if behind.age - age < passed * Self.catchingUp { lastLeftOut = now } else { self.behind = (now, age) }
    }

    /// How far pictures are apart while so much waits.
    private static func gap(_ lag: Duration) -> Duration { max(min(lag, widestGap), lag / 3) }
}
