// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc

/// Finds the planes in the bytes of an uncompressed frame.
enum RawPlanes {
    /// Describes whole frames; reads nothing.
    ///
    /// - Parameter bytes: at least `layout.wholeByteCount`.
    /// - Throws: `unsupportedFormat`, or `damaged` if the layout contradicts itself.
    static func describe(
        _ bytes: UnsafePointer<UInt8>, _ layout: FrameLayout
    ) throws(ImagingError) -> PicturePlanes {
        guard let arrangement = arrangement(of: layout.format) else {
            throw ImagingError(.unsupportedFormat, layout.format.description)
        }
        // Checked before anything is multiplied: the numbers come from drivers, other programs and files.
        guard ImageLimits.allows(layout.size), layout.bytesPerLine <= ImageLimits.side * 8,
            layout.bytesPerLine >= bytesPerRow(arrangement, width: layout.size.width)
        else { throw ImagingError(.damaged, "\(layout.size) with \(layout.bytesPerLine) bytes a line") }
        let rowBytes = bytesPerRow(arrangement, width: layout.size.width)
        var planes = PicturePlanes(
            arrangement: arrangement, size: layout.size, color: layout.color,
            first: Plane(
                base: bytes, stride: layout.bytesPerLine, bytesPerRow: rowBytes, rows: layout.size.height))
        addChroma(to: &planes, after: bytes + layout.bytesPerLine * layout.size.height)
        return planes
    }

    private static func arrangement(of format: PixelFormat) -> PicturePlanes.Arrangement? {
        switch format {
        case .yuyv: .yuyv
        case .uyvy: .uyvy
        case .nv12: .nv12
        case .yuv420: .planar(horizontal: 2, vertical: 2)
        case .grey: .grey
        case .rgb24: .rgb
        case .bgr24: .bgr
        case .rgbx32, .rgba32: .rgbx
        case .bgrx32, .bgra32: .bgrx
        default: nil
        }
    }

    private static func bytesPerRow(_ arrangement: PicturePlanes.Arrangement, width: Int) -> Int {
        switch arrangement {
        case .yuyv, .uyvy: width.dividedUp(by: 2) * 4
        case .rgb, .bgr: width * 3
        case .rgbx, .bgrx: width * 4
        case .nv12: width.dividedUp(by: 2) * 2
        case .grey, .planar: width
        }
    }

    private static func addChroma(to planes: inout PicturePlanes, after luma: UnsafePointer<UInt8>) {
        let rows = planes.size.height.dividedUp(by: 2)
        let columns = planes.size.width.dividedUp(by: 2)
        switch planes.arrangement {
        case .nv12:
            planes.second = Plane(
                base: luma, stride: planes.first.stride, bytesPerRow: columns * 2, rows: rows)
        case .planar:
            let stride = planes.first.stride.dividedUp(by: 2)
            planes.second = Plane(base: luma, stride: stride, bytesPerRow: columns, rows: rows)
            planes.third = Plane(
                base: luma + stride * rows, stride: stride, bytesPerRow: columns, rows: rows)
        case .yuyv, .uyvy, .grey, .rgb, .bgr, .rgbx, .bgrx:
            break
        }
    }

    /// Fills a whole frame's bytes with black and copies the received part over it. If nothing but the last line of
    /// chroma is missing, it becomes the line before.
    ///
    /// - Parameter whole: `layout.wholeByteCount` bytes; `bytes` are fewer.
    static func complete(
        _ bytes: UnsafeRawBufferPointer, _ layout: FrameLayout, into whole: UnsafeMutableRawBufferPointer
    ) {
        guard let start = whole.baseAddress else { return }
        let black: UInt8 = layout.color.range == .limited ? 16 : 0
        switch layout.format {
        case .yuyv, .uyvy:
            let pattern: (UInt8, UInt8) = layout.format == .yuyv ? (black, 128) : (128, black)
            for index in whole.indices { whole[index] = index % 2 == 0 ? pattern.0 : pattern.1 }
        case _ where layout.format.bytesPerRGBPixel != nil:
            memset(start, 0, whole.count)
        default:
            let luma = min(whole.count, layout.bytesPerLine * layout.size.height)
            memset(start, Int32(black), luma)
            memset(start + luma, 128, whole.count - luma)
        }
        whole.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(whole.count)))
        if bytes.count >= layout.leastByteCount ?? .max, layout.size.height > 1 {
            let last = start + (whole.count - layout.bytesPerLine)
            memcpy(last, last - layout.bytesPerLine, layout.bytesPerLine)
        }
    }
}
