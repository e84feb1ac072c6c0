// SPDX-License-Identifier: GPL-3.0-or-later
import CYUV
import CaptureCore

/// Turns planes into the screen's pixels (B G R X in memory, which libyuv calls ARGB). Stateless.
enum PixelConverter {
    /// Whether `convert` takes this arrangement; the others go through 4:2:0 planes first.
    static func takes(_ arrangement: PicturePlanes.Arrangement) -> Bool {
        switch arrangement {
        case .planar(1, 1), .planar(2, 1), .planar(2, 2), .nv12, .grey, .yuyv, .uyvy: true
        case .rgb, .bgr, .rgbx, .bgrx: true
        case .planar: false
        }
    }

    /// Converts a whole view.
    ///
    /// - Parameter unpacked: working memory for packed 4:2:2, `PixelConverter.unpackedBytes` at least.
    static func convert(
        _ source: PicturePlanes, to pixels: UnsafeMutablePointer<UInt8>, stride: Int,
        unpacked: UnsafeMutablePointer<UInt8>
    ) {
        let (width, height) = (Int32(size: source.size.width), Int32(size: source.size.height))
        let lineBytes = Int32(size: source.first.stride)
        switch source.arrangement {
        case .planar(let horizontal, let vertical):
            convertPlanar(source, (horizontal, vertical), to: pixels, stride: stride)
        case .yuyv, .uyvy:
            let planes = unpack(source, into: unpacked)
            convertPlanar(planes, (2, 1), to: pixels, stride: stride)
        case .nv12:
            NV12ToARGBMatrix(
                source.first.base, lineBytes, source.second?.base, Int32(size: source.second?.stride ?? 0),
                pixels, Int32(size: stride), matrix(source.color), width, height)
        case .grey:
            I400ToARGBMatrix(
                source.first.base, lineBytes, pixels, Int32(size: stride), matrix(source.color), width, height
            )
        case .rgb:
            RAWToARGB(source.first.base, lineBytes, pixels, Int32(size: stride), width, height)
        case .bgr:
            RGB24ToARGB(source.first.base, lineBytes, pixels, Int32(size: stride), width, height)
        case .rgbx:
            ABGRToARGB(source.first.base, lineBytes, pixels, Int32(size: stride), width, height)
            makeOpaque(pixels, stride: stride, source.size)
        case .bgrx:
            ARGBCopy(source.first.base, lineBytes, pixels, Int32(size: stride), width, height)
            makeOpaque(pixels, stride: stride, source.size)
        }
    }

    /// Fills the fourth byte of each pixel, which a camera leaves as it is: textures are drawn with it as alpha.
    private static func makeOpaque(_ pixels: UnsafeMutablePointer<UInt8>, stride: Int, _ size: PixelSize) {
        for y in 0..<size.height {
            let line = pixels + y * stride
            for x in 0..<size.width { line[4 * x + 3] = 255 }
        }
    }

    /// How much working memory packed 4:2:2 of this size needs: its three planes.
    static func unpackedBytes(_ size: PixelSize) -> Int {
        (size.width + 2 * size.width.dividedUp(by: 2)) * size.height
    }

    private static func convertPlanar(
        _ source: PicturePlanes, _ subsampling: (Int, Int), to pixels: UnsafeMutablePointer<UInt8>,
        stride: Int
    ) {
        guard let blue = source.second, let red = source.third else { return }
        let convert =
            switch subsampling {
            case (1, _): I444ToARGBMatrix
            case (_, 1): I422ToARGBMatrix
            case (_, _): I420ToARGBMatrix
            }
        _ = convert(
            source.first.base, Int32(size: source.first.stride), blue.base, Int32(size: blue.stride),
            red.base, Int32(size: red.stride), pixels, Int32(size: stride), matrix(source.color),
            Int32(size: source.size.width), Int32(size: source.size.height))
    }

    private static func unpack(
        _ source: PicturePlanes, into memory: UnsafeMutablePointer<UInt8>
    ) -> PicturePlanes {
        let (width, height) = (source.size.width, source.size.height)
        let columns = width.dividedUp(by: 2)
        let (blue, red) = (memory + width * height, memory + (width + columns) * height)
        let unpack = source.arrangement == .yuyv ? YUY2ToI422 : UYVYToI422
        _ = unpack(
            source.first.base, Int32(size: source.first.stride), memory, Int32(size: width),
            blue, Int32(size: columns), red, Int32(size: columns), Int32(size: width), Int32(size: height))
        return PicturePlanes(
            arrangement: .planar(horizontal: 2, vertical: 1), size: source.size, color: source.color,
            first: Plane(base: memory, stride: width, bytesPerRow: width, rows: height),
            second: Plane(base: blue, stride: columns, bytesPerRow: columns, rows: height),
            third: Plane(base: red, stride: columns, bytesPerRow: columns, rows: height))
    }

    /// libyuv's constants for a colour description: signed bytes of 1/64.
    ///
    /// Limited BT.709 needs 2.11 for blue but gets 2, so its blue is 5 % too weak on the screen.
    private static func matrix(_ color: ColorDescription) -> OpaquePointer {
        tt_yuv_constants(color.matrix == .bt709 ? 1 : 0, color.range == .full ? 1 : 0)
    }
}
