// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Testing

@testable import Imaging
@testable import Photos

/// Photos that are turned in their files.
@Suite struct TurningTests {
    private let place = RollPlace()

    private func turned(_ bytes: [UInt8], clockwise: Bool = true) throws -> [UInt8] {
        let turned = turnedIfPossible(bytes, clockwise: clockwise)
        return try #require(turned)
    }

    private func turnedIfPossible(_ bytes: [UInt8], clockwise: Bool = true) -> [UInt8]? {
        bytes.withUnsafeBytes {
            ExportKind(content: $0) == .jpeg
                ? JPEGTurning.turned($0, clockwise: clockwise) : HEIFTurning.turned($0, clockwise: clockwise)
        }
    }

    @Test(arguments: PhotoFormat.allCases, [true, false])
    func thePixelsAreTheSameTurned(format: PhotoFormat, hasMetadata: Bool) throws {
        let file = try photoFile(format, hasMetadata: hasMetadata)
        let before = try decoded(file)
        let clockwise = try decoded(turned(file))
        #expect(clockwise.size == PixelSize(width: 96, height: 128))
        #expect(clockwise.greens == before.greensTurnedClockwise)
        let there = try turned(file)
        let andBack = try decoded(turned(there, clockwise: false))
        #expect(andBack.greens == before.greens)
    }

    @Test(arguments: PhotoFormat.allCases, [true, false])
    func fourQuartersAreWhereItBegan(format: PhotoFormat, clockwise: Bool) throws {
        var file = try photoFile(format, size: PixelSize(width: 640, height: 360))
        let before = try decoded(file).greens
        var counts: [Int] = []
        for _ in 0..<4 {
            file = try turned(file, clockwise: clockwise)
            counts.append(file.count)
        }
        #expect(try decoded(file).greens == before)
        // Only the first adds anything.
        #expect(Set(counts).count == 1)
    }

    /// Its own small picture is turned with it.
    @Test func theThumbnailInAHEICFileIsTurnedToo() throws {
        let file = try turned(try photoFile(.heic, size: PixelSize(width: 640, height: 360)))
        let picture = try file.withUnsafeBytes { try PhotoDecoder.thumbnail($0) }
        #expect(picture.size == PixelSize(width: 144, height: 256))
    }

    @Test func everyOtherByteOfAJPEGStays() throws {
        let file = try photoFile(.jpeg)
        let other = try turned(file)
        #expect(other.count == file.count)
        #expect(zip(file, other).filter { $0 != $1 }.count == 1)
        let bare = try photoFile(.jpeg, hasMetadata: false)
        let noted = try turned(bare)
        let added = noted.count - bare.count
        // After SOI and JFIF's segment, which is 18 bytes long.
        let isKept = noted[..<20] == bare[..<20] && noted[(20 + added)...] == bare[20...]
        #expect(isKept)
        #expect(ExportKind(fileName: "a.jpg") == .jpeg)
    }

    @Test func everyOrientationIsTurned() throws {
        let file = try photoFile(.jpeg)
        let other = try turned(file)
        let place = try #require(zip(file, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset)
        for value in UInt8(0)...9 {
            var oriented = file
            oriented[place] = value
            let before = try decoded(oriented)
            #expect(
                try decoded(turned(oriented)).greens == before.greensTurnedClockwise, "\(value)")
        }
    }

    @Test(.enabled(if: succeeds("exiftool", "-ver"))) func exiftoolReadsAndWritesTheSameNote() throws {
        let entry = try place.put(photoFile(.jpeg), "a.jpg")
        let path = entry.path
        #expect(
            succeeds(
                "exiftool", "-q", "-overwrite_original", "-Orientation=", "-ImageDescription=words", path))
        let plain = try #require(contents(path))
        let noted = try turned(plain)
        #expect(noted.count > plain.count)
        try place.put(noted, "a.jpg")
        #expect(
            succeeds(
                "exiftool", "-validate", "-if", "$Orientation# == 6 and $ImageDescription eq 'words'", path))
        #expect(succeeds("exiftool", "-if", "$DateTimeOriginal and not $Warning and not $Error", path))
        #expect(try decoded(noted).greens == decoded(plain).greensTurnedClockwise)
        // Big-endian, by another program.
        #expect(
            succeeds("exiftool", "-q", "-overwrite_original", "-all=", "-ExifByteOrder=MM", "-Artist=A", path)
        )
        let big = try #require(contents(path))
        #expect(try decoded(turned(big)).greens == decoded(big).greensTurnedClockwise)
    }

    @Test(.enabled(if: succeeds("heif-enc", "--list-encoders"))) func libheifFindsNothingWrong() throws {
        let entry = try place.put(photoFile(.heic, size: PixelSize(width: 640, height: 360)), "a.heic")
        let file = try #require(contents(entry.path))
        try place.put(turned(file), "a.heic")
        #expect(succeeds("heif-info", entry.path))
    }

    /// Another program's files: turned and mirrored already, with a crop where a side is odd, with small pictures.
    @Test(
        .enabled(if: succeeds("heif-enc", "--list-encoders")),
        arguments: [PixelSize(width: 128, height: 96), PixelSize(width: 127, height: 95)], ["heic", "avif"])
    func otherProgramsFilesAreTurned(size: PixelSize, kind: String) throws {
        let upright = try photoFile(.jpeg, size: size)
        let other = try turned(upright)
        let note = try #require(
            zip(upright, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset)
        let (source, made) = (place.folder.path + "/a.jpg", place.folder.path + "/a." + kind)
        for value in UInt8(1)...8 {
            var oriented = upright
            oriented[note] = value
            try Data(oriented).write(to: URL(fileURLWithPath: source))
            guard succeeds("heif-enc", "-q", "50", "-t", "32", "-o", made, source) else {
                try #require(kind == "avif", "HEIC can't be made")
                return
            }
            let file = try #require(contents(made))
            let before = try decoded(file)
            for clockwise in [true, false] {
                let there = try turned(file, clockwise: clockwise)
                let greens = try decoded(there).greens
                let isRight =
                    clockwise
                    ? greens == before.greensTurnedClockwise
                    : try before.greens == decoded(there).greensTurnedClockwise
                #expect(isRight, "\(value) \(clockwise)")
                let back = try decoded(turned(there, clockwise: !clockwise)).greens
                #expect(back == before.greens, "\(value) \(clockwise)")
            }
        }
    }

    /// A mirror comes after the rotation, as readers expect, and turns its direction round.
    @Test(arguments: [UInt8(0), 1]) func mirroredFilesAreTurnedTheRightWay(axis: UInt8) throws {
        var file = try turned(photoFile(.heic, size: PixelSize(width: 640, height: 360)))
        // The rotation that was added becomes a mirror, of the same length.
        let place = try #require(file.firstRange(of: Array("irot".utf8))).lowerBound
        file.replaceSubrange(place..<(place + 5), with: Array("imir".utf8) + [axis])
        let plain = try decoded(photoFile(.heic, size: PixelSize(width: 640, height: 360)))
        var before = try decoded(file)
        let isMirrored = before.greens != plain.greens && before.size == plain.size
        #expect(isMirrored)
        for _ in 0..<5 {
            file = try turned(file)
            let after = try decoded(file)
            let isRight = after.greens == before.greensTurnedClockwise
            #expect(isRight)
            before = after
        }
        let back = try decoded(turned(file, clockwise: false))
        let isBack = back.greensTurnedClockwise == before.greens
        #expect(isBack)
    }

    /// Telephones count offsets from the file's beginning, and write later versions of the list.
    @Test(arguments: 0...2) func everyVersionOfTheListOfPlacesIsMoved(version: Int) throws {
        let original = try photoFile(.heic, size: PixelSize(width: 640, height: 360))
        let file = try relisted(original, version: version)
        let before = try decoded(original)
        let isSame = try decoded(file).greens == before.greens
        #expect(isSame)
        let isTurned = try decoded(turned(file)).greens == before.greensTurnedClockwise
        #expect(isTurned)
        let small = try turned(file).withUnsafeBytes { try PhotoDecoder.thumbnail($0) }
        #expect(small.size == PixelSize(width: 144, height: 256))
    }

    /// The same file with another version of `iloc`, without base offsets (ISO/IEC 14496-12, 8.11.3).
    private func relisted(_ file: [UInt8], version: Int) throws -> [UInt8] {
        func number(_ offset: Int, _ count: Int) -> Int {
            file[offset..<(offset + count)].reduce(0) { $0 << 8 | Int($1) }
        }
        func bytes(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let list = try #require(file.firstRange(of: Array("iloc".utf8))).lowerBound - 4
        let meta = try #require(file.firstRange(of: Array("meta".utf8))).lowerBound - 4
        // libheif's layout: version 0, four bytes for each of offset, length and base.
        try #require(number(list + 8, 6) == 0x4440)
        let count = number(list + 14, 2)
        let itemBytes = [14, 16, 18][version]
        let size = 14 + (version == 2 ? 4 : 2) + count * itemBytes
        let growth = size - number(list, 4)
        var new = bytes(size, 4) + Array("iloc".utf8) + [UInt8(version), 0, 0, 0, 0x44, 0]
        new += bytes(count, version == 2 ? 4 : 2)
        for index in 0..<count {
            let item = list + 16 + index * 18
            try #require(number(item + 8, 2) == 1)
            new += bytes(number(item, 2), version == 2 ? 4 : 2) + (version > 0 ? [0, 0] : [])
            new += bytes(number(item + 2, 2), 2) + [0, 1]
            new +=
                bytes(number(item + 4, 4) + number(item + 10, 4) + growth, 4) + bytes(number(item + 14, 4), 4)
        }
        var result = file
        result.replaceSubrange(meta..<(meta + 4), with: bytes(number(meta, 4) + growth, 4))
        result.replaceSubrange(list..<(list + number(list, 4)), with: new)
        return result
    }

    /// Whatever a file is, it is refused or turned; a file that could be decoded still can be.
    @Test(arguments: PhotoFormat.allCases) func damagedFilesHarmNothing(format: PhotoFormat) throws {
        let file = try photoFile(format)
        for count in stride(from: 0, to: min(file.count, 1200), by: 1) {
            _ = turnedIfPossible(Array(file.prefix(count)))
        }
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<3000 {
            var changed = file
            for _ in 0..<3 {
                changed[Int.random(in: 0..<min(file.count, 900), using: &numbers)] = .random(
                    in: .min ... .max, using: &numbers)
            }
            _ = turnedIfPossible(changed)
        }
    }

    @Test func aListOfReferencesWithoutRoomForItsVersionIsRefused() throws {
        let file = try photoFile(.heic)
        let meta = try #require(file.firstRange(of: Array("meta".utf8))).lowerBound - 4
        let damaged = grown(file, [meta], with: [0, 0, 0, 9] + Array("iref".utf8) + [0], at: meta + 12)
        #expect(turnedIfPossible(damaged) == nil)
    }

    @Test func anEmptyListOfPropertiesIsRefused() throws {
        var file = try photoFile(.heic)
        let outer = try ["meta", "iprp"].map {
            try #require(file.firstRange(of: Array($0.utf8))).lowerBound - 4
        }
        let list = try #require(file.firstRange(of: Array("ipco".utf8)))
        file.replaceSubrange(list, with: Array("free".utf8))
        let damaged = grown(file, outer, with: [0, 0, 0, 8] + Array("ipco".utf8), at: list.lowerBound - 4)
        #expect(turnedIfPossible(damaged) == nil)
    }

    /// The same file with a box more in these boxes, each within the one before.
    private func grown(_ file: [UInt8], _ boxes: [Int], with box: [UInt8], at place: Int) -> [UInt8] {
        var result = file
        for start in boxes {
            let size = file[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } + box.count
            for index in 0..<4 {
                result[start + index] = UInt8(truncatingIfNeeded: size >> (8 * (3 - index)))
            }
        }
        result.insert(contentsOf: box, at: place)
        return result
    }

    @Test(arguments: PhotoFormat.allCases) func aTurnedFileKeepsItsPlaceAndRights(format: PhotoFormat)
        async throws
    {
        let name = "a." + format.fileExtension
        let entry = try place.put(photoFile(format), name)
        chmod(entry.path, 0o640)
        // As Dolphin notes; tmpfs keeps none before Linux 6.6.
        let isTagged = attribute("setxattr", entry.path)
        try await place.roll.turn(entry, clockwise: true)
        let after = try place.entry(name)
        #expect(after.modified == entry.modified && after.taken == entry.taken)
        #expect(try system_status(of: entry.path)?.mode == 0o640)
        #expect(!isTagged || attribute("getxattr", entry.path))
        #expect(place.folder.names() == [name])
        let picture = try await place.roll.photo(entry, fitting: nil)
        #expect(picture.size == PixelSize(width: 96, height: 128))
    }

    /// Python has the calls that Swift's Glibc lacks.
    private func attribute(_ call: String, _ path: String) -> Bool {
        let value = call == "setxattr" ? ", b'sea'" : ""
        return succeeds(
            "python3", "-c", "import os, sys; os.\(call)(sys.argv[1], 'user.xdg.tags'\(value))", path)
    }

    @Test func fileWithoutANoteIsUntouched() async throws {
        let photo = try decoded(photoFile(.jpeg))
        let png = try PhotoExporter.png(photo)
        for (bytes, name) in [
            (png, "a.png"), ([1, 2, 3], "b.jpg"), (Array("RIFF....WEBPVP8 ".utf8), "c.webp"),
        ] {
            let entry = try place.put(bytes, name)
            let error = await fault { () throws(SaveError) in
                try await place.roll.turn(entry, clockwise: true)
            }
            #expect(error?.code == .encodingFailed)
            #expect(contents(entry.path) == bytes)
        }
        #expect(place.folder.names() == ["a.png", "b.jpg", "c.webp"])
    }
}

/// Photos as other kinds of file, and photos that are held.
@Suite struct RollExportTests {
    private let place = RollPlace()

    @Test(arguments: PhotoFormat.allCases, ExportKind.allCases)
    func aPhotoBecomesAnotherKindOfFile(format: PhotoFormat, kind: ExportKind) async throws {
        let file = try photoFile(format)
        let entry = try place.put(file, "a." + format.fileExtension)
        let bytes = try await place.roll.bytes(of: entry, as: kind)
        #expect(bytes.withUnsafeBytes { ExportKind(content: $0) } == kind)
        #expect((bytes == file) == (format.rawValue == kind.rawValue))
        #expect(try decoded(bytes).size == PixelSize(width: 128, height: 96))
    }

    @Test func theExtensionSaysWhichKindIsExported() async throws {
        let file = try photoFile(.jpeg)
        let entry = try place.put(file, "a.jpg")
        for (name, kind) in [
            ("b.HEIC", ExportKind.heic), ("b.png", .png), ("b.jpeg", .jpeg), ("b", .jpeg), ("b.x", .jpeg),
        ] {
            let path = place.folder.path + "/" + name
            try await place.roll.export(entry, to: path)
            #expect((contents(path) ?? []).withUnsafeBytes { ExportKind(content: $0) } == kind, "\(name)")
            if kind == .jpeg { #expect(contents(path) == file) }
        }
    }

    @Test func aVideoOfAnySizeIsCopied() async throws {
        let size = RollFolder.maximumBytes + 3
        try place.put([1, 2, 3], "a.mp4")
        truncate(place.path("a.mp4"), size)
        let path = place.folder.path + "/b.mp4"
        try await place.roll.export(place.entry("a.mp4"), to: path)
        #expect(try system_status(of: path)?.size == size)
        // What has to be decoded has to fit into memory.
        try place.put(photoFile(.jpeg), "a.jpg")
        truncate(place.path("a.jpg"), size)
        let photo = try place.entry("a.jpg")
        let error = await fault { () throws(SaveError) in
            try await place.roll.export(photo, to: place.folder.path + "/b.png")
        }
        #expect(error?.underlying == EFBIG)
    }

    /// A file that says that it has more pixels than it has: no other is made so fast.
    private func large(_ size: PixelSize, orientation: UInt8 = 1) throws -> [UInt8] {
        var file = try JPEGEncoder.encode(.greySquare(), quality: 90, exif: [])
        let header = try #require(file.firstRange(of: [0xFF, 0xC0])).lowerBound
        let number = [size.height >> 8, size.height & 255, size.width >> 8, size.width & 255]
        file.replaceSubrange(header + 5..<header + 9, with: number.map { UInt8($0) })
        let note: [UInt8] =
            [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
            + [0, 0, 0, 0]
        return try file.withUnsafeBytes { (bytes) throws(ImagingError) in
            try EXIFSegment.insert(note, into: bytes)
        }
    }

    private func pngSize(_ bytes: [UInt8]) -> PixelSize {
        func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        return PixelSize(width: number(16), height: number(20))
    }

    /// More than is decoded for a view, upright and on its side.
    @Test(arguments: [
        (PixelSize(width: 8000, height: 6000), UInt8(1)), (PixelSize(width: 6000, height: 4500), UInt8(6)),
    ])
    func aCopyHasAllPixels(size: PixelSize, orientation: UInt8) async throws {
        let entry = try place.put(large(size, orientation: orientation), "a.jpg")
        let upright = PhotoOrientation(exifValue: Int(orientation)).applied(to: size)
        #expect(pngSize(try await place.roll.bytes(of: entry, as: .png)) == upright)
    }

    @Test func whatIsTooLargeToBeConvertedIsRefusedAndNeverMadeSmaller() async throws {
        let size = PixelSize(width: 12_000, height: 9000)
        let bytes = try large(size)
        let entry = try place.put(bytes, "a.jpg")
        let refusal = SaveError(.tooManyPixels(size), path: entry.path)
        for name in ["b.png", "b.heic"] {
            let path = place.folder.path + "/" + name
            #expect(
                await fault { () throws(SaveError) in try await place.roll.export(entry, to: path) }
                    == refusal)
            #expect(contents(path) == nil)
        }
        // What fits into memory can still be more than x265 has room for.
        let other = try place.put(large(PixelSize(width: 8000, height: 6000)), "c.jpg")
        let error = await fault { () throws(SaveError) in
            try await place.roll.export(other, to: place.folder.path + "/c.heic")
        }
        #expect(error?.code == .tooManyPixels(PixelSize(width: 8000, height: 6000)))
        // Its own kind has all of it.
        try await place.roll.export(entry, to: place.folder.path + "/b.jpeg")
        #expect(contents(place.folder.path + "/b.jpeg") == bytes)
    }

    @Test func lockdownExportsNothing() async throws {
        let locked = RollPlace(isSavingOn: false)
        let entry = try locked.put(photoFile(.jpeg), "a.jpg")
        let path = locked.folder.path + "/b.jpg"
        #expect(
            await fault { () throws(SaveError) in try await locked.roll.export(entry, to: path) }?.code
                == .restricted)
        #expect(contents(path) == nil)
    }

    @Test func damagedPhotoIsNotExported() async throws {
        let entry = try place.put([1, 2, 3], "a.jpg")
        func error() async -> SaveError? {
            await fault { () throws(SaveError) in try await place.roll.bytes(of: entry, as: .png) }
        }
        #expect(await error()?.code == .encodingFailed)
        unlink(entry.path)
        #expect(await error()?.underlying == ENOENT)
    }

    @Test func aHeldPhotoComesBack() async throws {
        let entry = try place.put([1, 2, 3], "a.hif")
        let held = try #require(await place.roll.hold(entry))
        #expect(held.photo == SavedPhoto(path: entry.path, format: .heic))
        rename(entry.path, place.folder.path + "/away")
        try await held.restore()
        #expect(contents(entry.path) == [1, 2, 3])
        #expect(try place.entry("a.hif") == entry)
    }
}
