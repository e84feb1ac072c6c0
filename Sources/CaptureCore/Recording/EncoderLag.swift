// SPDX-License-Identifier: GPL-3.0-or-later
/// Decides which pictures go to an encoder that may be behind.
///
/// Pictures that wait for the encoder are lost in a crash. After a stall the encoder catches up, and no picture is left
/// out. An encoder that does not catch up is too slow: then fewer pictures are taken, the fewer the longer the queue, so
/// that it stays short and the remaining pictures are spread evenly. A value without I/O and without a clock.
public struct EncoderLag: Sendable {
    /// The queue may hold the pictures of this time.
    private static let longestQueue: Duration = .milliseconds(100)
    /// After this long without catching up the encoder is too slow.
    private static let longestLag: Duration = .seconds(2)
    /// It catches up if the age of its next picture shrinks by this fraction of the elapsed time.
    private static let catchingUp = 0.2
    /// The widest gap between pictures, unless the queue is more than three times as long.
    private static let widestGap: Duration = .milliseconds(133)
    /// An encoder that takes nothing for this long has stalled; a single stall does not mean that it is slow.
    private static let stall: Duration = .milliseconds(200)
    /// After this long without leaving out a picture it is fast enough again.
    private static let calm: Duration = .seconds(5)

    /// Since when the queue has been longer than `longestQueue`, and its age then.
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
    ///   - oldest, newest: capture times of the first and last waiting pictures.
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
        guard lag > Self.longestQueue, let behind, !afterStall else {
            behind = lag > Self.longestQueue ? (now, age) : nil
            return
        }
        let passed = now - behind.since
        guard passed >= Self.longestLag else { return }
        if behind.age - age < passed * Self.catchingUp { lastLeftOut = now } else { self.behind = (now, age) }
    }

    /// The gap between pictures for a queue of this length.
    private static func gap(_ lag: Duration) -> Duration { max(min(lag, widestGap), lag / 3) }
}
