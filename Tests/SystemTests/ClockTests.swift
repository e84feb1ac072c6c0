import GLibBridge
import Glibc
import Testing

struct WallClockTests {
    @Test func aMomentNowIsNow() {
        var monotonic = timespec()
        clock_gettime(CLOCK_MONOTONIC, &monotonic)
        let before = time(nil)
        let (nanoseconds, _) = WallClock.calendarTime(
            ofMonotonic: Int64(monotonic.tv_sec) * 1_000_000_000 + Int64(monotonic.tv_nsec))
        let seconds = Int(nanoseconds / 1_000_000_000)
        #expect((before - 1...time(nil) + 1).contains(seconds))
    }

    @Test func aMomentTenSecondsAgoIsTenSecondsAgo() {
        var monotonic = timespec()
        clock_gettime(CLOCK_MONOTONIC, &monotonic)
        let now = Int64(monotonic.tv_sec) * 1_000_000_000 + Int64(monotonic.tv_nsec)
        let difference =
            WallClock.calendarTime(ofMonotonic: now).nanosecondsSince1970
            - WallClock.calendarTime(ofMonotonic: now - 10_000_000_000).nanosecondsSince1970
        // Both readings of the two clocks lie within a fraction of a second.
        #expect(abs(difference - 10_000_000_000) < 500_000_000)
    }
}
