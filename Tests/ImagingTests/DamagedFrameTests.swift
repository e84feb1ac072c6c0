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

    @Test func missingLinesAreBlack() throws {
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
    func bytesBeforeTheImageAreSkipped(junk: [UInt8]) throws {
        let frame = Frame.jpeg(junk + testJPEG(size), size)
        #expect(try render(frame, view: size).distance() <= 7)
        #expect(try PlanarImage(decoding: frame).isWhole)
    }

    @Test func bytesAfterTheImageAreIgnored() throws {
        let junk = [UInt8](repeating: 0, count: 5000) + [0xFF, 0xD8, 0xFF, 0xC0, 0x00]
        let frame = Frame.jpeg(testJPEG(size) + junk, size)
        #expect(try render(frame, view: size).distance() <= 7)
        #expect(try PlanarImage(decoding: frame).isWhole)
    }

    /// As the firmware of Logitech's C270 and C910 sends them. Before some markers libjpeg overlooks the fewest.
    @Test(arguments: [1, 2, 4, 12]) func aFewExtraBytesBeforeAMarkerAreHarmless(count: Int) throws {
        for (place, jpeg) in try Self.withExtraBytes(count) {
            for view in [size, PixelSize(width: 160, height: 90)] {
                #expect(try render(.jpeg(jpeg, size), view: view).isWhole, "\(place)")
            }
            #expect(try PlanarImage(decoding: .jpeg(jpeg, size)).isWhole, "\(place)")
        }
    }

    @Test func manyExtraBytesAreDamage() throws {
        for (place, jpeg) in try Self.withExtraBytes(300) {
            #expect(try !render(.jpeg(jpeg, size), view: size).isWhole, "\(place)")
            #expect(try !PlanarImage(decoding: .jpeg(jpeg, size)).isWhole, "\(place)")
        }
    }

    /// libjpeg reports the first flaw only.
    @Test func harmlessBytesHideNeitherALostEndNorALostPart() throws {
        var jpeg = Self.grey
        let restarts = Self.restarts(in: jpeg)
        jpeg.insert(contentsOf: Self.extra(12), at: restarts[1])
        #expect(try render(.jpeg(jpeg, size), view: size).isWhole)
        #expect(try !render(.jpeg(Array(jpeg.dropLast(2)), size), view: size).isWhole)
        jpeg.removeSubrange((restarts[5] + 12)..<(restarts[6] + 12))
        #expect(try !render(.jpeg(jpeg, size), view: size).isWhole)
    }

    /// An image of several parts.
    private static let grey = joinedWithRestarts((0..<20).map { flatGreyBlock(UInt8(60 + 5 * $0)) })

    /// Images with bytes before their end, a segment, and a restart marker.
    private static func withExtraBytes(_ count: Int) throws -> [(place: String, jpeg: [UInt8])] {
        let (whole, grey) = (testJPEG(size), grey)
        let table = try #require(whole.indices.first { whole[$0...].starts(with: [0xFF, 0xC4]) })
        func inserted(in jpeg: [UInt8], at offset: Int) -> [UInt8] {
            jpeg[..<offset] + extra(count) + jpeg[offset...]
        }
        return [
            ("end", inserted(in: whole, at: whole.count - 2)), ("segment", inserted(in: whole, at: table)),
            ("restart", inserted(in: grey, at: restarts(in: grey)[9])),
        ]
    }

    private static func extra(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(0x11 + $0 % 64) } }

    private static func restarts(in jpeg: [UInt8]) -> [Int] {
        jpeg.indices.dropLast().filter { jpeg[$0] == 0xFF && (0xD0...0xD7).contains(jpeg[$0 + 1]) }
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
