// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
import Glibc

/// One frame at full resolution as 8-bit YCbCr 4:2:0 planes, from which photos are encoded.
///
/// Sides may be odd; chroma is then rounded up. Thread-safe: never changes.
public final class PlanarImage: Sendable {
    public let size: PixelSize
    public let color: ColorDescription
    /// Whether nothing of the frame was missing or flawed.
    public let isWhole: Bool

    private let memory: AlignedMemory

    /// Decodes a frame of any supported format, cropped and mirrored as it was seen.
    ///
    /// - Throws: what the initializer throws.
    static func framed(
        _ frame: Frame, _ framing: PhotoFraming
    ) throws(ImagingError) -> PlanarImage {
        let image = try PlanarImage(decoding: frame, portion: framing.portion)
        return framing.isMirrored ? try image.mirrored() : image
    }

    /// Decodes a frame of any supported format; from a copy if others can write to it, so that checks hold for the
    /// decoded bytes.
    ///
    /// - Parameter portion: the wanted part of it; all of it if it has no such part.
    /// - Throws: `damaged` if there is no picture in it at all, `unsupportedFormat`, `noMemory`.
    public convenience init(
        decoding frame: Frame, portion: PixelRect? = nil
    ) throws(ImagingError) {
        let reader = FrameReader()
        let frame = frame.unshared()
        let decoded = try frame.withBytes { bytes throws(ImagingError) in
            let read = try reader.read(bytes, of: frame)
            let planes = portion.map { read.cropped(to: $0) } ?? read
            let memory = try AlignedMemory(byteCount: PlaneTarget.byteCount(planes.size))
            let target = PlaneTarget(memory.pointer.assumingMemoryBound(to: UInt8.self), size: planes.size)
            let color = PlaneConverter.convert(planes, to: target)
            target.padToEven(planes.size)
            let hasEnd = !frame.layout.format.isCompressed || MJPEGInspector(bytes).isWhole
            return (memory, planes.size, color, hasEnd)
        }
        self.init(
            memory: decoded.0, size: decoded.1, color: decoded.2,
            isWhole: decoded.3 && !reader.wasFlawed && !frame.isDamaged)
    }

    init(memory: AlignedMemory, size: PixelSize, color: ColorDescription, isWhole: Bool) {
        self.memory = memory
        self.size = size
        self.color = color
        self.isWhole = isWhole
    }

    /// The picture scaled down with a box filter.
    ///
    /// - Parameter side: the longer side in pixels.
    /// - Returns: nil if the picture is less than twice as large.
    /// - Throws: `noMemory`.
    func thumbnail(side: Int) throws(ImagingError) -> PlanarImage? {
        guard max(size.width, size.height) >= 2 * side else { return nil }
        let small = ViewfinderGeometry(
            source: size, view: PixelSize(width: side, height: side)
        ).picture
        let memory = try AlignedMemory(byteCount: PlaneTarget.byteCount(small))
        let target = memory.pointer.assumingMemoryBound(to: UInt8.self)
        try withPlanes { (planes) throws(ImagingError) in
            _ = PlaneScaler.scale(planes, to: small, into: target)
        }
        return PlanarImage(memory: memory, size: small, color: color, isWhole: isWhole)
    }

    /// A copy of the brightness, a byte a pixel, without gaps; for benchmarks.
    package func lumaBytes() -> [UInt8] {
        let target = PlaneTarget(memory.pointer.assumingMemoryBound(to: UInt8.self), size: size)
        defer { withExtendedLifetime(memory) {} }
        return (0..<size.height).flatMap { row in
            UnsafeBufferPointer(start: target.luma.base + row * target.luma.stride, count: size.width)
        }
    }

    /// Gives the planes for the length of the call.
    func withPlanes<Result>(
        _ body: (PicturePlanes) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        let target = PlaneTarget(memory.pointer.assumingMemoryBound(to: UInt8.self), size: size)
        defer { withExtendedLifetime(memory) {} }
        return try body(target.planes(size: size, color: color))
    }
}

extension PlanarImage {
    /// A small grey picture, for testing an encoder.
    static func greySquare() throws(ImagingError) -> PlanarImage {
        let size = PixelSize(width: 64, height: 64)
        let memory = try AlignedMemory(byteCount: PlaneTarget.byteCount(size))
        memset(memory.pointer, 128, memory.byteCount)
        return PlanarImage(memory: memory, size: size, color: .jpeg, isWhole: true)
    }
}
