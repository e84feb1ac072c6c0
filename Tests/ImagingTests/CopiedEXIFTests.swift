// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Testing

@testable import Imaging

/// The metadata of copies of a photo in another kind of file, read by exiftool.
@Suite struct CopiedEXIFTests {
    private static let size = PixelSize(width: 161, height: 121)
    /// Of the upright copy.
    private static let turned = PixelSize(width: 121, height: 161)

    /// A photo that lies on its side, with a small picture in it that does, too.
    private func source(byteOrder: String, in folder: TemporaryFolder) throws -> String {
        let small = folder.file("small.jpg", testJPEG(PixelSize(width: 64, height: 48)))
        let path = folder.file("source.jpg", testJPEG(Self.size))
        try run(
            "exiftool", "-q", "-overwrite_original", "-n", "-ExifByteOrder=\(byteOrder)", "-Orientation=6",
            "-Model=ACME One", "-ExposureTime=0.008", "-DateTimeOriginal=2026:11:22 14:02:11",
            "-ExifImageWidth=161", "-ExifImageHeight=121", "-ColorSpace=65535", "-ThumbnailImage<=\(small)",
            path)
        return path
    }

    private func copy(_ file: [UInt8], _ kind: String) throws -> [UInt8] {
        try file.withUnsafeBytes { bytes in
            let photo = try PhotoDecoder.photo(bytes, fitting: nil)
            let exif = CopiedEXIF.block(of: bytes, size: photo.size)
            return switch kind {
            case "heic": try PhotoExporter.heic(photo, quality: 90, exif: exif)
            case "jpg": try PhotoExporter.jpeg(photo, quality: 90, exif: exif)
            default: try PhotoExporter.png(photo, exif: exif)
            }
        }
    }

    private static let names = [
        "Orientation", "Model", "ExposureTime", "DateTimeOriginal", "ExifImageWidth", "ExifImageHeight",
        "ColorSpace",
    ]
    private static let expected = "1|ACME One|0.008|2026:11:22 14:02:11|121|161|1\n"

    private func facts(_ path: String) throws -> String {
        try run("exiftool", "-n", "-m", "-p", Self.names.map { "${\($0)}" }.joined(separator: "|"), path)
    }

    @Test(arguments: ["II", "MM"], ["heic", "jpg", "png"])
    func copiedMetadataOmitsWhatIsOutdated(byteOrder: String, kind: String) throws {
        let folder = TemporaryFolder()
        let first = try copy(try contents(try source(byteOrder: byteOrder, in: folder)), kind)
        let path = folder.file("first.\(kind)", first)
        #expect(try decoded(first).size == Self.turned)
        #expect(try facts(path) == Self.expected)
        #expect(try run("exiftool", "-ThumbnailImage", "-IFD1:all", path).isEmpty)
        #expect(try run("exiftool", "-s3", "-Warning", "-Error", path).isEmpty)
        // And from there into each other kind.
        for next in ["heic", "jpg", "png"] {
            #expect(
                try facts(folder.file("second.\(next)", try copy(first, next))) == Self.expected, "\(next)")
        }
    }

    @Test func photoWithoutMetadataIsCopiedWithoutAny() throws {
        for kind in ["heic", "jpg", "png"] {
            let folder = TemporaryFolder()
            let path = folder.file("a.\(kind)", try copy(testJPEG(Self.size), kind))
            #expect(try run("exiftool", "-EXIF:all", path).isEmpty)
        }
    }

    @Test func metadataBeyondJPEGsLimitIsLeftOut() throws {
        let file = try PhotoExporter.jpeg(
            try testPhoto(Self.size), quality: 90, exif: [UInt8](repeating: 0, count: 70_000))
        #expect(try decoded(file).isWhole && file.count < 70_000)
    }
}
