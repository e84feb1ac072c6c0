// SPDX-License-Identifier: GPL-3.0-or-later
import CYUV
import CaptureCore
import Glibc

/// A photo's pixels while it is being decoded: B G R X in memory of their own. Thread-bound until it is a photo.
struct PixelBuffer {
    let size: PixelSize
    /// Bytes from one line to the next.
    let stride: Int
    private let memory: AlignedMemory

    /// Undefined pixels.
    ///
    /// - Throws: `failed` if there is no memory.
    init(_ size: PixelSize) throws(PhotoFault) {
        guard !size.isEmpty, size.width <= Self.longestSide, size.height <= Self.longestSide,
            size.area <= PhotoLimits.maximumPixelsWhole
        else { throw .tooLarge(size) }
        self.size = size
        stride = PicturePool.stride(width: size.width)
        do throws(ImagingError) {
            memory = try AlignedMemory(byteCount: stride * size.height)
        } catch {
            throw .failed(ENOMEM)
        }
    }

    /// The maximum of a JPEG file.
    private static let longestSide = 65535

    var base: UnsafeMutablePointer<UInt8> { memory.pointer.assumingMemoryBound(to: UInt8.self) }

    func row(_ index: Int) -> UnsafeMutablePointer<UInt8> { base + index * stride }

    /// The pixels scaled down with a box filter; themselves if nothing changes.
    func scaled(to target: PixelSize) throws(PhotoFault) -> PixelBuffer {
        guard target != size else { return self }
        let small = try PixelBuffer(target)
        ARGBScale(
            base, Int32(size: stride), Int32(size: size.width), Int32(size: size.height),
            small.base, Int32(size: small.stride), Int32(size: target.width), Int32(size: target.height),
            kFilterBox)
        return small
    }

    /// Brings the right side up. Takes a second buffer only where width and height change places.
    func upright(_ orientation: PhotoOrientation) throws(PhotoFault) -> PixelBuffer {
        if orientation.isMirrored { try mirror() }
        switch orientation.turn {
        case .none: return self
        case .half:
            try mirror()
            flip()
            return self
        case .quarter: return try turned(kRotate90)
        case .threeQuarters: return try turned(kRotate270)
        }
    }

    private func turned(_ mode: RotationMode) throws(PhotoFault) -> PixelBuffer {
        let turned = try PixelBuffer(PixelSize(width: size.height, height: size.width))
        ARGBRotate(
            base, Int32(size: stride), turned.base, Int32(size: turned.stride),
            Int32(size: size.width), Int32(size: size.height), mode)
        return turned
    }

    /// Swaps left and right.
    private func mirror() throws(PhotoFault) {
        let line = try PixelBuffer(PixelSize(width: size.width, height: 1))
        for index in 0..<size.height {
            memcpy(line.base, row(index), 4 * size.width)
            ARGBMirror(
                line.base, Int32(size: line.stride), row(index), Int32(size: stride),
                Int32(size: size.width), 1)
        }
    }

    /// Swaps top and bottom.
    private func flip() {
        for index in 0..<size.height / 2 {
            let (upper, lower) = (row(index), row(size.height - 1 - index))
            for x in 0..<4 * size.width { swap(&upper[x], &lower[x]) }
        }
    }

    /// Nothing may write to the buffer after this.
    func photo(fullSize: PixelSize, isWhole: Bool) -> DecodedPhoto {
        let memory = memory
        return DecodedPhoto(
            size: size, fullSize: fullSize, stride: stride, isWhole: isWhole, pixels: memory.pointer,
            release: { withExtendedLifetime(memory) {} })
    }
}

/// How much memory a photo may take, whatever its file says: a decode for a view stays below 200 MiB.
struct PhotoLimits {
    /// Of a decoded photo; four bytes each.
    let pixels: Int
    /// If a second buffer of the same size is needed: to turn a photo by a quarter.
    let pixelsTwice: Int
    /// The sum of everything that one decode holds at once.
    let bytes: Int
    /// Whether the pixels stay in the photo's own colour space instead of sRGB's.
    var keepsColors = false

    /// For what a person looks at, of which two can be decoded at a time.
    static let view = PhotoLimits(
        pixels: maximumPixels, pixelsTwice: maximumPixelsTwice, bytes: maximumBytes)
    /// For an export, which must have all pixels, and of which there is one at a time.
    static let whole = PhotoLimits(
        pixels: maximumPixelsWhole, pixelsTwice: maximumPixelsWhole, bytes: 512_000_000)

    /// Of a photo that is exported.
    static let maximumPixelsWhole = 64_000_000
    /// Of a decoded photo; four bytes each.
    static let maximumPixels = 32_000_000
    /// If a second buffer of the same size is needed: to turn a photo by a quarter, and for gdk-pixbuf.
    static let maximumPixelsTwice = 24_000_000
    /// For photos that libraries hold in several forms at once: 16 bits a channel, full chroma, transparency.
    static let maximumPixelsDeep = 16_000_000
    /// The sum of everything that one decode holds at once.
    static let maximumBytes = 192_000_000

    /// The size that fits into `view` and is no larger than the photo.
    static func fitted(_ size: PixelSize, into view: PixelSize?) -> PixelSize {
        guard let view, size.width > view.width || size.height > view.height else { return size }
        guard !view.isEmpty else { return PixelSize(width: 1, height: 1) }
        return ViewfinderGeometry(source: size, view: view).picture
    }
}
