// SPDX-License-Identifier: GPL-3.0-or-later
/// A picture in linear light: red, green, blue and coverage, premultiplied, 1 being the white of the scene.
///
/// A number is kept as the upper half of its `Float` (the "bfloat16" layout): lights may be far brighter than white,
/// and the error of half of 1/128 stays below one step of an 8-bit sRGB code everywhere. Thread-bound.
final class LinearImage {
    typealias Stored = SIMD4<UInt16>

    /// Where its top left pixel lies in the whole frame, in pixels of the frame.
    let left, top: Int
    /// In its own pixels, each `1 << level` pixels of the frame wide.
    let width, height: Int
    /// How many times it was halved.
    let level: Int
    let pixels: UnsafeMutablePointer<Stored>

    init(left: Int, top: Int, width: Int, height: Int, level: Int = 0) {
        (self.left, self.top, self.level) = (left, top, level)
        (self.width, self.height) = (max(1, width), max(1, height))
        pixels = .allocate(capacity: self.width * self.height)
        pixels.initialize(repeating: .zero, count: self.width * self.height)
    }

    deinit { pixels.deallocate() }

    /// The first pixel of a line.
    @inline(__always)
    func line(_ y: Int) -> UnsafeMutablePointer<Stored> { pixels + y * width }
}

/// Linear light: red, green, blue, coverage.
typealias Radiance = SIMD4<Float>

extension SIMD4<Float> {
    @inline(__always)
    init(stored: LinearImage.Stored) {
        self.init(bitPattern: SIMD4<UInt32>(truncatingIfNeeded: stored) &<< 16)
    }

    /// Rounded to the nearest; never negative numbers.
    @inline(__always)
    var stored: LinearImage.Stored {
        LinearImage.Stored(truncatingIfNeeded: (SIMD4<UInt32>(bitPattern: self) &+ 0x8000) &>> 16)
    }

    @inline(__always)
    fileprivate init(bitPattern: SIMD4<UInt32>) { self = unsafeBitCast(bitPattern, to: SIMD4<Float>.self) }
}

extension SIMD4<UInt32> {
    @inline(__always)
    fileprivate init(bitPattern: SIMD4<Float>) { self = unsafeBitCast(bitPattern, to: SIMD4<UInt32>.self) }
}

extension LinearImage {
    /// The pixels of a box of a level 0 image.
    func copy(of box: PixelBox) -> LinearImage {
        let copy = LinearImage(left: box.left, top: box.top, width: box.width, height: box.height)
        for y in 0..<box.height {
            copy.line(y).update(from: line(box.top + y - top) + (box.left - left), count: box.width)
        }
        return copy
    }
}
