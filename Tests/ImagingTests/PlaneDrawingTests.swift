// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Imaging
import Testing

/// Pictures that are handed over as planes are the same pictures.
@Suite struct PlaneDrawingTests {
    private static let size = PixelSize(width: 322, height: 182)

    private func picture(
        _ frame: Frame, _ view: PixelSize, _ planes: ViewfinderTarget.PlaneUse,
        by renderer: FrameRenderer = FrameRenderer()
    ) throws -> Picture {
        let target = ViewfinderTarget(
            view: view, isMirrored: true, framing: Framing(zoom: 1.3), planes: planes)
        return try renderer.render(frame, for: target, pool: PicturePool())
    }

    /// Whether all pixels are the same; what lies between lines is no pixel.
    private func isSame(_ one: Picture, _ other: Picture) throws -> Bool {
        let (left, right) = (try #require(one.pixels), try #require(other.pixels))
        return one.size == other.size && one.stride == other.stride
            && (0..<one.size.height).allSatisfy {
                memcmp(left + $0 * one.stride, right + $0 * other.stride, one.size.width * 4) == 0
            }
    }

    @Test(arguments: RenderingTests.rawFormats + [.mjpeg], [Self.size, PixelSize(width: 97, height: 55)])
    func gpuAndCPUPixelsAreTheSame(format: PixelFormat, view: PixelSize) throws {
        let frame: Frame =
            format == .mjpeg ? .jpeg(testJPEG(Self.size), Self.size) : .raw(format, Self.size)
        let drawn = try picture(frame, view, .all)
        #expect((drawn.drawing == nil) == (format.bytesPerRGBPixel != nil))
        #expect(drawn.isMirrored && drawn.portion != PixelRect(drawn.frameSize))
        #expect(try isSame(drawn, try picture(frame, view, .never)))
    }

    @Test func largePicturesAreDrawnInPieces() throws {
        let view = PixelSize(width: 2640, height: 1490)
        let frame = Frame.jpeg(testJPEG(Self.size), Self.size)
        let (whole, drawn) = (try picture(frame, view, .never), try picture(frame, view, .large))
        let drawing = try #require(drawn.drawing)
        let start = try #require(whole.pixels)
        let (lines, height) = (48, whole.size.height)
        let piece = UnsafeMutableRawPointer.allocate(byteCount: lines * whole.stride, alignment: 64)
        defer { piece.deallocate() }
        for top in Swift.stride(from: 0, to: height, by: lines) {
            let range = top..<min(top + lines, height)
            #expect(drawing.draw(range, into: piece, stride: whole.stride))
            let isSame = range.allSatisfy {
                memcmp(
                    piece + ($0 - top) * whole.stride, start + $0 * whole.stride, whole.size.width * 4) == 0
            }
            #expect(isSame)
        }
        #expect(try picture(frame, Self.size, .large).drawing == nil, "small ones are pixels")
    }

    @Test func planesThatAreHeldStayAndMemoryIsUsedAgain() throws {
        let renderer = FrameRenderer()
        let first = Frame.jpeg(testJPEG(Self.size), Self.size)
        let other = Frame.jpeg(testJPEG(Self.size, quality: 20), Self.size)
        let held = try picture(first, Self.size, .all, by: renderer)
        var addresses: Set<UInt> = []
        for _ in 0..<10 {
            addresses.insert(
                try #require(try picture(other, Self.size, .all, by: renderer).drawing).planes.first.address)
        }
        #expect(addresses.count <= 2)
        #expect(!addresses.contains(try #require(held.drawing).planes.first.address))
        #expect(try isSame(held, try picture(first, Self.size, .never)))
    }

    @Test func shortRawFrameIsPixels() throws {
        let bytes = [UInt8](repeating: 90, count: 1000)
        let frame = Frame.test(bytes, .raw(.yuyv, Self.size))
        #expect(try picture(frame, Self.size, .all).drawing == nil)
    }
}
