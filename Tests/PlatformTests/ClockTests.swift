// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Testing

@testable import Platform

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

    /// The thread waits 40 ms, more than a frame, at one of the readings.
    @Test(arguments: 0..<3) func waitingBetweenTheClocksMovesNoPhoto(at step: Int) {
        var (time, count): (Int64, Int) = (0, 0)
        func read(ahead: Int64) -> Int64 {
            time += count == step ? 40_000_000 : 1000
            count += 1
            return time + ahead
        }
        let lead = calendarLead({ read(ahead: 0) }, { read(ahead: 7_000_000_000) })
        #expect(abs(lead - 7_000_000_000) <= 1000)
    }
}
