// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Testing

@testable import TintypeUI

private let day: Int64 = 86_400_000
/// 22 November 2026, 0:00 and 14:02, in milliseconds of the local calendar.
private let midnight: Int64 = 20_779 * day
private let now: Int64 = midnight + 842 * 60_000

/// The words of the roll. They are English here: the tests set no locale.
@MainActor @Suite struct RollWordingTests {
    private func entry(_ name: String, taken: Int64 = now) -> LibraryEntry {
        LibraryEntry(path: "/photos/" + name, modified: 0, byteCount: 1, taken: taken)
    }

    private func places(_ entries: [LibraryEntry], shots: [JournalledShot] = []) -> [RollPlace] {
        var contents = RollContents()
        contents.update(LibraryListing(entries: entries))
        contents.update(shots)
        return contents.places
    }

    // MARK: Times

    @Test func aDayChangesAtMidnight() {
        let words: [(Int64, String)] = [
            (now, "today at 14:02"), (midnight, "today at 00:00"), (midnight - 1, "yesterday at 23:59"),
            (midnight - day, "yesterday at 00:00"), (midnight - day - 1, "20 November 2026 at 23:59"),
            // The clock was set back since.
            (midnight + day, "23 November 2026 at 00:00"), (-1, "31 December 1969 at 23:59"),
        ]
        for (taken, words) in words { #expect(RollWording.time(taken, now: now) == words) }
    }

    @Test func daysBefore1970BeginAtMidnight() {
        #expect(RollWording.time(-day, now: -1) == "today at 00:00")
        #expect(RollWording.time(-day - 1, now: -1) == "yesterday at 23:59")
    }

    @Test func aTitleBeginsWithACapital() {
        #expect(RollWording.title(now, now: now) == "Today at 14:02")
        #expect(RollWording.title(now - day, now: now) == "Yesterday at 14:02")
        #expect(RollWording.title(now - 3 * day, now: now) == "19 November 2026 at 14:02")
    }

    @Test func aShortTitleHasTheTimeTodayAndTheDayBefore() {
        #expect(RollWording.title(now, now: now, isShort: true) == "14:02")
        #expect(RollWording.title(now - day, now: now, isShort: true) == "21 Nov")
    }

    // MARK: Sentences

    @Test func aPhotoAndAVideoAreToldApart() {
        let places = places([entry("a.jpg"), entry("b.mp4", taken: now - day)])
        #expect(
            RollWording.sentence(places[0], 0, of: 2, now: now) == "Photo 1 of 2, taken today at 14:02")
        #expect(
            RollWording.sentence(places[1], 1, of: 2, now: now)
                == "Video 2 of 2, recorded yesterday at 14:02")
    }

    @Test func aShotOnItsWayIsBeingSaved() {
        let shot = JournalledShot(
            id: "1", time: WallTime(nanosecondsSince1970: now * 1_000_000, offsetFromUTC: 0), format: .heic)
        let places = places([], shots: [shot])
        #expect(RollWording.sentence(places[0], 0, of: 1, now: now) == "Photo 1 of 1, being saved")
    }

    @Test func aFoldedBurstSaysHowManyItHolds() {
        let entries = [200, 100, 0].map { (offset: Int64) in
            let time = WallTime(nanosecondsSince1970: (now + offset) * 1_000_000, offsetFromUTC: 0)
            return entry(PhotoName(time: time).fileName(.jpeg), taken: now + offset)
        }
        let places = places(entries)
        #expect(places.count == 1)
        #expect(
            RollWording.sentence(places[0], 0, of: 1, now: now)
                == "1 of 1: burst of 3 photos, taken today at 14:02")
    }

    // MARK: Faults

    @Test func unshowableFileNamesItsKind() {
        #expect(RollWording.fault(.missing, of: .photo).title == "The photo is gone")
        #expect(RollWording.fault(.missing, of: .video).title == "The video is gone")
        #expect(RollWording.fault(.missing, of: .folder).title == "The photo folder is not there")
        #expect(RollWording.fault(.damaged, of: .video).title == "The video is damaged")
        #expect(RollWording.fault(.damaged, of: .photo).title == "The photo is damaged")
        #expect(RollWording.fault(.failed(5), of: .folder).title == "The photo folder can’t be read")
    }

    @Test func anIntactFileSaysWhatIsMissing() {
        let mpeg4 = RollWording.fault(
            .decoderMissing(coding: "MPEG-4", package: "gstreamer1.0-libav"), of: .video)
        #expect(mpeg4.title == "This video can’t be played here")
        #expect(
            mpeg4.text == "It is intact, but this computer has no decoder for MPEG-4. "
                + "Debian’s package gstreamer1.0-libav has one.")
        let heic = RollWording.fault(.decoderMissing(coding: "HEVC", package: nil), of: .photo)
        #expect(heic.title == "This picture can’t be shown here" && heic.text.contains("no decoder for HEVC"))
        let none = RollWording.fault(
            .decoderMissing(coding: nil, package: "gstreamer1.0-plugins-base"), of: .video)
        #expect(none.text.contains("gstreamer1.0-plugins-base"))
        #expect(RollWording.fault(.failed(ETIMEDOUT), of: .video).text.contains("too long"))
        #expect(RollWording.fault(.failed(EIO), of: .photo).text == "The disk reported an error.")
    }

    @Test func aPictureThatIsTooLargeSaysHowLarge() {
        let text = RollWording.fault(.tooLarge(PixelSize(width: 30_000, height: 20_000)), of: .photo).text
        #expect(text.hasPrefix("It has 30000 × 20000 pixels."))
    }

    @Test func noFaultShowsANumberOfTheSystem() {
        for subject in [RollWording.Subject.folder, .photo, .video] {
            let fault = RollWording.fault(.failed(121), of: subject)
            #expect(!(fault.title + fault.text).contains("121"))
        }
    }

    // MARK: Details

    @Test(arguments: [
        (1.0 / 60, "1/60 s"), (1.0 / 8000, "1/8000 s"), (0.25, "1/4 s"), (0.3, "0.3 s"), (0.5, "0.5 s"),
        (2.0, "2.0 s"), (30.0, "30.0 s"),
    ])
    func exposureReadsAsOnACamera(seconds: Double, words: String) {
        #expect(RollWording.exposure(seconds) == words)
    }

    /// A file can hold any number.
    @Test(arguments: [0, -1, .nan, .infinity, 1e300])
    func exposureThatCantBeIsLeftOut(seconds: Double) {
        #expect(RollWording.exposure(seconds).isEmpty)
    }

    @Test func anExposureShorterThanAnyCamerasOverflowsNothing() {
        #expect(RollWording.exposure(1e-300) == "0 s")
    }

    @Test func negativeStoredSizeIsIgnored() {
        #expect(RollWording.fileSize(-5) == RollWording.fileSize(0))
        #expect(RollWording.fileSize(1_500_000).contains("1.5"))
    }
}
