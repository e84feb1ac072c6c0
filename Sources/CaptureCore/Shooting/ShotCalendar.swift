// SPDX-License-Identifier: GPL-3.0-or-later
/// Dates shots, in the order of their capture, so that the names of their photos are in that order too, and each its own.
///
/// Shots that follow each other closely keep the calendar of the first: its clock may be set, or summer time end, during
/// a burst. A shot in the millisecond of the one before gets the next: names count milliseconds, and frames without a
/// time of their source arrive together when the computer was busy.
public struct ShotCalendar: Sendable {
    /// Longer than from one frame to the next of the slowest camera.
    private static let longestPause: Duration = .seconds(2)

    private struct Chain {
        /// How far the calendar is ahead of the monotonic clock, in nanoseconds.
        let lead: Int64
        let offsetFromUTC: Int
        var captured: MonotonicTime
        var millisecondsSince1970: Int64
    }

    private var chain: Chain?

    public init() {}

    /// - Parameters:
    ///   - captured: when the next shot's frame was captured.
    ///   - calendar: the calendar's time of a moment; asked only after a pause.
    public mutating func time(
        of captured: MonotonicTime, calendar: (MonotonicTime) -> WallTime
    ) -> WallTime {
        guard var chain, captured - chain.captured <= Self.longestPause else {
            let time = calendar(captured)
            chain = Chain(
                lead: time.nanosecondsSince1970 - captured.nanoseconds, offsetFromUTC: time.offsetFromUTC,
                captured: captured, millisecondsSince1970: time.millisecondsSince1970)
            return time
        }
        let next = (chain.millisecondsSince1970 + 1) * 1_000_000
        let time = WallTime(
            nanosecondsSince1970: max(chain.lead + captured.nanoseconds, next),
            offsetFromUTC: chain.offsetFromUTC)
        (chain.captured, chain.millisecondsSince1970) = (captured, time.millisecondsSince1970)
        self.chain = chain
        return time
    }
}
