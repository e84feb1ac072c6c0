// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore

/// Lines of bytes in memory that the caller keeps alive.
struct PlaneView {
    var base: UnsafePointer<UInt8>
    /// Bytes from one line to the next.
    var stride: Int
    /// Bytes of a line without padding.
    var bytesPerRow: Int
    var rows: Int

    func row(_ index: Int) -> UnsafePointer<UInt8> { base + index * stride }
}

/// An uncompressed image in memory, of any arrangement; a view, not an owner.
struct PixelPlanes {
    typealias Arrangement = PicturePlanes.Arrangement

    var arrangement: Arrangement
    var size: PixelSize
    var color: ColorDescription
    var first: PlaneView
    /// Cb, or the Cb Cr pairs.
    var second: PlaneView?
    /// Cr.
    var third: PlaneView?

    /// The luma lines for one line of chroma.
    var verticalSubsampling: Int {
        switch arrangement {
        case .planar(_, let vertical): vertical
        case .nv12: 2
        case .yuyv, .uyvy, .grey, .rgb, .bgr, .rgbx, .bgrx: 1
        }
    }
}

extension PixelPlanes {
    /// The same as a value for other threads; its user keeps the memory alive.
    var asValue: PicturePlanes {
        PicturePlanes(
            arrangement: arrangement, size: size, color: color, first: first.asValue, second: second?.asValue,
            third: third?.asValue)
    }

    /// nil if it has no address, which no view has.
    init?(_ planes: PicturePlanes) {
        guard let first = PlaneView(planes.first) else { return nil }
        self.init(
            arrangement: planes.arrangement, size: planes.size, color: planes.color, first: first,
            second: planes.second.flatMap(PlaneView.init), third: planes.third.flatMap(PlaneView.init))
    }
}

extension PlaneView {
    fileprivate var asValue: PicturePlanes.Plane {
        PicturePlanes.Plane(
            address: UInt(bitPattern: base), stride: stride, bytesPerRow: bytesPerRow, rows: rows)
    }

    fileprivate init?(_ plane: PicturePlanes.Plane) {
        guard let base = UnsafePointer<UInt8>(bitPattern: plane.address) else { return nil }
        self.init(base: base, stride: plane.stride, bytesPerRow: plane.bytesPerRow, rows: plane.rows)
    }
}

extension Int {
    /// This divided by `divisor`, rounded up: the size of a subsampled plane.
    func dividedUp(by divisor: Int) -> Int { (self + divisor - 1) / divisor }
}

extension Int32 {
    /// For C interfaces; sizes in here are bounded by `ImageLimits`, strides by four times that.
    init(size value: Int) { self = Int32(truncatingIfNeeded: value) }
}

/// Limits of images, against damaged headers.
enum ImageLimits {
    /// Pixels a side; also what libheif's and libjpeg's coders manage without tiling.
    static let side = 16384
    /// Pixels in all; the largest webcam sensors have 64 million.
    private static let area = 1 << 27

    static func allows(_ size: PixelSize) -> Bool {
        !size.isEmpty && size.width <= side && size.height <= side && size.area <= area
    }
}
