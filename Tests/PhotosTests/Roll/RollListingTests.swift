// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Synchronization
import Testing

@testable import Permissions
@testable import Photos

/// The roll's listing of the library's folder, and when it lists again.
@Suite(.timeLimit(.minutes(10))) struct RollListingTests {
    private let place = RollPlace()

    /// Reads listings until one is right.
    private func follow(_ body: (LibraryListing) async throws -> Bool) async throws {
        for await listing in place.roll.listings() {
            if try await body(listing) { return }
        }
    }

    @Test func photosAreListedNewestFirst() async throws {
        for name in ["b.png", "IMG_20240229_123456_001.heic", "a.JPG", "IMG_20240229_123456_000.heic"] {
            try place.put([1], name)
        }
        let newer = ["b.png", "a.JPG"].map { place.path($0) }
        let listing = try await place.listing()
        #expect(listing.fault == nil)
        #expect(
            listing.entries.map(\.path)
                == ["IMG_20240229_123456_001.heic", "IMG_20240229_123456_000.heic"].map { place.path($0) }
                + newer)
        #expect(listing.entries.first?.byteCount == 1)
        #expect(await place.roll.newest()?.entries.first == listing.entries.first)
    }

    @Test func videosOfOtherProgramsAndCamerasAreListed() async throws {
        for name in ["a.MOV", "b.m4v", "c.3gp", "d.webm", "e.mkv", "f.mp4"] { try place.put([1], name) }
        let entries = try await place.listing().entries
        #expect(entries.count == 6 && entries.allSatisfy(\.isVideo))
    }

    @Test func onlyFilesThatMayBePhotosAreListed() async throws {
        for name in ["a.txt", ".hidden.jpg", "noextension", "jpg", "a.jpg.part"] { try place.put([1], name) }
        try place.put([], "empty.jpg")
        mkdir(place.path("folder.jpg"), 0o755)
        mkfifo(place.path("fifo.jpg"), 0o644)
        symlink("/etc/passwd", place.path("link.jpg"))
        #expect(try await place.listing().entries.map(\.name) == ["empty.jpg"])
    }

    /// Copies from other systems are of 1601, and a faulty ext4 dates files into the 24th century.
    @Test(arguments: [-11_644_473_600, -1, 15_000_000_000])
    func filesOfAnyYearAreListed(second: Int) async throws {
        let entry = try place.put([1], "a.jpg", modified: second)
        #expect(try await place.listing().entries == [entry])
        #expect((entry.modified < 0) == (second < 0))
        // Turned, it keeps the time as far as that goes.
        let file = Descriptor(owning: open(place.path("a.jpg"), O_RDWR))
        try system_setModified(file.number, entry.modified)
        #expect(try system_status(file.number).modified == entry.modified)
    }

    @Test func missingPermissionListsNothing() async throws {
        try place.put([1], "a.jpg")
        let grant = place.said.grant.withLock { $0 }
        grant?.end()
        #expect(try await place.listing() == LibraryListing(fault: .notAllowed))
        place.said.grant.withLock { $0 = nil }
        #expect(try await place.listing() == LibraryListing(fault: .notAllowed))
        #expect(await place.roll.newest() == nil)
    }

    @Test func everyChangeLeadsToAListing() async throws {
        try place.put([1], "a.jpg")
        var step = 0
        try await follow { listing in
            let names = listing.entries.map(\.name).sorted()
            switch step {
            case 0:
                #expect(names == ["a.jpg"])
                try place.put([1], "b.jpg")
            case 1 where names == ["a.jpg", "b.jpg"]:
                rename(place.path("b.jpg"), place.path("c.jpg"))
            case 2 where names == ["a.jpg", "c.jpg"]:
                unlink(place.path("a.jpg"))
            case 3 where names == ["c.jpg"]:
                try place.put([1, 2], "c.jpg")
            case 4 where listing.entries.map(\.byteCount) == [2]: return true
            default: return false
            }
            step += 1
            return false
        }
    }

    @Test func manyChangesAreFewListings() async throws {
        let count = Mutex(0)
        try await follow { listing in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 1 {
                Task { for index in 0..<300 { try place.put([1], "\(index).jpg") } }
            }
            return listing.entries.count == 300
        }
        #expect(count.withLock { $0 } < 20)
    }

    @Test func aChangedAnswerIsSeenOnRefresh() async throws {
        try place.put([1], "a.jpg")
        let grant = place.said.grant.withLock { $0 }
        var step = 0
        try await follow { listing in
            step += 1
            switch step {
            case 1:
                #expect(listing.entries.count == 1)
                place.said.grant.withLock { $0 = nil }
                place.roll.refresh()
            case 2:
                #expect(listing == LibraryListing(fault: .notAllowed))
                place.said.grant.withLock { $0 = grant }
                place.roll.refresh()
            default: return listing.entries.count == 1
            }
            return false
        }
    }

    @Test func theLibrarysFolderIsMadeAnewAndWatched() async throws {
        try place.put([1], "a.jpg")
        var step = 0
        try await follow { listing in
            switch (step, listing.entries.map(\.name)) {
            case (0, ["a.jpg"]):
                try FileManager.default.removeItem(atPath: place.folder.path + "/Camera")
            case (1, []):
                #expect(listing.fault == nil)
                try place.put([1], "b.jpg")
            case (2, let names): return names == ["b.jpg"]
            default: return false
            }
            step += 1
            return false
        }
    }

    @Test func aChosenFolderThatComesBackIsSeen() async throws {
        let folder = place.folder.path + "/Camera"
        place.said.grant.withLock { $0 = grant(.chosen(folder)) }
        try place.put([1], "a.jpg")
        var step = 0
        try await follow { listing in
            switch (step, listing.fault) {
            case (0, nil): try FileManager.default.removeItem(atPath: folder)
            case (1, .missing):
                mkdir(folder, 0o755)
                try place.put([1], "b.jpg")
            case (2, nil): return listing.entries.map(\.name) == ["b.jpg"]
            default: return false
            }
            step += 1
            return false
        }
    }

    @Test func theFolderIsWatchedWhileItIsRead() async throws {
        do {
            var first = place.roll.listings().makeAsyncIterator()
            #expect(await first.next() != nil)
            #expect(place.roll.watches.readerCount == 1)
        }
        let other = Task { for await _ in place.roll.listings() {} }
        while place.roll.watches.readerCount != 1 { await Task.yield() }
        other.cancel()
        while place.roll.watches.readerCount != 0 { await Task.yield() }
    }

    @Test func aMovedFolderIsStillTheFolder() async throws {
        try place.put([1], "a.jpg")
        rename(place.folder.path + "/Camera", place.folder.path + "/Elsewhere")
        #expect(try await place.listing().entries.count == 1)
    }

    /// How long that takes, `photo-bench roll` measures.
    @Test func tenThousandPhotosAreListed() async throws {
        for index in 0..<10_000 {
            close(open(place.path("IMG_20240229_123456_\(1000 + index).jpg"), O_CREAT | O_WRONLY, 0o644))
        }
        #expect(try await place.listing().entries.count == 10_000)
    }
}
