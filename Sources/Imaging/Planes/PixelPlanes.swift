import CaptureCore

/// Lines of bytes in memory that the caller keeps alive.
struct PlaneView {
    var base: UnsafePointer<UInt8>
    /// Bytes from one line to the next.
    var stride: Int
    /// Bytes of a line that mean something.
    var bytesPerRow: Int
    var rows: Int

    func row(_ index: Int) -> UnsafePointer<UInt8> { base + index * stride }
}

/// An uncompressed image as it lies in memory, whatever its arrangement; a view, not an owner.
struct PixelPlanes {
    /// How the bytes become pixels.
    enum Arrangement: Equatable {
        /// Three planes; chroma is smaller by these factors.
        case planar(horizontal: Int, vertical: Int)
        /// Luma, then chroma 4:2:0 as pairs.
        case nv12
        /// Packed 4:2:2.
        case yuyv, uyvy
        /// Luma alone.
        case grey
        /// Packed 24 bits, in this order in memory.
        case rgb, bgr
    }

    var arrangement: Arrangement
    var size: PixelSize
    var color: ColorDescription
    var first: PlaneView
    /// Cb, or the Cb Cr pairs.
    var second: PlaneView?
    /// Cr.
    var third: PlaneView?

    /// By how much chroma has fewer lines than luma.
    var verticalSubsampling: Int {
        switch arrangement {
        case .planar(_, let vertical): vertical
        case .nv12: 2
        case .yuyv, .uyvy, .grey, .rgb, .bgr: 1
        }
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

/// What Tintype takes for an image: bounds against damaged headers.
enum ImageLimits {
    /// Pixels a side; also what libheif's and libjpeg's coders manage without tiling.
    static let side = 16384
    /// Pixels in all; the largest webcam sensors have 64 million.
    static let area = 1 << 27

    static func allows(_ size: PixelSize) -> Bool {
        !size.isEmpty && size.width <= side && size.height <= side && size.area <= area
    }
}
