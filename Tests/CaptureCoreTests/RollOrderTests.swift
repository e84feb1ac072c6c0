// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import CaptureCore

/// The bursts among the photos of a folder.
@Suite struct RollOrderTests {
    /// Entries with these milliseconds, given newest first.
    private func entries(_ milliseconds: [Int64], isNamed: Bool = true) -> [LibraryEntry] {
        milliseconds.map { moment in
            let taken = 1_709_210_096_000 + moment
            let name = PhotoName(time: WallTime(nanosecondsSince1970: taken * 1_000_000, offsetFromUTC: 0))
            return LibraryEntry(
                path: "/p/" + (isNamed ? name.fileName(.heic) : "DSC_\(moment).jpg"), modified: 0,
                byteCount: 1,
                taken: taken)
        }
    }

    private func counts(_ entries: [LibraryEntry]) -> [Int] {
        RollOrder.items(of: entries).map(\.entries.count)
    }

    @Test func emptyInputGivesNothing() { #expect(RollOrder.items(of: []) == []) }

    @Test func threePhotosInQuickSuccessionAreABurst() {
        #expect(counts(entries([200, 100, 0])) == [3])
        #expect(RollOrder.items(of: entries([200, 100, 0])).first?.isBurst == true)
    }

    @Test func twoPhotosInQuickSuccessionAreNoBurst() { #expect(counts(entries([100, 0])) == [1, 1]) }

    @Test func photosThatCanBeOfOneBurstAreClose() {
        func areClose(_ photos: [LibraryEntry]) -> Bool { RollOrder.areClose(photos[0].path, photos[1].path) }
        #expect(areClose(entries([450, 0])) && areClose(entries([0, 450])))
        #expect(!areClose(entries([451, 0])))
        #expect(!areClose(entries([100, 0], isNamed: false)))
    }

    @Test func aBurstHoldsItsPhotosWhileItIsFolded() throws {
        let burst = entries([200, 100, 0])
        var contents = RollContents()
        contents.update(LibraryListing(entries: burst))
        #expect(burst.allSatisfy { contents.places[0].holds($0.path) })
        contents.setUnfolded(try #require(contents.places[0].burst), true)
        #expect(contents.places.map { place in burst.filter { place.holds($0.path) }.count } == [1, 1, 1])
    }

    @Test func distantPhotosAreNoBurst() {
        #expect(counts(entries([2000, 900, 450, 0])) == [1, 3])
        #expect(counts(entries([1353, 902, 451, 0])) == [1, 1, 1, 1])
        #expect(counts(entries([5200, 5100, 5000, 200, 100, 0])) == [3, 3])
    }

    @Test func otherProgramsPhotosAreNoBurst() {
        #expect(counts(entries([200, 100, 0], isNamed: false)) == [1, 1, 1])
        let mixed = entries([300, 200]) + entries([150], isNamed: false) + entries([100, 50, 0])
        #expect(counts(mixed) == [1, 1, 1, 3])
    }

    @Test func nothingIsLostAndTheOrderStays() {
        let all = entries([9000, 5200, 5100, 5000, 4000, 200, 100])
        #expect(RollOrder.items(of: all).flatMap(\.entries) == all)
    }
}

/// Times that are read from the names of photos.
@Suite struct PhotoNameTimeTests {
    @Test(arguments: [
        (1_709_210_096_000, 0), (0, 0), (951_782_399_999, 3600), (4_107_542_400_001, -34200),
        (-1, 0), (1_709_164_799_999, 7200),
    ]) func aNameSaysTheLocalTime(milliseconds: Int64, offset: Int) {
        let time = WallTime(nanosecondsSince1970: milliseconds * 1_000_000, offsetFromUTC: offset)
        for attempt in [0, 1, 12] {
            #expect(
                PhotoName.milliseconds(inName: PhotoName(time: time).fileName(.heic, attempt: attempt))
                    == milliseconds + Int64(offset) * 1000)
        }
    }

    @Test(arguments: [
        "", "IMG_", "IMG_20240229_123456_000", "img_20240229_123456_000.jpg", "IMG_2024022_1234567_000.jpg",
        "IMG_20241329_123456_000.jpg", "IMG_20240200_123456_000.jpg", "IMG_20240229-123456_000.jpg",
        "IMG_2024022x_123456_000.jpg", "IMG_20240229_123456_0 0.jpg", "DSC_20240229_123456_000.jpg",
    ]) func otherNamesSayNothing(name: String) { #expect(PhotoName.milliseconds(inName: name) == nil) }
}
