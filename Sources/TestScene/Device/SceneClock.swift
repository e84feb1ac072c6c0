public import CaptureCore
internal import Glibc

/// The clocks that the test scene reads. Thread-safe.
public struct SceneClock: Sendable {
    /// Stamps the frames.
    public var now: @Sendable () -> MonotonicTime
    /// Shown by the clocks in the picture.
    public var wall: @Sendable () -> WallTime

    public init(
        now: @escaping @Sendable () -> MonotonicTime, wall: @escaping @Sendable () -> WallTime
    ) {
        (self.now, self.wall) = (now, wall)
    }

    /// The machine's own clocks and its time zone.
    public static let system = SceneClock(
        now: { MonotonicTime(nanoseconds: nanoseconds(of: CLOCK_MONOTONIC)) },
        wall: {
            let time = nanoseconds(of: CLOCK_REALTIME)
            var seconds = time_t(time / 1_000_000_000)
            var local = tm()
            localtime_r(&seconds, &local)
            return WallTime(nanosecondsSince1970: time, offsetFromUTC: local.tm_gmtoff)
        })

    private static func nanoseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
