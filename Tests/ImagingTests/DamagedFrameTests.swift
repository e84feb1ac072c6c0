// SPDX-License-Identifier: GPL-3.0-or-later
import CTurboJPEG
import CaptureCore
import CaptureTesting
import Imaging
import Testing

/// Real cameras' frames. All lie before an unreadable page.
@Suite struct DamagedFrameTests {
    static let size = PixelSize(width: 320, height: 180)
    let size = Self.size

    @Test(arguments: RenderingTests.rawFormats + [.grey], [0.99, 0.5, 0.001])
    func aShortRawFrameIsDrawnAsFarAsItGoes(format: PixelFormat, part: Double) throws {
        let layout = FrameLayout.raw(format, size)
        let whole = TestImage(size: size).bytes(layout)
        let bytes = Array(whole.prefix(max(1, Int(Double(whole.count) * part))))
        for view in [size, PixelSize(width: 200, height: 200), PixelSize(width: 64, height: 64)] {
            let picture = try render(.test(bytes, layout), view: view)
            #expect(picture.size.width == view.width)
        }
        #expect(try !PlanarImage(decoding: .test(bytes, layout)).isWhole)
    }

    @Test func whatIsMissingOfARawFrameIsBlack() throws {
        let layout = FrameLayout.raw(.yuyv, size)
        let half = Array(TestImage(size: size).bytes(layout).prefix(layout.bytesPerLine * 90))
        let picture = try render(.test(half, layout), view: size)
        #expect(picture.color(100, 80).distance(to: TestImage(size: size).pixel(100, 80)) <= 4)
        #expect(picture.color(100, 120) == RGB(red: 0, green: 0, blue: 0))
    }

    @Test func aLayoutThatContradictsItselfIsDamaged() {
        let bytes = [UInt8](repeating: 0, count: 100_000)
        for (width, height, line) in [(320, 180, 100), (-4, 180, 640), (20_000, 10, 40_000), (320, 180, 0)] {
            let layout = FrameLayout(
                format: .yuyv, size: PixelSize(width: width, height: height), bytesPerLine: line,
                color: .video)
            #expect { try render(.test(bytes, layout), view: size) } throws: {
                ($0 as? ImagingError)?.code == .damaged
            }
        }
    }

    @Test func anUnknownFormatSaysSo() {
        let layout = FrameLayout(format: PixelFormat("H264"), size: size, bytesPerLine: 0, color: .video)
        #expect { try render(.test([1, 2, 3], layout), view: size) } throws: {
            ($0 as? ImagingError)?.code == .unsupportedFormat
        }
    }

    @Test(arguments: [TJSAMP_422, TJSAMP_420, TJSAMP_444, TJSAMP_GRAY])
    func standardHuffmanTablesMayBeMissing(kind: TJSAMP) throws {
        let jpeg = testJPEG(size, kind)
        let bare = withoutHuffmanTables(jpeg)
        #expect(bare.count < jpeg.count - 100)
        let isGrey = kind == TJSAMP_GRAY
        #expect(try render(.jpeg(bare, size), view: size).distance(toTestImage: isGrey) <= 7)
        #expect(try PlanarImage(decoding: .jpeg(bare, size)).isWhole)
    }

    @Test(
        arguments: [
            [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xD8], [0, 0, 0], [0xFF, 0x00, 0x17, 0xFF],
        ] as [[UInt8]])
    func whatComesBeforeTheImageIsSkipped(junk: [UInt8]) throws {
        let frame = Frame.jpeg(junk + testJPEG(size), size)
        #expect(try render(frame, view: size).distance() <= 7)
        #expect(try PlanarImage(decoding: frame).isWhole)
    }

    @Test func whatComesAfterTheImageIsIgnored() throws {
        let junk = [UInt8](repeating: 0, count: 5000) + [0xFF, 0xD8, 0xFF, 0xC0, 0x00]
        let frame = Frame.jpeg(testJPEG(size) + junk, size)
        #expect(try render(frame, view: size).distance() <= 7)
        #expect(try PlanarImage(decoding: frame).isWhole)
    }

    @Test func aTruncatedFrameIsShownButNeverCalledWhole() throws {
        let jpeg = testJPEG(size)
        for part in [0.5, 0.8, 0.98] {
            let frame = Frame.jpeg(Array(jpeg.prefix(Int(Double(jpeg.count) * part))), size)
            #expect(try render(frame, view: size).size == size)
            #expect(try !PlanarImage(decoding: frame).isWhole)
        }
    }

    @Test func aFrameThatTheDriverFlaggedIsNeverCalledWhole() throws {
        let layout = FrameLayout(format: .mjpeg, size: size, bytesPerLine: 0, color: .jpeg)
        #expect(try !PlanarImage(decoding: .test(testJPEG(size), layout, isDamaged: true)).isWhole)
    }

    @Test func aJPEGOfAnotherSizeThanAnnouncedIsShownAsItIs() throws {
        let other = PixelSize(width: 160, height: 120)
        let picture = try render(.jpeg(testJPEG(other), size), view: size)
        #expect(picture.size == PixelSize(width: 240, height: 180))
        #expect(picture.distance() <= 7)
    }

    @Test func bytesWithoutAPictureAreDamaged() {
        for bytes in [[], [0xFF], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xD9], Array("no picture".utf8)]
            as [[UInt8]]
        {
            #expect { try render(.jpeg(bytes, size), view: size) } throws: {
                ($0 as? ImagingError)?.code == .damaged
            }
        }
    }

    @Test func noFlippedByteReadsOutOfBounds() throws {
        let jpeg = testJPEG(PixelSize(width: 64, height: 48), TJSAMP_420)
        let renderer = FrameRenderer()
        let pool = PicturePool()
        var random = SeededRandom(seed: 1)
        for position in jpeg.indices {
            var bytes = jpeg
            bytes[position] = UInt8.random(in: 0...255, using: &random)
            // Header bytes can ask for 16384 pixels a side, which is legal and slow.
            let stated = bytes.withUnsafeBytes { MJPEGInspector($0).size }
            guard stated.map({ $0.area < 1 << 20 }) ?? true else {
                continue
            }
            _ = try? renderer.render(
                .jpeg(bytes, size), for: ViewfinderTarget(view: size, isMirrored: false), pool: pool)
        }
    }
}
