// SPDX-License-Identifier: GPL-3.0-or-later
/// Lines of bytes.
public struct Plane: Sendable {
    /// Of the first line; never 0.
    public let address: UInt
    /// Bytes from one line to the next, and bytes of a line that mean something.
    public let stride: Int
    public let bytesPerRow: Int
    public let rows: Int

    public init(base: UnsafePointer<UInt8>, stride: Int, bytesPerRow: Int, rows: Int) {
        address = UInt(bitPattern: base)
        (self.stride, self.bytesPerRow, self.rows) = (stride, bytesPerRow, rows)
    }
}

/// A view of an uncompressed frame, or a part of it, in memory that it doesn't own.
public struct PicturePlanes: Sendable {
    /// How the bytes become pixels.
    public enum Arrangement: Hashable, Sendable {
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
        /// The same with a fourth byte without meaning.
        case rgbx, bgrx

        /// Whether pixels are red, green and blue, not luma and chroma.
        public var isRGB: Bool {
            switch self {
            case .rgb, .bgr, .rgbx, .bgrx: true
            case .planar, .nv12, .yuyv, .uyvy, .grey: false
            }
        }
    }

    public var arrangement: Arrangement
    public var size: PixelSize
    public var color: ColorDescription
    public var first: Plane
    /// Cb, or the Cb Cr pairs.
    public var second: Plane?
    /// Cr.
    public var third: Plane?

    public init(
        arrangement: Arrangement, size: PixelSize, color: ColorDescription, first: Plane,
        second: Plane? = nil, third: Plane? = nil
    ) {
        (self.arrangement, self.size, self.color) = (arrangement, size, color)
        (self.first, self.second, self.third) = (first, second, third)
    }
}

/// Makes a picture's pixels of its planes, as often as they are needed. Thread-safe.
public protocol PictureDrawing: Sendable {
    /// Valid as long as a reference to the drawing is held.
    var planes: PicturePlanes { get }
    /// Draws some lines; the first of them is a multiple of 16.
    ///
    /// - Parameters:
    ///   - pixels: where the first of these lines begins.
    ///   - stride: bytes from one line to the next.
    /// - Returns: false without memory; the lines are undefined then.
    func draw(_ lines: Range<Int>, into pixels: UnsafeMutableRawPointer, stride: Int) -> Bool
    /// Draws all of it into memory of its own; nil without memory. Bytes from line to line as `Picture.stride` says.
    func draw(stride: Int) -> PixelMemory?
}
