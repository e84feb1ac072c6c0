// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Testing

@testable import Imaging

/// Files of decoded photos, read by other programs.
@Suite struct PhotoExporterTests {
    private static let size = PixelSize(width: 161, height: 121)

    @Test(arguments: [70, 95])
    func aJPEGFileHasThePixels(quality: Int) throws {
        let file = try PhotoExporter.jpeg(try testPhoto(Self.size), quality: quality)
        let decoded = try #require(try Decoder.ffmpeg.decode(file, heic: false))
        #expect(decoded.size == Self.size && decoded.distanceToTestImage <= 14)
        let folder = TemporaryFolder()
        let printed = try run("exiftool", "-s3", "-YCbCrSubSampling", "-n", folder.file("a.jpg", file))
        #expect(printed.hasPrefix(quality == 70 ? "2 2" : "1 1"))
        #expect(try run("exiftool", "-EXIF:all", "-ICC_Profile:all", folder.file("a.jpg", file)).isEmpty)
    }

    @Test func aHEICFileHasThePixels() throws {
        let file = try PhotoExporter.heic(try testPhoto(Self.size), quality: 95)
        let decoded = try #require(try Decoder.libheif.decode(file, heic: true))
        #expect(decoded.size == Self.size && decoded.distanceToTestImage <= 12)
    }

    @Test func aPNGFileHasThePixelsAndTheTexts() throws {
        let file = try PhotoExporter.png(
            try testPhoto(Self.size),
            texts: [("tEXt::Thumb::URI", "file:///a%20b.jpg"), ("tEXt::Thumb::MTime", "1700000000")])
        let folder = TemporaryFolder()
        let (path, result) = (folder.file("a.png", file), folder.file("a.ppm"))
        try run("convert", path, "-depth", "8", result)
        let decoded = try #require(DecodedImage(ppm: try contents(result)))
        #expect(decoded.size == Self.size && decoded.distanceToTestImage <= 0.5)
        let printed = try run("identify", "-verbose", path)
        #expect(
            printed.contains("Thumb::URI: file:///a%20b.jpg") && printed.contains("Thumb::MTime: 1700000000"))
    }
}
