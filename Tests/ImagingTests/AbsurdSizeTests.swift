// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Imaging
import Testing

/// Sizes that no picture has: from drivers, other programs and damaged files. Numbers are checked before they are
/// multiplied.
@Suite struct AbsurdSizeTests {
    /// Each product of two of the larger ones leaves 64 bits.
    private static let numbers = [-1, 0, 1, 16, 16_384, 1 << 31, 1 << 62, .max, .min]

    private static let layouts = numbers.flatMap { width in
        numbers.flatMap { height in
            numbers.map { (size: PixelSize(width: width, height: height), bytesPerLine: $0) }
        }
    }

    @Test(arguments: RenderingTests.rawFormats + [.grey])
    func videoIsNotReadAsAPicture(format: PixelFormat) {
        let view = ViewfinderTarget(view: PixelSize(width: 8, height: 8), isMirrored: true)
        let (renderer, pool, probe, greys) = (FrameRenderer(), PicturePool(), FocusProbe(), GreyReader())
        for (size, bytesPerLine) in Self.layouts where size.area > 1 << 27 || size.isEmpty {
            let layout = FrameLayout(format: format, size: size, bytesPerLine: bytesPerLine, color: .video)
            let frame = Frame.test([1, 2, 3, 4], layout)
            #expect(code { _ = try renderer.render(frame, for: view, pool: pool) } == .damaged)
            #expect(code { _ = try PlanarImage(decoding: frame) } == .damaged)
            #expect(code { try greys.withGreys(of: frame) { _ in } } == .damaged)
            #expect(probe.signature(of: frame) == nil)
        }
    }

    @Test func framesAreNotDecodedIntoPhotos() {
        let size = PixelSize(width: 4_611_686_018_427_387_904, height: 4_611_686_018_427_387_904)
        for format in [PixelFormat.nv12, .yuyv, .yuv420] {
            let layout = FrameLayout(format: format, size: size, bytesPerLine: size.width, color: .jpeg)
            let shot = Shot(
                frame: .test([1, 2, 3, 4], layout), time: WallTime(nanosecondsSince1970: 0, offsetFromUTC: 0),
                camera: CameraInfo(id: .testScene, name: "T", node: "", position: .simulated),
                mode: .automatic, format: .heic, quality: .max,
                framing: PhotoFraming(portion: PixelRect(x: .max, y: .min, width: .max, height: .max)))
            #expect(code { _ = try PhotoEncoder(software: "T").encode(shot) } == .damaged)
        }
    }

    /// A part outside the frame means the whole frame.
    @Test(arguments: numbers) func aPartBeyondTheFrameIsAllOfIt(number: Int) throws {
        let size = PixelSize(width: 32, height: 16)
        let part = PixelRect(x: number, y: 2, width: .max, height: number)
        #expect(try PlanarImage(decoding: .raw(.nv12, size), portion: part).size == size)
    }

    /// The photo matters more than what is said about it.
    @Test(arguments: [Int64.min, -1, .max]) func factsThatCanNotBeLoseNoPhoto(number: Int64) throws {
        let size = PixelSize(width: 32, height: 16)
        for zoom in [-1, 0, 1e300, .infinity, .nan] {
            let shot = Shot(
                frame: .raw(.nv12, size),
                time: WallTime(nanosecondsSince1970: number, offsetFromUTC: number < 0 ? -172_799 : 172_799),
                camera: CameraInfo(id: .testScene, name: "", node: "", position: .simulated),
                mode: .automatic, format: .jpeg, quality: Int(number),
                measured: MeasuredSettings(
                    exposureTime: .nanoseconds(number), digitalZoom: zoom,
                    pointOfInterest: PixelPoint(x: Int(number), y: Int(number))))
            #expect(try PhotoEncoder(software: "").encode(shot).size == size)
        }
    }

    private func code(_ body: () throws -> Void) -> ImagingError.Code? {
        do { try body() } catch { return (error as? ImagingError)?.code }
        return nil
    }
}
