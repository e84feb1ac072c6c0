// SPDX-License-Identifier: GPL-3.0-or-later
import CYUV
import CaptureCore

extension PicturePlanes {
    /// A part of the image, without copying.
    ///
    /// - Parameter part: within the image. Its corner is moved up and left to the nearest chroma sample.
    func cropped(to part: PixelRect) -> PicturePlanes {
        guard part.size != size, part.fits(in: size) else { return self }
        let (horizontal, vertical) = chromaGrid
        let x = part.x / horizontal * horizontal
        let y = part.y / vertical * vertical
        var cropped = self
        cropped.size = part.size
        let (width, height) = (part.width, part.height)
        let columns = width.dividedUp(by: horizontal)
        let rows = height.dividedUp(by: vertical)
        switch arrangement {
        case .planar:
            cropped.first = first.part(x, y, width, height)
            cropped.second = second?.part(x / horizontal, y / vertical, columns, rows)
            cropped.third = third?.part(x / horizontal, y / vertical, columns, rows)
        case .nv12:
            cropped.first = first.part(x, y, columns * 2, height)
            cropped.second = second?.part(x, y / vertical, columns * 2, rows)
        case .yuyv, .uyvy: cropped.first = first.part(2 * x, y, columns * 4, height)
        case .grey: cropped.first = first.part(x, y, width, height)
        case .rgb, .bgr: cropped.first = first.part(3 * x, y, 3 * width, height)
        case .rgbx, .bgrx: cropped.first = first.part(4 * x, y, 4 * width, height)
        }
        return cropped
    }

    /// The columns and lines of one chroma sample.
    private var chromaGrid: (horizontal: Int, vertical: Int) {
        switch arrangement {
        case .planar(let horizontal, let vertical): (horizontal, vertical)
        case .nv12: (2, 2)
        case .yuyv, .uyvy: (2, 1)
        case .grey, .rgb, .bgr, .rgbx, .bgrx: (1, 1)
        }
    }
}

extension Plane {
    /// Some bytes of some lines.
    fileprivate func part(_ start: Int, _ line: Int, _ bytes: Int, _ lines: Int) -> Plane {
        Plane(base: row(line) + start, stride: stride, bytesPerRow: bytes, rows: lines)
    }
}

extension PixelRect {
    /// The same part of the image at a fraction of its size, as TurboJPEG decodes it.
    func reduced(by denominator: Int, within size: PixelSize) -> PixelRect {
        let (x, y) = (self.x / denominator, self.y / denominator)
        return PixelRect(
            x: x, y: y, width: max(1, min(width.dividedUp(by: denominator), size.width - x)),
            height: max(1, min(height.dividedUp(by: denominator), size.height - y)))
    }
}

extension PlanarImage {
    /// The image with left and right swapped.
    ///
    /// - Throws: `noMemory`.
    func mirrored() throws(ImagingError) -> PlanarImage {
        let memory = try AlignedMemory(byteCount: PlaneTarget.byteCount(size))
        let target = PlaneTarget(memory.pointer.assumingMemoryBound(to: UInt8.self), size: size)
        try withPlanes { (planes) throws(ImagingError) in
            Self.mirror(planes.first, to: target.luma)
            if let blue = planes.second { Self.mirror(blue, to: target.blue) }
            if let red = planes.third { Self.mirror(red, to: target.red) }
        }
        target.padToEven(size)
        return PlanarImage(memory: memory, size: size, color: color, isWhole: isWhole)
    }

    private static func mirror(
        _ plane: Plane, to target: (base: UnsafeMutablePointer<UInt8>, stride: Int)
    ) {
        MirrorPlane(
            plane.base, Int32(size: plane.stride), target.base, Int32(size: target.stride),
            Int32(size: plane.bytesPerRow), Int32(size: plane.rows))
    }
}
