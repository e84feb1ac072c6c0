// SPDX-License-Identifier: GPL-3.0-or-later
/// A moment on the machine's monotonic clock (CLOCK_MONOTONIC), which the video drivers also use.
///
/// CaptureCore has no clock: times arrive with the events.
public struct MonotonicTime: Hashable, Comparable, Sendable {
    public let nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

    public static func + (time: Self, duration: Duration) -> Self {
        let (seconds, attoseconds) = duration.components
        return Self(nanoseconds: time.nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    public static func - (later: Self, earlier: Self) -> Duration {
        .nanoseconds(later.nanoseconds - earlier.nanoseconds)
    }
}

/// A moment on the calendar: nanoseconds since 1970-01-01 UTC, with the local offset that was in force.
public struct WallTime: Hashable, Sendable {
    public let nanosecondsSince1970: Int64
    /// Seconds east of UTC.
    public let offsetFromUTC: Int

    public init(nanosecondsSince1970: Int64, offsetFromUTC: Int) {
        self.nanosecondsSince1970 = nanosecondsSince1970
        self.offsetFromUTC = offsetFromUTC
    }

    /// Rounded down, as names of photos say it.
    var millisecondsSince1970: Int64 { floorDivide(nanosecondsSince1970, 1_000_000) }
}

func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
}
