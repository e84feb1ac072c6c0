// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Platform
import Testing

@testable import Imaging
@testable import Photos

/// The thumbnails that the roll shares with the desktop.
@Suite struct RollThumbnailTests {
    private let place = RollPlace()
    private let size = PixelSize(width: 640, height: 480)

    private func photo(_ name: String = "a b.jpg") throws -> LibraryEntry {
        try place.put(photoFile(.jpeg, size: size), name)
    }

    private func cachePath(_ entry: LibraryEntry) -> String {
        place.folder.path + "/cache/thumbnails/large/"
            + ThumbnailName.fileName(ofURI: FileURI.of(entry.path))
    }

    private func mode(_ path: String) -> mode_t? { try? system_status(of: path)?.mode }

    private func texts(_ path: String) -> [String: String] {
        (contents(path) ?? []).withUnsafeBytes { PNGChunks.texts($0) }
    }

    /// The example of the standard.
    @Test func namesAreTheStandards() {
        #expect(
            ThumbnailName.fileName(ofURI: "file:///home/jens/photos/me.png")
                == "c6ee772d9e49320e97ec29a7eb5b1697.png")
        #expect(FileURI.of("/a b/ü.jpg") == "file:///a%20b/%C3%BC.jpg")
    }

    @Test func aThumbnailIsMadeAndKept() async throws {
        let entry = try photo()
        let picture = try await place.roll.thumbnail(entry)
        #expect(picture.size == PixelSize(width: 256, height: 192))
        #expect(picture.fullSize == size)
        let path = cachePath(entry)
        let texts = texts(path)
        #expect(texts["Thumb::URI"] == FileURI.of(entry.path))
        #expect(texts["Thumb::MTime"] == "1700000000")
        #expect(texts["Thumb::Size"] == String(entry.byteCount))
        #expect(texts["Software"] == "Tintype")
        #expect(mode(path) == 0o600)
        #expect(mode(place.folder.path + "/cache/thumbnails") == 0o700)
        #expect(mode(place.folder.path + "/cache/thumbnails/large") == 0o700)
        #expect(place.thumbnails().count == 1)
        // From the cache.
        let again = try await place.roll.thumbnail(entry)
        #expect(again.size == picture.size && again.fullSize == size)
        #expect(again.greens == picture.greens)
    }

    @Test func leftoversOfAnEndedRunAreRemoved() async throws {
        let entry = try photo()
        let folder = place.folder.path + "/cache/thumbnails/large"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let (old, new) = (TemporaryFile.name(for: "old"), TemporaryFile.name(for: "new"))
        for name in [old, new, "others.png"] {
            try Data().write(to: URL(fileURLWithPath: folder + "/" + name))
            guard name != new else { continue }
            let then = timespec(tv_sec: 1_700_000_000, tv_nsec: 0)
            utimensat(AT_FDCWD, folder + "/" + name, [then, then], 0)
        }
        _ = try await place.roll.thumbnail(entry)
        let own = ThumbnailName.fileName(ofURI: FileURI.of(entry.path))
        #expect(Set(place.thumbnails()) == [new, "others.png", own])
    }

    /// The cache's picture differs from the photo's by its colour.
    private func putForeign(for entry: LibraryEntry, uri: String? = nil, time: String) throws {
        let grey = try decoded(JPEGEncoder.encode(.greySquare(), quality: 90, exif: []))
        let texts = [
            ("tEXt::Thumb::URI", uri ?? FileURI.of(entry.path)), ("tEXt::Thumb::MTime", time),
        ]
        try FileManager.default.createDirectory(
            atPath: place.folder.path + "/cache/thumbnails/large", withIntermediateDirectories: true)
        try Data(PhotoExporter.png(grey, texts: texts)).write(to: URL(fileURLWithPath: cachePath(entry)))
    }

    @Test func anotherProgramsThumbnailIsUsed() async throws {
        let entry = try photo()
        try putForeign(for: entry, time: "1700000000")
        #expect(try await place.roll.thumbnail(entry).size == PixelSize(width: 64, height: 64))
    }

    @Test func aThumbnailOfAnotherTimeOrFileIsReplaced() async throws {
        let entry = try photo()
        try putForeign(for: entry, time: "1699999999")
        #expect(try await place.roll.thumbnail(entry).size.width == 256)
        try putForeign(for: entry, uri: "file:///b.jpg", time: "1700000000")
        #expect(try await place.roll.thumbnail(entry).size.width == 256)
        #expect(texts(cachePath(entry))["Thumb::URI"] == FileURI.of(entry.path))
    }

    @Test func damagedThumbnailIsReplaced() async throws {
        let entry = try photo()
        _ = try await place.roll.thumbnail(entry)
        let whole = try #require(contents(cachePath(entry)))
        // Cut behind the texts.
        for bytes in [
            [], [1, 2, 3], Array(whole.prefix(400)), whole + [UInt8](repeating: 0, count: 2 << 20),
        ] {
            try Data(bytes).write(to: URL(fileURLWithPath: cachePath(entry)))
            #expect(try await place.roll.thumbnail(entry).size.width == 256)
            #expect(contents(cachePath(entry)) == whole)
        }
        unlink(cachePath(entry))
        mkfifo(cachePath(entry), 0o600)
        #expect(try await place.roll.thumbnail(entry).size.width == 256)
        #expect(contents(cachePath(entry)) == whole)
    }

    @Test func thumbnailsWorkWithoutAWritableCache() async throws {
        let entry = try photo()
        try Data().write(to: URL(fileURLWithPath: place.folder.path + "/cache"))
        #expect(try await place.roll.thumbnail(entry).size.width == 256)
        let cacheless = RollPlace(hasCache: false)
        let other = try cacheless.put(photoFile(.jpeg, size: size), "a.jpg")
        #expect(try await cacheless.roll.thumbnail(other).size.width == 256)
        #expect(cacheless.folder.names(in: "") == ["Camera"])
    }

    /// HEIC takes long: what was decoded once is not decoded again for a window, as long as the file is the same.
    @Test func aHEICPhotoThatFitsAWindowIsDecodedOnce() async throws {
        let full = PixelSize(width: 1600, height: 1200)
        let bytes = try photoFile(.heic, size: full)
        let entry = try place.put(bytes, "a.heic")
        let window = PixelSize(width: 700, height: 480)
        let first = try await place.roll.photo(entry, fitting: window)
        #expect(first.size == PixelSize(width: 640, height: 480) && first.fullSize == full)
        try await until { self.place.thumbnails("xx-large").count == 1 }
        // Comes after the thumbnail's writer, which looks once more at the file.
        _ = try await place.roll.bytes(of: entry, as: .heic)
        // The same name, size and time, and nothing to be decoded.
        try place.put(Array(repeating: 0, count: bytes.count), "a.heic")
        let again = try await place.roll.photo(entry, fitting: window)
        #expect(again.size == first.size && again.fullSize == full && again.greens == first.greens)
        // All its pixels, or more than the cache has, are the file's own; so is what changed.
        for size in [nil, PixelSize(width: 1300, height: 1000)] {
            await #expect(throws: PhotoFault.damaged) { try await place.roll.photo(entry, fitting: size) }
        }
        let changed = try place.put(bytes, "a.heic", modified: 1_700_000_001)
        #expect(try await place.roll.photo(changed, fitting: window).size == first.size)
    }

    @Test func preparedPhotoIsDecodedSoon() async throws {
        let bytes = try photoFile(.heic, size: PixelSize(width: 1600, height: 1200))
        let entry = try place.put(bytes, "a.heic")
        await place.roll.prepare(entry)
        try await until { self.place.thumbnails("xx-large").count == 1 }
        // Comes after the thumbnail's writer, which looks once more at the file.
        _ = try await place.roll.bytes(of: entry, as: .heic)
        // Only what was prepared can be shown now.
        try place.put(Array(repeating: 0, count: bytes.count), "a.heic")
        let window = PixelSize(width: 700, height: 480)
        #expect(try await place.roll.photo(entry, fitting: window).fullSize.width == 1600)
        let picture = try place.put(try photoFile(.jpeg, size: PixelSize(width: 1600, height: 1200)), "b.jpg")
        await place.roll.prepare(picture)
        #expect(place.thumbnails("xx-large").count == 1)
    }

    @Test func onlyOwnPicturesStandForAPhoto() async throws {
        let bytes = try photoFile(.heic, size: PixelSize(width: 1600, height: 1200))
        let entry = try place.put(bytes, "a.heic")
        let window = PixelSize(width: 40, height: 30)
        let path = cachePath(entry).replacingOccurrences(of: "/large/", with: "/xx-large/")
        try FileManager.default.createDirectory(
            atPath: place.folder.path + "/cache/thumbnails/xx-large", withIntermediateDirectories: true)
        try putForeign(for: entry, time: "1700000000")
        try FileManager.default.moveItem(atPath: cachePath(entry), toPath: path)
        #expect(try await place.roll.photo(entry, fitting: window).fullSize.width == 1600)
    }

    private func until(_ condition: () -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while !condition() {
            try #require(ContinuousClock.now < end)
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    @Test func aDamagedPhotoLeavesNoThumbnail() async throws {
        let entry = try place.put(Array(photoFile(.jpeg, size: size).prefix(2000)), "a.jpg")
        let picture = try? await place.roll.thumbnail(entry)
        #expect(picture?.isWhole != true)
        #expect(place.thumbnails() == [])
    }

    @Test(arguments: PhotoFormat.allCases) func aTurnedPhotoGetsAnotherThumbnail(format: PhotoFormat)
        async throws
    {
        let entry = try place.put(photoFile(format, size: size), "a." + format.fileExtension)
        #expect(try await place.roll.thumbnail(entry).size == PixelSize(width: 256, height: 192))
        try await place.roll.turn(entry, clockwise: true)
        #expect(try await place.roll.thumbnail(entry).size == PixelSize(width: 192, height: 256))
        #expect(try await place.roll.thumbnail(entry).size == PixelSize(width: 192, height: 256))
    }

    /// Turning changes neither the size of a file that has a note already nor its time.
    @Test func aPictureOfTheFileAsItWasBeforeItWasTurnedIsNotKept() async throws {
        let entry = try place.put(photoFile(.heic, size: size), "a.heic")
        try await place.roll.turn(entry, clockwise: true)
        let before = try #require(try system_status(of: entry.path))
        let old = try decoded(try #require(contents(entry.path)))
        try await place.roll.turn(place.entry("a.heic"), clockwise: true)
        let now = try #require(try system_status(of: entry.path))
        try #require(now.size == before.size && now.modified == before.modified)
        let cache = ThumbnailCache(path: place.folder.path + "/cache/thumbnails", log: { _, _ in })
        // It was being decoded all that time.
        cache.keep(old, of: entry.path, before)
        cache.keep(old, of: entry.path, before, .xxLarge)
        #expect(cache.thumbnail(of: entry.path, now) == nil)
        #expect(cache.thumbnail(of: entry.path, now, .xxLarge) == nil)
        #expect(place.thumbnails() == [] && place.thumbnails("xx-large") == [])
        #expect(try await place.roll.thumbnail(entry).size == PixelSize(width: 256, height: 192))
        #expect(place.thumbnails().count == 1)
    }

    @Test func damagedChunksAreNoTexts() {
        let chunk: [UInt8] = [0, 0, 0, 3] + Array("tEXt".utf8) + [65, 0, 66] + [0, 0, 0, 0]
        func texts(_ bytes: [UInt8]) -> [String: String] { bytes.withUnsafeBytes { PNGChunks.texts($0) } }
        #expect(texts(PNGChunks.signature + chunk) == ["A": "B"])
        for count in 0..<(PNGChunks.signature.count + chunk.count) {
            #expect(texts(Array((PNGChunks.signature + chunk).prefix(count))) == [:])
        }
        #expect(texts(PNGChunks.signature + [255, 255, 255, 255] + chunk.dropFirst(4)) == [:])
    }
}
