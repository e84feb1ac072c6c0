// SPDX-License-Identifier: GPL-3.0-or-later
import CYUV
import CaptureCore

/// Draws planes as screen pixels of another size, a band of lines at a time, so that intermediate data never leaves
/// the processor's cache. Thread-bound.
///
/// Each band is scaled in height in its own format (cheap: whole bytes, vector code), then converted, then scaled in
/// width as 32-bit pixels, for which libyuv has vector code, unlike for single planes.
struct BandRenderer: ~Copyable {
    /// Lines a band: 1080p's band of pixels is then 120 KiB. From 4 to 64 lines cost the same at 1080p → 720p. Even,
    /// so that a band starts on a line of 4:2:0 chroma.
    private static let bandLines = 16

    private var lines = ScratchBuffer()
    private var unpacked = ScratchBuffer()
    private var wide = ScratchBuffer()
    private var narrow = ScratchBuffer()

    /// Draws some lines of `source` as a picture of `size`.
    ///
    /// - Parameters:
    ///   - source: of an arrangement that `PixelConverter` takes.
    ///   - lines: begin at an even one; nil for all.
    ///   - pixels: `stride` bytes for each of these lines.
    /// - Throws: `noMemory`.
    mutating func draw(
        _ source: PicturePlanes, as size: PixelSize, lines: Range<Int>? = nil, isMirrored: Bool,
        to pixels: UnsafeMutablePointer<UInt8>, stride: Int
    ) throws(ImagingError) {
        let lines = lines ?? 0..<size.height
        for top in Swift.stride(from: lines.lowerBound, to: lines.upperBound, by: Self.bandLines) {
            let range = top..<min(top + Self.bandLines, lines.upperBound)
            let band = try band(of: source, lines: range, outOf: size.height)
            try draw(
                band, width: size.width, isMirrored: isMirrored,
                to: pixels + (top - lines.lowerBound) * stride, stride: stride)
        }
    }

    /// The source's share of some of the picture's lines, at the picture's height and the source's width.
    private mutating func band(
        of source: PicturePlanes, lines range: Range<Int>, outOf height: Int
    ) throws(ImagingError) -> PicturePlanes {
        let vertical = source.verticalSubsampling
        let chroma = range.lowerBound / vertical..<range.upperBound.dividedUp(by: vertical)
        let chromaHeight = height.dividedUp(by: vertical)
        let planeBytes = Self.bandLines * Self.aligned(source.first.bytesPerRow)
        let memory = try lines.reserve(3 * planeBytes)
        var band = source
        band.size = PixelSize(width: source.size.width, height: range.count)
        band.first = Self.slice(source.first, range, outOf: height, memory)
        band.second = source.second.map { Self.slice($0, chroma, outOf: chromaHeight, memory + planeBytes) }
        band.third = source.third.map { Self.slice($0, chroma, outOf: chromaHeight, memory + 2 * planeBytes) }
        return band
    }

    /// Some lines of a plane scaled to `rows` lines: part of the plane itself if it has as many.
    private static func slice(
        _ plane: Plane, _ lines: Range<Int>, outOf rows: Int,
        _ memory: UnsafeMutablePointer<UInt8>
    ) -> Plane {
        func slice(_ base: UnsafePointer<UInt8>, stride: Int) -> Plane {
            Plane(
                base: base, stride: stride, bytesPerRow: plane.bytesPerRow, rows: lines.count)
        }
        guard plane.rows != rows else { return slice(plane.row(lines.lowerBound), stride: plane.stride) }
        let stride = aligned(plane.bytesPerRow)
        LineScaler.scale(plane, toRows: rows, lines: lines, into: memory, stride: stride)
        return slice(memory, stride: stride)
    }

    /// Converts a band that has its height, scales it in width, and mirrors it.
    private mutating func draw(
        _ band: PicturePlanes, width: Int, isMirrored: Bool,
        to pixels: UnsafeMutablePointer<UInt8>, stride: Int
    ) throws(ImagingError) {
        let isScaled = band.size.width != width
        let converted = isScaled || isMirrored ? try wide.reserve(Self.bytes(band.size.width)) : pixels
        let convertedStride = isScaled || isMirrored ? Self.aligned(4 * band.size.width) : stride
        PixelConverter.convert(
            band, to: converted, stride: convertedStride,
            unpacked: try unpacked.reserve(PixelConverter.unpackedBytes(band.size)))
        let scaled = isScaled && isMirrored ? try narrow.reserve(Self.bytes(width)) : pixels
        let scaledStride = isScaled && isMirrored ? Self.aligned(4 * width) : stride
        let lines = Int32(size: band.size.height)
        if isScaled {
            _ = ARGBScale(
                converted, Int32(size: convertedStride), Int32(size: band.size.width), lines,
                scaled, Int32(size: scaledStride), Int32(size: width), lines, kFilterLinear)
        }
        if isMirrored {
            _ = ARGBMirror(
                isScaled ? scaled : converted, Int32(size: isScaled ? scaledStride : convertedStride),
                pixels, Int32(size: stride), Int32(size: width), lines)
        }
    }

    private static func aligned(_ bytes: Int) -> Int { (bytes + 63) & ~63 }

    private static func bytes(_ width: Int) -> Int { aligned(4 * width) * bandLines }
}

/// Scales planes in height, a few lines at a time, by blending the two nearest lines. Stateless.
///
/// Bytes of one column stay in it, so this works for packed pixels as well as for planes.
private enum LineScaler {
    /// Writes the lines `lines` of `plane` scaled to `rows` lines.
    static func scale(
        _ plane: Plane, toRows rows: Int, lines: Range<Int>,
        into target: UnsafeMutablePointer<UInt8>,
        stride: Int
    ) {
        // 16.16 fixed point; centres of lines lie on centres of lines.
        let step = plane.rows << 16 / rows
        let last = plane.rows - 1
        for line in lines {
            let position = max(0, line * step + step / 2 - 0x8000)
            let upper = min(position >> 16, last)
            InterpolatePlane(
                plane.row(upper), 0, plane.row(min(upper + 1, last)), 0,
                target + (line - lines.lowerBound) * stride, 0,
                Int32(size: plane.bytesPerRow), 1, Int32(position >> 8 & 0xFF))
        }
    }
}
