// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@Suite struct PresenceTests {
    @Test func aPersonIsPresentOnlyWithoutAReasonForAbsence() {
        var presence = Presence()
        #expect(presence.note(.lockedScreen, true) == false)
        #expect(presence.note(.sleep, true) == nil)
        #expect(presence.note(.lockedScreen, true) == nil)
        #expect(presence.note(.lockedScreen, false) == nil)
        #expect(!presence.isPresent)
        #expect(presence.note(.sleep, false) == true)
        #expect(presence.note(.hiddenWindow, false) == nil)
    }

    private func snapshot(_ opening: Int?) -> SessionSnapshot {
        guard let opening else { return SessionSnapshot(state: .off, cameras: []) }
        let camera = CameraInfo(id: .testScene, name: "", node: "", position: .simulated)
        let layout = FrameLayout(
            format: .yuyv, size: PixelSize(width: 4, height: 4), bytesPerLine: 8, color: .jpeg)
        let stream = StreamDescription(layout: layout, rate: nil)
        return SessionSnapshot(
            state: .streaming(camera, stream, restarts: 0), cameras: [camera], opening: opening)
    }

    @Test func onlyAStreamWithoutAViewIsReported() {
        var presence = Presence()
        #expect(presence.windowIsDue() == nil && presence.isPresent)
        #expect(presence.noteSession(snapshot(1)) == true)
        #expect(presence.noteWindow(isMapped: true) == nil)
        // As where the window appears just when the time is over.
        #expect(presence.windowIsDue() == nil && presence.isPresent)
        #expect(presence.noteWindow(isMapped: false) == nil)
        #expect(presence.windowIsDue() == false)
        #expect(presence.noteWindow(isMapped: true) == true)
    }

    @Test func secondStreamIsReported() {
        var presence = Presence()
        #expect(presence.noteSession(snapshot(1)) == true)
        #expect(presence.noteSession(snapshot(1)) == false)
        // Snapshots between the two were not read.
        #expect(presence.noteSession(snapshot(2)) == true)
        #expect(presence.noteSession(snapshot(nil)) == false)
        #expect(presence.noteSession(snapshot(2)) == true)
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
