// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
internal import Glibc

extension MonotonicTime {
    /// CLOCK_MONOTONIC now, as frames are stamped.
    public static var now: MonotonicTime { MonotonicTime(nanoseconds: reading(of: CLOCK_MONOTONIC)) }
}

extension WallTime {
    /// The local calendar's time at a recent moment.
    public init(at moment: MonotonicTime) {
        let time =
            moment.nanoseconds
            + calendarLead({ reading(of: CLOCK_MONOTONIC) }, { reading(of: CLOCK_REALTIME) })
        var seconds = time_t(time / 1_000_000_000)
        var local = tm()
        localtime_r(&seconds, &local)
        self.init(nanosecondsSince1970: time, offsetFromUTC: local.tm_gmtoff)
    }
}

/// How far the calendar's clock is ahead of the monotonic one, in nanoseconds.
///
/// On a busy machine the thread may wait for a processor between two readings, longer than from one frame to the next:
/// the later of two photos would get the earlier time. So the closest of a few pairs counts.
func calendarLead(_ monotonic: () -> Int64, _ calendar: () -> Int64) -> Int64 {
    var best = (gap: Int64.max, lead: Int64(0))
    for _ in 0..<5 where best.gap > 100_000 {
        let before = monotonic()
        let now = calendar()
        let gap = monotonic() - before
        if gap < best.gap { best = (gap, now - before - gap / 2) }
    }
    return best.lead
}

/// In nanoseconds.
private func reading(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
