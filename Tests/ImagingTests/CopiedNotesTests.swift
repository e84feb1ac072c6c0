// SPDX-License-Identifier: GPL-3.0-or-later
import CTurboJPEG
import CaptureCore
import CaptureTesting
import Testing

@testable import Imaging

/// Titles, ratings and keywords in copies of a photo in another kind of file, read by exiftool.
@Suite struct CopiedNotesTests {
    private static let size = PixelSize(width: 160, height: 120)
    private static let notes = [
        "-XMP-dc:Title=At the sea", "-XMP-xmp:Rating=4", "-XMP-dc:Subject=beach", "-XMP-tiff:Orientation#=6",
    ]

    private func copy(_ file: [UInt8], _ kind: String) throws -> [UInt8] {
        try file.withUnsafeBytes { bytes in
            let photo = try PhotoDecoder.whole(bytes)
            let exif = CopiedEXIF.block(of: bytes, size: photo.size)
            let notes = CopiedNotes(of: bytes)
            return switch kind {
            case "heic": try PhotoExporter.heic(photo, quality: 90, exif: exif, notes: notes)
            case "jpg": try PhotoExporter.jpeg(photo, quality: 90, exif: exif, notes: notes)
            default: try PhotoExporter.png(photo, exif: exif, notes: notes)
            }
        }
    }

    private func expectNotes(_ path: String) throws {
        let text = try run(
            "exiftool", "-n", "-p", "${XMP:Title}|${XMP:Rating}|${XMP:Subject}|${XMP:Orientation}", path)
        #expect(text == "At the sea|4|beach|1\n")
        #expect(try run("exiftool", "-s3", "-Warning", "-Error", path).isEmpty)
    }

    private static func tagged(_ path: String, _ more: String...) throws {
        _ = try output(of: ["exiftool", "-q", "-overwrite_original"] + notes + more + [path])
    }

    @Test(arguments: ["heic", "jpg", "png"]) func whatPeopleHaveNotedIsKept(kind: String) throws {
        let folder = TemporaryFolder()
        let source = folder.file("source.jpg", testJPEG(Self.size))
        try Self.tagged(source, "-Orientation#=6", "-IPTC:Keywords=beach", "-IPTC:Headline=Sea")
        let first = try copy(try contents(source), kind)
        let path = folder.file("first.\(kind)", first)
        try expectNotes(path)
        #expect(try decoded(first).size == PixelSize(width: 120, height: 160))
        let iptc = try run("exiftool", "-s3", "-IPTC:Keywords", "-IPTC:Headline", path)
        // Of these only JPEG has room for IPTC.
        #expect(iptc == (kind == "jpg" ? "beach\nSea\n" : ""))
        for next in ["heic", "jpg", "png"] {
            try expectNotes(folder.file("second.\(next)", try copy(first, next)))
        }
    }

    /// A copy does not have the videos and gain maps that follow a phone's photo.
    @Test func whereOtherPicturesWereIsNotSaid() throws {
        let packet = Array(
            "<x:xmpmeta xmlns:GCamera='http://ns.google.com/photos/1.0/camera/' GCamera:MotionPhoto='1'/>"
                .utf8)
        let notes = CopiedNotes(xmp: packet, iptc: [])
        let photo = try testPhoto(Self.size)
        let file = try PhotoExporter.jpeg(photo, quality: 90, notes: notes)
        #expect(file.firstRange(of: packet) != nil)
        #expect(try copy(file, "jpg").firstRange(of: Array("MotionPhoto".utf8)) == nil)
    }

    @Test func moreThanASegmentHasRoomForIsLeftOut() throws {
        let notes = CopiedNotes(xmp: [UInt8](repeating: 32, count: 70_000), iptc: [])
        let file = try PhotoExporter.jpeg(try testPhoto(Self.size), quality: 90, notes: notes)
        #expect(try decoded(file).isWhole && file.count < 70_000)
    }

    /// Lengths that lead beyond the end.
    @Test func damagedResourcesHaveNoRecords() {
        let whole = IPTCRecords.resource([1, 2, 3])
        #expect(whole.withUnsafeBytes { IPTCRecords.records(in: $0) } == [1, 2, 3])
        for count in 0..<whole.count - 1 {
            #expect(Array(whole.prefix(count)).withUnsafeBytes { IPTCRecords.records(in: $0) } == [])
        }
    }

    // MARK: WebP

    private func webP(in folder: TemporaryFolder) throws -> String {
        let (rgb, webP) = (folder.file("a.ppm"), folder.file("a.webp"))
        let file = Array("P6 160 120 255\n".utf8) + TestImage(size: Self.size).rgb()
        _ = folder.file("a.ppm", file)
        try run("ffmpeg", "-v", "error", "-i", rgb, "-c:v", "libwebp", "-lossless", "1", webP)
        return webP
    }

    @Test(arguments: 1...8) func aWebPPhotoIsUpright(value: Int) throws {
        let folder = TemporaryFolder()
        let path = try webP(in: folder)
        try run("exiftool", "-q", "-overwrite_original", "-Orientation#=\(value)", path)
        let orientation = PhotoOrientation(exifValue: value)
        let photo = try decoded(try contents(path))
        #expect(photo.size == orientation.applied(to: Self.size) && photo.fullSize == photo.size)
        #expect(details(try contents(path)).size == photo.size)
        // As the same pixels in a JPEG file, whose turning is tried elsewhere.
        let jpeg = try decoded(
            try jpegFile(testJPEG(Self.size, TJSAMP_444), exif: orientationBlock(UInt8(value))))
        #expect(photo.distance(to: jpeg.color).mean <= 2)
    }

    @Test func aWebPPhotoSaysWhatItKnows() throws {
        let folder = TemporaryFolder()
        let path = try webP(in: folder)
        try Self.tagged(
            path, "-Orientation#=6", "-Make=ACME", "-Model=ACME One", "-DateTimeOriginal=2026:11:22 14:02:11",
            "-GPSLatitude=52.5", "-GPSLatitudeRef=N")
        let known = details(try contents(path))
        #expect(known.camera == "ACME One" && known.taken == "2026:11:22 14:02:11")
        for kind in ["heic", "jpg", "png"] {
            let copy = folder.file("copy.\(kind)", try copy(try contents(path), kind))
            try expectNotes(copy)
            let text = try run(
                "exiftool", "-n", "-p",
                "${EXIF:Model}|${DateTimeOriginal}|${EXIF:GPSLatitude}|${EXIF:Orientation}", copy)
            #expect(text == "ACME One|2026:11:22 14:02:11|52.5|1\n")
        }
    }

    @Test func aPNGPhotoIsUprightToo() throws {
        let file = try PhotoExporter.png(try testPhoto(Self.size), exif: orientationBlock(6))
        #expect(try decoded(file).size == PixelSize(width: 120, height: 160))
        #expect(details(file).size == PixelSize(width: 120, height: 160))
    }
}
