// SPDX-License-Identifier: GPL-3.0-or-later
import CTurboJPEG
import CaptureCore
import Imaging
import Testing

/// Frames on the screen, compared with colours computed from the standards' formulas in floating point.
@Suite struct RenderingTests {
    static let rawFormats: [PixelFormat] = [
        .yuyv, .uyvy, .nv12, .yuv420, .rgb24, .bgr24, .rgbx32, .rgba32, .bgrx32, .bgra32,
    ]
    /// Source and view: the same size, smaller, much smaller, larger, odd, and other proportions.
    static let sizes: [(PixelSize, PixelSize)] = [
        (PixelSize(width: 320, height: 180), PixelSize(width: 320, height: 180)),
        (PixelSize(width: 320, height: 180), PixelSize(width: 213, height: 120)),
        (PixelSize(width: 320, height: 180), PixelSize(width: 320, height: 121)),
        (PixelSize(width: 320, height: 180), PixelSize(width: 97, height: 300)),
        // A bit more than a half, than a quarter and than an eighth.
        (PixelSize(width: 320, height: 180), PixelSize(width: 158, height: 89)),
        (PixelSize(width: 322, height: 182), PixelSize(width: 79, height: 44)),
        (PixelSize(width: 640, height: 360), PixelSize(width: 78, height: 44)),
        (PixelSize(width: 160, height: 120), PixelSize(width: 333, height: 251)),
        (PixelSize(width: 161, height: 121), PixelSize(width: 161, height: 121)),
        (PixelSize(width: 161, height: 121), PixelSize(width: 119, height: 90)),
    ]

    /// Levels of 255. libyuv converts with 6-bit factors and its filters round down, in each of three components,
    /// which colours add up; its box filter also moves edges by up to half a source pixel.
    static func bound(_ source: PixelSize, _ picture: PixelSize) -> Double {
        if source == picture { return 5 }
        return source.width > 2 * picture.width ? 11 : 7
    }

    @Test(arguments: rawFormats, sizes)
    func everyRawFormatHasItsColours(format: PixelFormat, sizes: (PixelSize, PixelSize)) throws {
        let picture = try render(.raw(format, sizes.0), view: sizes.1)
        #expect(picture.size == ViewfinderGeometry(source: sizes.0, view: sizes.1).picture)
        #expect(picture.distance() <= Self.bound(sizes.0, picture.size))
    }

    /// The fourth byte is 0 here: as alpha it would make the picture transparent.
    @Test(arguments: [PixelFormat.rgb24, .bgr24, .rgbx32, .rgba32, .bgrx32, .bgra32], [1, 3, 17])
    func redGreenAndBlueAreExactAndOpaque(format: PixelFormat, width: Int) throws {
        let isBGR = [.bgr24, .bgrx32, .bgra32].contains(format)
        let pixel: [UInt8] = (isBGR ? [7, 130, 251] : [251, 130, 7]) + [0]
        let bytesPerPixel = try #require(format.bytesPerRGBPixel)
        let size = PixelSize(width: width, height: 2)
        let layout = FrameLayout(
            format: format, size: size, bytesPerLine: width * bytesPerPixel, color: .jpeg)
        let bytes = (0..<size.area).flatMap { _ in pixel[..<bytesPerPixel] }
        let picture = try render(.test(bytes, layout), view: size)
        for (x, y) in [(0, 0), (width - 1, 1)] {
            #expect(picture.color(x, y) == RGB(red: 251, green: 130, blue: 7))
            let pixels = try #require(picture.pixels)
            #expect(pixels.load(fromByteOffset: y * picture.stride + 4 * x + 3, as: UInt8.self) == 255)
        }
    }

    @Test(
        arguments: [ColorDescription.Matrix.bt601, .bt709], [ColorDescription.Range.full, .limited])
    func colourDescriptionsAreFollowed(
        matrix: ColorDescription.Matrix, range: ColorDescription.Range
    ) throws {
        let size = PixelSize(width: 320, height: 180)
        let color = ColorDescription(matrix: matrix, range: range)
        // libyuv's factors are signed bytes of 1/64: limited BT.709 wants 2.11 for blue and gets 2.
        let bound: Double = matrix == .bt709 && range == .limited ? 10 : 5
        let other = ColorDescription(matrix: matrix == .bt601 ? .bt709 : .bt601, range: range)
        for format in [PixelFormat.yuyv, .nv12, .yuv420] {
            let bytes = TestImage(size: size).bytes(.raw(format, size, color))
            let right = try render(.test(bytes, .raw(format, size, color)), view: size).distance()
            let wrong = try render(.test(bytes, .raw(format, size, other)), view: size).distance()
            #expect(right <= bound)
            #expect(wrong >= bound + 5)
        }
    }

    @Test(arguments: [ColorDescription.jpeg, .video])
    func greyIsGrey(color: ColorDescription) throws {
        let size = PixelSize(width: 320, height: 180)
        let smaller = PixelSize(width: 211, height: 119)
        #expect(try render(.raw(.grey, size, color), view: size).distance(toTestImage: true) <= 2)
        #expect(try render(.raw(.grey, size, color), view: smaller).distance(toTestImage: true) <= 4)
    }

    @Test(arguments: [TJSAMP_444, TJSAMP_422, TJSAMP_420, TJSAMP_440, TJSAMP_411], sizes)
    func everyKindOfJPEGHasItsColours(kind: TJSAMP, sizes: (PixelSize, PixelSize)) throws {
        let picture = try render(.jpeg(testJPEG(sizes.0, kind), sizes.0), view: sizes.1)
        #expect(picture.size == ViewfinderGeometry(source: sizes.0, view: sizes.1).picture)
        #expect(picture.distance() <= Self.bound(sizes.0, picture.size) + 3)
    }

    @Test func aGreyJPEGIsGrey() throws {
        let size = PixelSize(width: 161, height: 121)
        let picture = try render(.jpeg(testJPEG(size, TJSAMP_GRAY), size), view: size)
        #expect(picture.distance(toTestImage: true) <= 4)
    }

    @Test(arguments: sizes)
    func aMirroredPictureIsTheSameTheOtherWayRound(sizes: (PixelSize, PixelSize)) throws {
        for format in [PixelFormat.yuyv, .rgb24] {
            let frame = Frame.raw(format, sizes.0)
            let straight = try render(frame, view: sizes.1)
            let mirrored = try render(frame, view: sizes.1, isMirrored: true)
            #expect(mirrored.isMirrored && !straight.isMirrored)
            let isSame = (0..<straight.size.height).allSatisfy { y in
                (0..<straight.size.width).allSatisfy { x in
                    straight.color(x, y) == mirrored.color(straight.size.width - 1 - x, y)
                }
            }
            #expect(isSame)
        }
    }

    /// Drivers count 3 / 2 of the height.
    @Test func theLastLineOfChromaMayBeMissing() throws {
        let size = PixelSize(width: 320, height: 181)
        let layout = FrameLayout.raw(.nv12, size)
        let frame = Frame.test(
            Array(TestImage(size: size).bytes(layout).prefix(layout.bytesPerLine * size.height * 3 / 2)),
            layout)
        for view in [size, PixelSize(width: 160, height: 90)] {
            let picture = try render(frame, view: view)
            #expect(picture.isWhole)
            #expect(picture.distance() <= Self.bound(size, picture.size))
        }
        #expect(try PlanarImage(decoding: frame).isWhole)
    }

    @Test func aPictureOfOnePixelIsDrawn() throws {
        let picture = try render(
            .raw(.yuyv, PixelSize(width: 320, height: 180)), view: PixelSize(width: 1, height: 1))
        #expect(picture.size == PixelSize(width: 1, height: 1))
        let tiny = try render(
            .raw(.yuv420, PixelSize(width: 1, height: 1)), view: PixelSize(width: 40, height: 30))
        #expect(tiny.size == PixelSize(width: 30, height: 30))
    }

    @Test func anEmptyViewHasNothingToDraw() {
        let frame = Frame.raw(.yuyv, PixelSize(width: 32, height: 18))
        #expect { try render(frame, view: PixelSize(width: 0, height: 100)) } throws: {
            ($0 as? ImagingError)?.code == .nothingToDraw
        }
    }

    @Test func oneRendererServesChangingFramesAndViews() throws {
        let renderer = FrameRenderer()
        let pool = PicturePool()
        for (source, view) in Self.sizes {
            for frame in [Frame.raw(.nv12, source), .jpeg(testJPEG(source), source), .raw(.yuyv, source)] {
                let picture = try renderer.render(
                    frame, for: ViewfinderTarget(view: view, isMirrored: true), pool: pool)
                #expect(picture.distance() <= Self.bound(source, picture.size) + 3)
            }
        }
    }
}
