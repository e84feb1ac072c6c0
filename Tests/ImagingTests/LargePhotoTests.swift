// SPDX-License-Identifier: GPL-3.0-or-later
import CTurboJPEG
import CaptureCore
import CaptureTesting
import Testing

@testable import Imaging

/// Photos of phones and cameras with more pixels, or deeper ones, than are decoded in the ordinary way.
@Suite(.serialized) struct LargePhotoTests {
    private static let tile = PixelSize(width: 512, height: 512)
    private static let view = PixelSize(width: 1024, height: 1024)

    private static func heic(_ size: PixelSize) throws -> [UInt8] {
        try HEICEncoder.encode(
            try PlanarImage(decoding: .raw(.yuv420, size, .jpeg)), quality: 95, exif: [])
    }

    /// - Parameter chroma: as heif-enc takes it, "422".
    private static func deep(_ chroma: String) throws -> [UInt8] {
        let folder = TemporaryFolder()
        let rgb = folder.file("a.ppm", Array("P6 512 512 255\n".utf8) + TestImage(size: tile).rgb())
        let (png, heic) = (folder.file("a.png"), folder.file("a.heic"))
        try run("ffmpeg", "-v", "error", "-i", rgb, "-pix_fmt", "rgb48be", png)
        try run("heif-enc", "-b", "10", "-q", "95", "-p", "chroma=\(chroma)", "-o", heic, png)
        return try contents(heic)
    }

    /// The tile's picture appears again and again; the middle of each is tried.
    private func expectTiles(_ photo: DecodedPhoto, columns: Int, rows: Int) {
        let image = TestImage(size: Self.tile)
        let (wide, high) = (photo.size.width / columns, photo.size.height / rows)
        for (column, row) in [(0, 0), (columns - 1, rows - 1), (columns / 2, rows / 2)] {
            for (x, y) in [(wide / 2, high / 2), (wide / 4, high * 3 / 4)] {
                let expected = image.pixel(x * Self.tile.width / wide, y * Self.tile.height / high)
                let color = photo.color(column * wide + x, row * high + y)
                #expect(color.distance(to: expected) <= 12, "\(column) \(row) \(x) \(y) \(color) \(expected)")
            }
        }
    }

    /// As phones with 50 million pixels write them.
    @Test func aPhotoOf50MillionPixelsIsShownAndWhole() throws {
        let file = try HEIFGrid.file(of: try Self.heic(Self.tile), Self.tile, columns: 16, rows: 12)
        let full = PixelSize(width: 8192, height: 6144)
        let photo = try decoded(file, fitting: Self.view)
        #expect(photo.size == PixelSize(width: 1024, height: 768) && photo.fullSize == full)
        expectTiles(photo, columns: 16, rows: 12)
        let small = try thumbnail(file)
        #expect(small.size == PixelSize(width: 256, height: 192) && small.fullSize == full)
        // All that a view has memory for; an export has it for all.
        let most = try decoded(file)
        #expect(most.size.area <= 32_000_000 && most.size.area > 31_000_000 && most.fullSize == full)
        let whole = try file.withUnsafeBytes { try PhotoDecoder.whole($0) }
        #expect(whole.size == full)
        expectTiles(whole, columns: 16, rows: 12)
    }

    @Test(arguments: ["420", "422", "444"]) func aDeepPhotoIsShownAndWhole(chroma: String) throws {
        let file = try HEIFGrid.file(of: try Self.deep(chroma), Self.tile, columns: 10, rows: 8)
        let full = PixelSize(width: 5120, height: 4096)
        #expect(full.area > PhotoLimits.maximumPixelsDeep)
        let photo = try decoded(file, fitting: Self.view)
        #expect(photo.fullSize == full && photo.size.width == 1024)
        expectTiles(photo, columns: 10, rows: 8)
        let whole = try file.withUnsafeBytes { try PhotoDecoder.whole($0) }
        #expect(whole.size == full)
        expectTiles(whole, columns: 10, rows: 8)
    }

    /// As phones with 200 million pixels write them, and cameras.
    @Test func whatMemoryDoesNotAllowShowsItsPreview() throws {
        let small = PixelSize(width: 600, height: 450)
        let file = try HEIFGrid.file(
            of: try Self.heic(Self.tile), Self.tile, columns: 30, rows: 16,
            preview: (try Self.heic(small), small))
        let full = PixelSize(width: 15360, height: 8192)
        // It has another shape, as one that was not turned with the photo.
        #expect(throws: PhotoFault.tooLarge(full)) { try decoded(file, fitting: Self.view) }
        let good = PixelSize(width: 630, height: 336)
        let other = try HEIFGrid.file(
            of: try Self.heic(Self.tile), Self.tile, columns: 30, rows: 16,
            preview: (try Self.heic(good), good))
        let photo = try decoded(other, fitting: Self.view)
        #expect(photo.size == good && photo.fullSize == full)
        #expect(photo.distanceToTestImage.mean <= 4)
        #expect(try thumbnail(other).fullSize == full)
        #expect(throws: PhotoFault.tooLarge(full)) {
            try other.withUnsafeBytes { (bytes) throws(PhotoFault) in try PhotoDecoder.whole(bytes) }
        }
    }

    @Test func aPreviewOfAnotherShapeIsNoThumbnail() throws {
        let side = PixelSize(width: 384, height: 512)
        let file = try HEIFGrid.file(
            of: try Self.heic(Self.tile), Self.tile, columns: 4, rows: 3,
            preview: (try Self.heic(side), side))
        #expect(try thumbnail(file).size == PixelSize(width: 256, height: 192))
    }

    @Test(arguments: ["pc", "tv"]) func aGreyPhotoOfAnyRangeIsAsBright(range: String) throws {
        let folder = TemporaryFolder()
        let avif = folder.file("a.avif")
        try run(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
            "color=gray:s=128x96,format=gray,scale=out_range=\(range),format=gray", "-frames:v", "1",
            "-color_range", range, "-c:v", "libaom-av1", "-still-picture", "1", avif)
        let color = try decoded(try contents(avif)).color(64, 48)
        #expect(abs(color.green - 128) <= 2 && color.red == color.green, "\(color)")
    }

    // MARK: JPEG

    /// Such files come from cameras and old programs; libjpeg reads them.
    @Test func bytesBetweenSegmentsAreNoDamage() throws {
        let size = PixelSize(width: 160, height: 120)
        let file = testJPEG(size)
        let tables = try #require(file.firstRange(of: [0xFF, 0xDB])).lowerBound
        for junk: [UInt8] in [
            Array("hello".utf8), [1], [0xFF, 0xD0], [0xFF, 0, 0], [0xFF, 0x01], [0xFF, 0xFF],
            // Adobe's note, one byte shorter than its length says, and a comment without even a length.
            [0xFF, 0xEE, 0, 13] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1], [0xFF, 0xFE, 0, 0],
        ] {
            var changed = file
            changed.insert(contentsOf: junk, at: tables)
            let photo = try decoded(changed)
            #expect(photo.size == size && photo.isWhole && photo.distanceToTestImage.mean <= 3, "\(junk)")
            #expect(details(changed).size == size)
            // It can be turned, too.
            let turned = changed.withUnsafeBytes { JPEGTurning.turned($0, clockwise: true) }
            #expect(try decoded(try #require(turned)).size == PixelSize(width: 120, height: 160))
        }
    }

    @Test func aJPEGOf12BitsIsIntact() throws {
        var file = testJPEG(PixelSize(width: 16, height: 16))
        let header = try #require(file.firstRange(of: [0xFF, 0xC0])).lowerBound
        file[header + 1] = 0xC1
        file[header + 4] = 12
        #expect(fault(file) == .decoderMissing(coding: "JPEG, 12 bit", package: nil))
    }
}
