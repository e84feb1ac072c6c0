internal import Glibc

/// Turns the capture clock into the calendar's time, here and now.
public enum WallClock {
    /// - Parameter moment: nanoseconds on CLOCK_MONOTONIC, not long ago.
    /// - Returns: nanoseconds since 1970-01-01 UTC, and the local zone's seconds east of UTC at that time.
    public static func calendarTime(
        ofMonotonic moment: Int64
    ) -> (nanosecondsSince1970: Int64, offsetFromUTC: Int) {
        let nanoseconds = now(CLOCK_REALTIME) - (now(CLOCK_MONOTONIC) - moment)
        var seconds = time_t(nanoseconds / 1_000_000_000)
        var local = tm()
        localtime_r(&seconds, &local)
        return (nanoseconds, local.tm_gmtoff)
    }

    /// CLOCK_MONOTONIC in nanoseconds, as frames are stamped.
    public static var monotonicNanoseconds: Int64 { now(CLOCK_MONOTONIC) }

    private static func now(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
