// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Testing

@testable import Imaging
@testable import Photos

/// What else than the photo itself is in a file that is turned: what phones add, and what repeats which side is up.
@Suite struct TurningOthersTests {
    private func turned(_ bytes: [UInt8]) -> [UInt8]? {
        bytes.withUnsafeBytes {
            ExportKind(content: $0) == .jpeg
                ? JPEGTurning.turned($0, clockwise: true) : HEIFTurning.turned($0, clockwise: true)
        }
    }

    private func number(_ value: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8) + Array(type.utf8) + content
    }

    private func place(of type: String, in file: [UInt8]) throws -> Int {
        try #require(file.lastRange(of: Array(type.utf8))).lowerBound
    }

    // MARK: HEIF

    @Test func samsungsNotesStayAsTheyAre() throws {
        let notes = box("sefd", Array("SEFHSomething of Samsung'sSEFT".utf8))
        let file = try photoFile(.heic) + notes
        let other = try #require(turned(file))
        #expect(try decoded(other).greens == decoded(file).greensTurnedClockwise)
        #expect(other.suffix(notes.count).elementsEqual(notes))
    }

    /// A burst: the photo is also a picture of a track, which finds it by its offset in the file.
    private func burst(_ list: String) throws -> [UInt8] {
        let file = try photoFile(.heic)
        let data = try place(of: "mdat", in: file) + 4
        let offset = number(data, list == "co64" ? 8 : 4)
        let fields = [1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30, 128 << 16, 96 << 16]
        let header = [UInt8](repeating: 0, count: 40) + fields.flatMap { number($0) }
        let table = box("stbl", box(list, number(0) + number(1) + offset))
        let track = box("tkhd", header) + box("mdia", box("minf", table))
        return file + box("moov", box("mvhd", number(0, 100)) + box("trak", track))
    }

    @Test(arguments: ["stco", "co64"]) func aBurstIsTurnedWithItsTrack(list: String) throws {
        let file = try burst(list)
        var other = try #require(turned(file))
        #expect(other.count > file.count)
        #expect(try decoded(other).greens == decoded(file).greensTurnedClockwise)
        // The offset still leads to the pictures.
        let width = list == "co64" ? 8 : 4
        let entry = try place(of: list, in: other) + 12
        let offset = other[entry..<entry + width].reduce(0) { $0 << 8 | Int($1) }
        #expect(try offset == place(of: "mdat", in: other) + 4)
        // A quarter clockwise: x is minus y moved right by the height, y is x.
        func matrix() throws -> [Int] {
            let start = try place(of: "tkhd", in: other) + 4 + 40
            return [0, 1, 3, 4, 6, 7].map { index in
                let place = start + 4 * index
                return Int(
                    Int32(truncatingIfNeeded: other[place..<place + 4].reduce(0) { $0 << 8 | Int($1) })) >> 16
            }
        }
        #expect(try matrix() == [0, 1, -1, 0, 96, 0])
        for _ in 0..<3 { other = try #require(turned(other)) }
        #expect(try matrix() == [1, 0, 0, 1, 0, 0])
    }

    @Test func whatIsNotUnderstoodIsRefused() throws {
        let file = try photoFile(.heic)
        for more in [
            box("moov", box("mvex", [])), box("moof", []), box("moov", box("trak", box("tkhd", [0]))),
        ] {
            #expect(turned(file + more) == nil)
        }
    }

    // MARK: JPEG

    /// Everything that says which side of a file is up, as exiftool reads it.
    private func said(_ bytes: [UInt8]) throws -> String {
        let folder = TemporaryFolder()
        let path = folder.file("a.jpg", bytes)
        return try run(
            "exiftool", "-n", "-p", "${IFD0:Orientation} ${XMP-tiff:Orientation} ${IFD1:Orientation}", path)
    }

    @Test func whatRepeatsTheOrientationIsTurnedToo() throws {
        let folder = TemporaryFolder()
        let small = folder.file("small.jpg", try photoFile(.jpeg, hasMetadata: false))
        let path = folder.file("a.jpg", try photoFile(.jpeg, hasMetadata: false))
        try run(
            "exiftool", "-q", "-overwrite_original", "-n", "-IFD0:Orientation=6", "-XMP-tiff:Orientation=6",
            "-IFD1:Orientation=6", "-ThumbnailImage<=\(small)", path)
        let file = try #require(contents(path))
        #expect(try said(file) == "6 6 6\n")
        let other = try #require(turned(file))
        #expect(try said(other) == "3 3 3\n")
        #expect(other.count == file.count && zip(other, file).filter { $0 != $1 }.count == 3)
    }

    /// A file with a second, smaller picture, as cameras have one for their screen.
    private func multiPicture(orientation: UInt8) throws -> (file: [UInt8], second: Int) {
        func note(_ value: UInt8) -> [UInt8] {
            [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, value, 0, 0, 0, 0, 0, 0, 0]
        }
        let bare = try photoFile(.jpeg, hasMetadata: false)
        let exif = try EXIFSegment.segment(note(orientation))
        let second = [0xFF, 0xD8] + exif + bare[2...]
        // Byte order, first directory; MPFVersion, NumberOfImages, MPEntry; where the next directory is.
        let count = 8 + 2 + 36 + 4
        func index(_ first: Int, _ offset: Int) -> [UInt8] {
            var tiff: [UInt8] = Array("MM\0*".utf8) + number(8) + number(3, 2)
            for (tag, type, count, value) in [
                (0xB000, 7, 4, 0x3031_3030), (0xB001, 4, 1, 2), (0xB002, 7, 32, count),
            ] {
                tiff += number(tag, 2) + number(type, 2)
                tiff += number(count) + number(value)
            }
            for value in [0, 0x2003_0000, first, 0, 0, 0, second.count, offset, 0] { tiff += number(value) }
            let head: [UInt8] = [0xFF, 0xE2] + number(tiff.count + 6, 2)
            return head + Array("MPF\0".utf8) + tiff
        }
        let start = 2 + (orientation == 1 ? 0 : exif.count)
        let length = start + index(0, 0).count + bare.count - 2
        let head = [0xFF, 0xD8] + (orientation == 1 ? [] : exif) + index(length, length - start - 8)
        return (head + bare[2...] + second, length)
    }

    @Test(arguments: [UInt8(1), 6]) func furtherPicturesAreTurnedWithThePhoto(orientation: UInt8) throws {
        let (file, second) = try multiPicture(orientation: orientation)
        let other = try #require(turned(file))
        let growth = other.count - file.count
        #expect((growth > 0) == (orientation == 1))
        let picture = Array(other[(second + growth)...])
        let before = try decoded(Array(file[second...]))
        #expect(try decoded(picture).greens == before.greensTurnedClockwise)
        #expect(try decoded(other).greens == decoded(file).greensTurnedClockwise)
        let path = TemporaryFolder()
        let text = try run("exiftool", "-n", "-s3", "-MPF:MPImageLength", path.file("a.jpg", other))
        #expect(text == "\(file.count - second)\n")
        #expect(try run("exiftool", "-s3", "-Warning", "-Error", path.file("a.jpg", other)).isEmpty)
    }
}

extension [UInt8] {
    fileprivate func lastRange(of other: [UInt8]) -> Range<Int>? { ranges(of: other).last }
}
