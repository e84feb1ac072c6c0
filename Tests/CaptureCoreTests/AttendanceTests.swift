import CaptureCore
import Testing

@Suite struct AttendanceTests {
    @Test func somebodyLooksOnlyWhileThereIsNoReasonWhyNot() {
        var attendance = Attendance()
        #expect(attendance.note(.lockedScreen, true) == false)
        #expect(attendance.note(.sleep, true) == nil)
        #expect(attendance.note(.lockedScreen, true) == nil)
        #expect(attendance.note(.lockedScreen, false) == nil)
        #expect(!attendance.isPresent)
        #expect(attendance.note(.sleep, false) == true)
        #expect(attendance.note(.hiddenWindow, false) == nil)
    }

    @Test func aPictureThatIsNotDrawnForLongIsNotSeen() {
        func time(_ milliseconds: Int64) -> MonotonicTime {
            MonotonicTime(nanoseconds: milliseconds * 1_000_000)
        }
        var gap = SightGap()
        #expect(!gap.isHidden(at: time(0)))
        gap.pictureArrived(at: time(0))
        gap.pictureArrived(at: time(1400))
        #expect(!gap.isHidden(at: time(1500)))
        #expect(gap.isHidden(at: time(1501)))
        gap.drawn()
        #expect(!gap.isHidden(at: time(9000)))
        gap.pictureArrived(at: time(9000))
        #expect(!gap.isHidden(at: time(9001)))
    }
}
