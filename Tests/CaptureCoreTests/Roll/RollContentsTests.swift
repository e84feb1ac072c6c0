// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import CaptureCore

struct RollContentsTests {
    /// Newest first, of these times in milliseconds.
    private func listing(_ times: [Int64]) -> LibraryListing { LibraryListing(entries: times.map(entry)) }

    private func entry(_ time: Int64) -> LibraryEntry {
        let name = PhotoName(time: WallTime(nanosecondsSince1970: time * 1_000_000, offsetFromUTC: 0))
        return LibraryEntry(
            path: "/photos/" + name.fileName(.heic), modified: time * 1_000_000, byteCount: 1, taken: time)
    }

    private func shot(_ time: Int64) -> JournalledShot {
        JournalledShot(
            id: "\(time)", time: WallTime(nanosecondsSince1970: time * 1_000_000, offsetFromUTC: 0),
            format: .heic)
    }

    @Test func aNameSaysWhenThePhotoWasTaken() {
        let entry = entry(1_795_356_131_007)
        #expect(PhotoName.milliseconds(inName: entry.name) == 1_795_356_131_007)
        #expect(PhotoName.milliseconds(inName: "IMG_20261132_000000_000.heic") == nil)
        #expect(PhotoName.milliseconds(inName: "IMG_2026112x_000000_000.heic") == nil)
        #expect(PhotoName.milliseconds(inName: "holiday.jpg") == nil)
    }

    @Test func aBurstThatIsKeptWholeIsManyPlacesAlsoWhenSomeAreGone() throws {
        var contents = RollContents()
        contents.update(listing([9066, 9033, 9000, 5099, 5066, 5033, 5000]))
        #expect(contents.places.count == 2)
        contents.kept.insert(try #require(contents.places[1].burst))
        #expect(contents.places.map(\.isFolded) == [true, false, false, false, false])
        contents.update(listing([9066, 9033, 9000, 5099, 5066, 5033]))
        #expect(contents.places.map(\.isFolded) == [true, false, false, false])
        let again = KeptBursts(lines: contents.kept.lines)
        #expect(again == contents.kept)
        #expect(KeptBursts(lines: ["", "5", "9 1", "a b", "1 2 3"]) == KeptBursts())
        contents.kept.remove(RollItem([entry(5066), entry(5033)]))
        #expect(contents.places.map(\.isFolded) == [true, true])
    }

    @Test func aBurstIsOnePlaceUntilItIsUnfolded() throws {
        var contents = RollContents()
        contents.update(listing([9000, 5066, 5033, 5000, 1000]))
        #expect(contents.places.map(\.isFolded) == [false, true, false])
        #expect(contents.photoCount == 5)
        let burst = try #require(contents.places[1].burst)
        contents.setUnfolded(burst, true)
        #expect(contents.places.count == 5)
        #expect(contents.places.allSatisfy { !$0.isFolded })
        contents.setUnfolded(burst, false)
        #expect(contents.places.count == 3)
    }

    @Test func twoPhotosAreTwoPresses() {
        var contents = RollContents()
        contents.update(listing([1033, 1000]))
        #expect(contents.places.count == 2)
    }

    @Test func theSharpestComesToTheFrontOfItsBurst() throws {
        var contents = RollContents()
        contents.update(listing([5066, 5033, 5000]))
        let burst = try #require(contents.places[0].burst)
        contents.setFront(entry(5033), of: burst)
        #expect(contents.places[0].photo == .file(entry(5033)))
        // It was deleted: another one is in front.
        contents.update(listing([5099, 5066, 5000]))
        #expect(contents.places[0].photo == .file(entry(5099)))
    }

    /// A video that was recorded meanwhile is newer than what is still being encoded.
    @Test func shotsOnTheirWayHaveTheirPlaceAmongTheOthers() {
        var contents = RollContents()
        contents.update(listing([5000, 3000, 1000]))
        contents.update([shot(500), shot(2000), shot(3000), shot(6000)])
        #expect(contents.places.map(\.photo.taken) == [6000, 5000, 3000, 2000, 1000, 500])
        contents.update(listing([]))
        #expect(contents.places.map(\.photo.taken) == [6000, 3000, 2000, 500])
    }

    @Test func shotsWhosePhotosAreMadeInAnotherOrderKeepTheirs() {
        var contents = RollContents()
        contents.update(listing([1500]))
        contents.update([shot(1000), shot(2000), shot(3000)])
        contents.update([shot(3000), shot(1000)])
        #expect(contents.places.map(\.photo.taken) == [3000, 2000, 1500, 1000])
    }

    @Test func aShotIsShownUntilItsPhotoIsThere() {
        var contents = RollContents()
        contents.update(listing([1000]))
        contents.update([shot(2000), shot(3000)])
        #expect(contents.places.map(\.photo) == [.shot(shot(3000)), .shot(shot(2000)), .file(entry(1000))])
        contents.update(listing([2000, 1000]))
        #expect(contents.places.map(\.photo) == [.shot(shot(3000)), .file(entry(2000)), .file(entry(1000))])
        contents.update(listing([3000, 2000, 1000]))
        #expect(contents.places.map(\.photo) == [.file(entry(3000)), .file(entry(2000)), .file(entry(1000))])
    }

    @Test func aShotWhosePhotoWasMadeStaysUntilTheNextListing() {
        var contents = RollContents()
        contents.update([shot(2000), shot(3000)])
        contents.update([shot(3000)])
        #expect(contents.places.map(\.photo) == [.shot(shot(3000)), .shot(shot(2000))])
        contents.update(listing([]))
        #expect(contents.places.map(\.photo) == [.shot(shot(3000))])
    }

    @Test func thePhotoInFrontIsFoundAgain() {
        var contents = RollContents()
        contents.update(listing([3000, 1000]))
        #expect(contents.index(of: .file(entry(1000)), formerly: 0) == 1)
        #expect(contents.index(of: .shot(shot(3000)), formerly: 5) == 0)
        // It is gone: what follows takes its place.
        #expect(contents.index(of: .file(entry(2000)), formerly: 1) == 1)
        #expect(contents.index(of: .file(entry(500)), formerly: 7) == 1)
        contents.update(LibraryListing())
        #expect(contents.index(of: .file(entry(2000)), formerly: 1) == nil)
    }

    @Test func anUnfoldedBurstStaysUnfoldedWhenAPhotoOfItGoes() throws {
        var contents = RollContents()
        contents.update(listing([5099, 5066, 5033, 5000]))
        contents.setUnfolded(try #require(contents.places[0].burst), true)
        contents.update(listing([5066, 5033, 5000]))
        #expect(contents.places.count == 3)
    }
}
