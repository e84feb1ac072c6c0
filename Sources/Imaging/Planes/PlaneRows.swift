// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore

extension PicturePlanes {
    /// The luma lines for one line of chroma.
    var verticalSubsampling: Int {
        switch arrangement {
        case .planar(_, let vertical): vertical
        case .nv12: 2
        case .yuyv, .uyvy, .grey, .rgb, .bgr, .rgbx, .bgrx: 1
        }
    }
}

extension Plane {
    /// Where the first line begins.
    var base: UnsafePointer<UInt8> { UnsafePointer(bitPattern: address).unsafelyUnwrapped }

    func row(_ index: Int) -> UnsafePointer<UInt8> { base + index * stride }
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
