public import CaptureCore
internal import Glibc

extension MonotonicTime {
    /// CLOCK_MONOTONIC now, as frames are stamped.
    public static var now: MonotonicTime { MonotonicTime(nanoseconds: reading(of: CLOCK_MONOTONIC)) }
}

extension WallTime {
    /// The calendar's time, here, at a moment that is not long ago.
    public init(at moment: MonotonicTime) {
        let time =
            reading(of: CLOCK_REALTIME) - (reading(of: CLOCK_MONOTONIC) - moment.nanoseconds)
        var seconds = time_t(time / 1_000_000_000)
        var local = tm()
        localtime_r(&seconds, &local)
        self.init(nanosecondsSince1970: time, offsetFromUTC: local.tm_gmtoff)
    }
}

/// In nanoseconds.
private func reading(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
