// SPDX-License-Identifier: GPL-3.0-or-later
import CTurboJPEG
import CaptureCore
import CaptureTesting
import Testing

@testable import Imaging

/// Photo files, as the roll shows them.
@Suite struct PhotoDecoderTests {
    static let size = PixelSize(width: 320, height: 180)

    static let colors = [
        ColorDescription(matrix: .bt601, range: .full), ColorDescription(matrix: .bt601, range: .limited),
        ColorDescription(matrix: .bt709, range: .full), ColorDescription(matrix: .bt709, range: .limited),
    ]

    private static func image(_ size: PixelSize = size, _ color: ColorDescription = .jpeg) throws
        -> PlanarImage
    {
        try PlanarImage(decoding: .raw(.yuv420, size, color))
    }

    private static func heic(_ size: PixelSize = size, _ color: ColorDescription = .jpeg) throws -> [UInt8] {
        try HEICEncoder.encode(try image(size, color), quality: 95, exif: [])
    }

    @Test(arguments: colors)
    func aHEICPhotoHasTheColoursOfItsFrame(color: ColorDescription) throws {
        let photo = try decoded(try Self.heic(Self.size, color))
        #expect(photo.size == Self.size && photo.fullSize == Self.size && photo.isWhole)
        let distance = photo.distanceToTestImage
        #expect(distance.mean <= 1.5 && distance.most <= 6, "\(distance)")
        let small = try decoded(
            try Self.heic(Self.size, color), fitting: PixelSize(width: 160, height: 160)
        ).distanceToTestImage
        #expect(small.mean <= 1.5 && small.most <= 6, "\(small)")
    }

    @Test(arguments: [TJSAMP_444, TJSAMP_422, TJSAMP_420, TJSAMP_440, TJSAMP_411].map(\.rawValue))
    func aJPEGPhotoHasTheColoursOfItsFrame(subsampling: TJSAMP.RawValue) throws {
        let photo = try decoded(testJPEG(Self.size, TJSAMP(subsampling)))
        #expect(photo.size == Self.size && photo.fullSize == Self.size && photo.isWhole)
        let distance = photo.distanceToTestImage
        #expect(distance.mean <= 1.5 && distance.most <= 6, "\(distance)")
    }

    @Test func aPNGPhotoIsExact() throws {
        let photo = try decoded(try PhotoExporter.png(try testPhoto(Self.size)))
        #expect(photo.size == Self.size && photo.fullSize == Self.size && photo.isWhole)
        #expect(photo.distanceToTestImage.most <= 0.5)
    }

    @Test func aGreyPhotoIsGrey() throws {
        let photo = try decoded(testJPEG(Self.size, TJSAMP_GRAY))
        let color = photo.color(10, 10)
        #expect(color.red == color.green && color.green == color.blue)
    }

    @Test(arguments: 1...8)
    func anyOrientationIsBroughtUpright(value: Int) throws {
        let size = PixelSize(width: 97, height: 60)
        let file = try jpegFile(testJPEG(size, TJSAMP_444), exif: orientationBlock(UInt8(value)))
        let folder = TemporaryFolder()
        let result = folder.file("upright.ppm")
        try run("convert", folder.file("photo.jpg", file), "-auto-orient", "-depth", "8", result)
        let expected = try #require(DecodedImage(ppm: try contents(result)))
        let photo = try decoded(file)
        #expect(photo.size == expected.size && photo.fullSize == expected.size)
        #expect(photo.distance(to: expected.color).most <= 3)
        #expect(details(file).size == expected.size)
        let half = try decoded(file, fitting: PixelSize(width: 48, height: 48))
        #expect(max(half.size.width, half.size.height) == 48 && half.fullSize == expected.size)
        let orientation = PhotoOrientation(exifValue: value)
        #expect((half.size.width > half.size.height) == !orientation.swapsSides)
    }

    @Test func aTurnedHEICPhotoIsTurnedOnce() throws {
        let folder = TemporaryFolder()
        let jpeg = try jpegFile(
            testJPEG(PixelSize(width: 96, height: 64), TJSAMP_420), exif: orientationBlock(6))
        let (heic, png, result) = (folder.file("a.heic"), folder.file("a.png"), folder.file("a.ppm"))
        try run("heif-enc", "-q", "95", "-o", heic, folder.file("a.jpg", jpeg))
        try run("heif-convert", heic, png)
        try run("convert", png, "-depth", "8", result)
        let expected = try #require(DecodedImage(ppm: try contents(result)))
        let photo = try decoded(try contents(heic))
        #expect(photo.size == expected.size && photo.fullSize == expected.size)
        #expect(photo.distance(to: expected.color).most <= 4)
    }

    @Test(arguments: [(160, 160), (100, 300), (41, 300), (319, 179), (12, 7), (1, 1)])
    func aPhotoFitsItsView(width: Int, height: Int) throws {
        let view = PixelSize(width: width, height: height)
        for file in [testJPEG(Self.size), try Self.heic(), try PhotoExporter.png(try testPhoto(Self.size))] {
            let photo = try decoded(file, fitting: view)
            #expect(photo.size.width <= width && photo.size.height <= height && photo.fullSize == Self.size)
            #expect(photo.size.width == width || photo.size.height == height)
            if width > 12 { #expect(photo.distanceToTestImage.most <= 6) }
        }
    }

    @Test func noPhotoIsEnlarged() throws {
        for file in [testJPEG(Self.size), try Self.heic(), try PhotoExporter.png(try testPhoto(Self.size))] {
            #expect(try decoded(file, fitting: PixelSize(width: 4000, height: 4000)).size == Self.size)
        }
    }

    @Test(arguments: [(161, 121), (97, 65), (1, 1), (1, 40), (40, 1)])
    func oddSizesAreWhole(width: Int, height: Int) throws {
        let size = PixelSize(width: width, height: height)
        #expect(try decoded(testJPEG(size, TJSAMP_420)).size == size)
        #expect(try decoded(progressiveJPEG(size)).size == size)
        #expect(try decoded(try PhotoExporter.png(try testPhoto(size))).size == size)
        guard width > 64 else { return }
        #expect(try decoded(try Self.heic(size)).distanceToTestImage.most <= 8)
    }

    @Test func filesThatAreNoPhotosSaySo() {
        #expect(fault([]) == .empty)
        #expect(fault(Array("A text, and a long one, which is no photo at all.".utf8)) == .unknownKind)
        #expect(
            fault(Array("<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'/>".utf8))
                == .unknownKind)
        #expect(fault([0xFF, 0xD8, 0xFF]) == .damaged)
        #expect(fault([0x89] + Array("PNG\r\n\u{1A}\n".utf8)) == .damaged)
        #expect(fault(Array("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic".utf8)) == .damaged)
        #expect(fault([UInt8](repeating: 0, count: 1000)) == .unknownKind)
    }

    @Test func aJPEGWithoutItsEndIsShownAsFarAsItGoes() throws {
        let file = testJPEG(Self.size)
        let photo = try decoded(Array(file[..<(file.count * 3 / 4)]))
        #expect(photo.size == Self.size && !photo.isWhole)
        #expect(photo.color(5, 5).distance(to: TestImage(size: Self.size).pixel(5, 5)) <= 6)
        #expect(sharpness(Array(file[..<(file.count * 3 / 4)])) == nil)
    }

    @Test func truncatedFilesOfOtherKindsAreDamaged() throws {
        for file in [try Self.heic(), try PhotoExporter.png(try testPhoto(Self.size))] {
            for part in [file.count / 10, file.count / 2, file.count - 40] {
                #expect(fault(Array(file[..<part])) == .damaged)
            }
        }
    }

    @Test func absurdSizesAreRefusedByTheHeader() throws {
        let clock = ContinuousClock()
        var png = try PhotoExporter.png(try testPhoto(PixelSize(width: 8, height: 8)))
        png.replaceSubrange(16..<24, with: [0, 0, 0xFF, 0xDC, 0, 0, 0xFF, 0xDC])
        let absurd = PixelSize(width: 65500, height: 65500)
        let took = clock.measure { #expect(fault(png) == .tooLarge(absurd)) }
        #expect(took < .milliseconds(50))
        var progressive = progressiveJPEG(PixelSize(width: 16, height: 16))
        let header = try #require(
            progressive.indices.first { progressive[$0...].starts(with: [0xFF, 0xC2]) })
        progressive.replaceSubrange(header + 5..<header + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
        #expect(fault(progressive) == .tooLarge(absurd))
        #expect(
            fault(
                Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [
                    40, 0, 0, 0, 0xDC, 0xFF, 0, 0, 0xDC, 0xFF, 0, 0, 1, 0, 24, 0,
                ] + [UInt8](repeating: 0, count: 100)) == .tooLarge(absurd))
    }

    @Test func aJPEGOfMorePixelsThanFitIsDecodedSmaller() throws {
        let size = PixelSize(width: 8000, height: 6000)
        var file = testJPEG(PixelSize(width: 64, height: 48), TJSAMP_GRAY)
        let header = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0xC0]) })
        file.replaceSubrange(header + 5..<header + 9, with: [0x17, 0x70, 0x1F, 0x40])
        let photo = try decoded(file)
        #expect(
            photo.fullSize == size && photo.size == PixelSize(width: 6000, height: 4500) && !photo.isWhole)
    }

    @Test func aHEICPhotoShowsItsOwnThumbnail() throws {
        let size = PixelSize(width: 1280, height: 720)
        let small = try thumbnail(try Self.heic(size))
        #expect(small.size == PixelSize(width: 256, height: 144) && small.fullSize == size)
        #expect(small.distanceToTestImage.most <= 8)
    }

    @Test func aJPEGPhotoHasAThumbnail() throws {
        let size = PixelSize(width: 1280, height: 720)
        let small = try thumbnail(try jpegFile(testJPEG(size), exif: orientationBlock(8)))
        #expect(small.size == PixelSize(width: 144, height: 256))
        #expect(small.fullSize == PixelSize(width: 720, height: 1280))
    }

    @Test(arguments: [(192, 108, true), (160, 120, false), (96, 54, false)])
    func anEmbeddedThumbnailIsUsedWhereItIsGood(width: Int, height: Int, isUsed: Bool) throws {
        // Grey, so that it differs from the photo.
        let embedded = testJPEG(PixelSize(width: width, height: height), TJSAMP_GRAY)
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let block: [UInt8] =
            [0x49, 0x49, 42, 0, 8, 0, 0, 0, 0, 0] + number(14) + [2, 0]
            + [0x01, 0x02, 4, 0, 1, 0, 0, 0] + number(44) + [0x02, 0x02, 4, 0, 1, 0, 0, 0]
            + number(embedded.count) + number(0) + embedded
        let small = try thumbnail(try jpegFile(testJPEG(Self.size), exif: block))
        let color = small.color(8, 8)
        #expect((color.red == color.blue) == isUsed)
        #expect(
            small.size
                == (isUsed ? PixelSize(width: width, height: height) : PixelSize(width: 256, height: 144)))
        #expect(small.fullSize == Self.size)
    }

    @Test(arguments: PhotoFormat.allCases)
    func aPhotoOfOursSaysWhatItIs(format: PhotoFormat) throws {
        let shot = Shot(
            frame: .jpeg(testJPEG(Self.size), Self.size),
            time: WallTime(nanosecondsSince1970: 1_709_210_096_789_000_000, offsetFromUTC: 0),
            camera: CameraInfo(id: .testScene, name: "Logitech BRIO", node: "", position: .simulated),
            mode: .automatic, format: format, quality: 90)
        let file = try PhotoEncoder(software: "T").encode(shot).bytes
        var expected = PhotoDetails(
            size: Self.size, byteCount: file.count, kind: format == .heic ? "HEIC" : "JPEG")
        expected.camera = "Logitech BRIO"
        expected.taken = "2024:02:29 12:34:56"
        #expect(details(file) == expected)
    }

    @Test func exiftoolsFactsAreRead() throws {
        let folder = TemporaryFolder()
        let path = folder.file("a.jpg", testJPEG(Self.size))
        try run(
            "exiftool", "-q", "-overwrite_original", "-Make=ACME", "-Model=ACME One", "-ExposureTime=1/125",
            "-ISO=400",
            "-FNumber=2.8", "-DateTimeOriginal=2026:11:22 14:02:11", path)
        let found = details(try contents(path))
        #expect(
            found.camera == "ACME One" && found.sensitivity == 400 && found.taken == "2026:11:22 14:02:11")
        #expect(found.exposureTime == 1.0 / 125 && found.fNumber == 2.8)
    }

    @Test func aBlurredPhotoIsLessSharp() throws {
        let folder = TemporaryFolder()
        let (sharp, soft) = (folder.file("sharp.jpg"), folder.file("soft.jpg"))
        try run("convert", "-size", "320x240", "pattern:checkerboard", sharp)
        try run("convert", sharp, "-blur", "0x3", soft)
        let (first, second) = (sharpness(try contents(sharp)), sharpness(try contents(soft)))
        #expect(try #require(first) > (try #require(second)) * 2)
        #expect(sharpness([1, 2, 3]) == nil)
        for (path, kind) in [(sharp, "sharp"), (soft, "soft")] {
            try run("heif-enc", "-q", "95", "-o", folder.file(kind + ".heic"), path)
        }
        let heic = try ["sharp.heic", "soft.heic"].map { sharpness(try contents(folder.file($0))) }
        #expect(try #require(heic[0]) > (try #require(heic[1])) * 2)
    }

    @Test(arguments: ["bmp", "gif", "tiff", "webp"])
    func otherKindsAreShown(kind: String) throws {
        let folder = TemporaryFolder()
        let path = folder.file("a." + kind)
        try run(
            "convert", folder.file("a.png", try PhotoExporter.png(try testPhoto(Self.size))),
            "-define", "webp:lossless=true", path)
        let file = try contents(path)
        let photo = try decoded(file)
        #expect(photo.size == Self.size)
        #expect(photo.distanceToTestImage.mean <= (kind == "gif" ? 12 : 2))
        #expect(details(file).kind.lowercased() == kind)
    }

    @Test func aCMYKPhotoIsShown() throws {
        let folder = TemporaryFolder()
        let path = folder.file("a.jpg")
        try run("convert", folder.file("b.jpg", testJPEG(Self.size)), "-colorspace", "CMYK", path)
        let photo = try decoded(try contents(path), fitting: PixelSize(width: 160, height: 90))
        #expect(photo.size == PixelSize(width: 160, height: 90) && photo.fullSize == Self.size)
    }

    @Test func transparentPixelsAreBlack() throws {
        let folder = TemporaryFolder()
        let path = folder.file("a.png")
        try run("convert", "-size", "20x20", "xc:rgba(200,100,50,0.5)", path)
        let color = try decoded(try contents(path)).color(3, 3)
        #expect(color.distance(to: RGB(red: 100, green: 50, blue: 25)) <= 1)
    }
}
