import CaptureCore
import Testing

@Suite struct PresenceTests {
    @Test func somebodyLooksOnlyWhileThereIsNoReasonWhyNot() {
        var presence = Presence()
        #expect(presence.note(.lockedScreen, true) == false)
        #expect(presence.note(.sleep, true) == nil)
        #expect(presence.note(.lockedScreen, true) == nil)
        #expect(presence.note(.lockedScreen, false) == nil)
        #expect(!presence.isPresent)
        #expect(presence.note(.sleep, false) == true)
        #expect(presence.note(.hiddenWindow, false) == nil)
    }

    @Test func aPictureThatIsNotDrawnForLongIsNotSeen() {
        func time(_ milliseconds: Int64) -> MonotonicTime {
            MonotonicTime(nanoseconds: milliseconds * 1_000_000)
        }
        var gap = OcclusionDetector()
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
