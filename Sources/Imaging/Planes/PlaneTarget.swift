// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore

/// Three planes to write a 4:2:0 image to. Chroma sizes are rounded up, and luma has room for as much, because
/// TurboJPEG compresses whole blocks of two by two.
struct PlaneTarget {
    var luma: (base: UnsafeMutablePointer<UInt8>, stride: Int)
    var blue: (base: UnsafeMutablePointer<UInt8>, stride: Int)
    var red: (base: UnsafeMutablePointer<UInt8>, stride: Int)

    /// Lays the planes of an image of this size into memory of `byteCount(_:)` bytes, lines on cache lines.
    init(_ base: UnsafeMutablePointer<UInt8>, size: PixelSize) {
        let strides = Self.strides(size)
        let lumaBytes = strides.luma * 2 * size.height.dividedUp(by: 2)
        let chromaBytes = strides.chroma * size.height.dividedUp(by: 2)
        luma = (base, strides.luma)
        blue = (base + lumaBytes, strides.chroma)
        red = (base + lumaBytes + chromaBytes, strides.chroma)
    }

    /// The same without gaps between lines and planes, for sides that are even.
    init(withoutGaps base: UnsafeMutablePointer<UInt8>, size: PixelSize) {
        luma = (base, size.width)
        blue = (base + size.area, size.width / 2)
        red = (base + size.area * 5 / 4, size.width / 2)
    }

    static func byteCount(_ size: PixelSize) -> Int {
        let strides = strides(size)
        return (strides.luma * 2 + 2 * strides.chroma) * size.height.dividedUp(by: 2)
    }

    private static func strides(_ size: PixelSize) -> (luma: Int, chroma: Int) {
        ((size.width + 63) & ~63, (size.width.dividedUp(by: 2) + 63) & ~63)
    }

    /// Repeats the last column and line of luma if a side is odd.
    func padToEven(_ size: PixelSize) {
        if size.width % 2 == 1 {
            for row in 0..<size.height {
                luma.base[row * luma.stride + size.width] = luma.base[row * luma.stride + size.width - 1]
            }
        }
        if size.height % 2 == 1 {
            let last = luma.base + (size.height - 1) * luma.stride
            (last + luma.stride).update(from: last, count: 2 * size.width.dividedUp(by: 2))
        }
    }

    /// The same memory to read from.
    func planes(size: PixelSize, color: ColorDescription) -> PicturePlanes {
        let (columns, rows) = (size.width.dividedUp(by: 2), size.height.dividedUp(by: 2))
        return PicturePlanes(
            arrangement: .planar(horizontal: 2, vertical: 2), size: size, color: color,
            first: Plane(
                base: luma.base, stride: luma.stride, bytesPerRow: size.width, rows: size.height),
            second: Plane(
                base: blue.base, stride: blue.stride, bytesPerRow: columns, rows: rows),
            third: Plane(base: red.base, stride: red.stride, bytesPerRow: columns, rows: rows))
    }
}
