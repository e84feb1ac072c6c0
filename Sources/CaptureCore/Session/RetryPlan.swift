// SPDX-License-Identifier: GPL-3.0-or-later
/// How often something that does not work is tried again by itself: each time after twice the wait, up to a longest one, and
/// not for ever.
public struct RetryPlan: Hashable, Sendable {
    public let first: Duration
    public let longest: Duration
    /// How many tries there are.
    public let count: Int

    public init(first: Duration, longest: Duration, count: Int) {
        (self.first, self.longest, self.count) = (first, longest, count)
    }

    /// - Parameter tries: how many there were.
    /// - Returns: the wait before the next one; nil if there was the last.
    public func delay(after tries: Int) -> Duration? {
        guard tries < count else { return nil }
        // Doubled no more often than matters, so that it does not overflow.
        return min(first * (1 << min(tries, 16)), longest)
    }
}
