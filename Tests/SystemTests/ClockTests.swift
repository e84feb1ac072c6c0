import CaptureCore
import Glibc
import System
import Testing

struct ClockTests {
    @Test func aMomentNowIsNow() {
        let before = time(nil)
        let seconds = Int(WallTime(at: .now).nanosecondsSince1970 / 1_000_000_000)
        #expect((before - 1...time(nil) + 1).contains(seconds))
    }

    @Test func aMomentTenSecondsAgoIsTenSecondsAgo() {
        let now = MonotonicTime.now
        let earlier = MonotonicTime(nanoseconds: now.nanoseconds - 10_000_000_000)
        let difference = WallTime(at: now).nanosecondsSince1970 - WallTime(at: earlier).nanosecondsSince1970
        // Both readings of the two clocks lie within a fraction of a second.
        #expect(abs(difference - 10_000_000_000) < 500_000_000)
    }
}
