// SPDX-License-Identifier: GPL-3.0-or-later
import CYUV
public import CaptureCore
import Glibc

/// Brings a frame's lines into their order and turns it, as its camera says it must be; the result is planes of 4:2:0.
///
/// 2 ms for a turned 1080p frame in NV12. Thread-bound; keeps its working memory from frame to frame.
public final class FrameArranger {
    private let reader = FrameReader()
    private var converted = ScratchBuffer()
    private var ordered = ScratchBuffer()
    private var mirrored = ScratchBuffer()

    public init() {}

    /// The layout of the result.
    public static func layout(of frame: FrameLayout, _ arrangement: FrameArrangement) -> FrameLayout {
        let size = arrangement.applied(to: frame.size)
        return FrameLayout(format: .yuv420, size: size, bytesPerLine: size.width, color: frame.color)
    }

    /// - Parameters:
    ///   - layout: of the result: as `layout(of:_:)` says for the frame's.
    ///   - memory: the result's, of `layout.wholeByteCount` bytes.
    /// - Returns: whether nothing of the frame was missing.
    /// - Throws: `damaged` also if the frame has another size than its layout says; `unsupportedFormat`, `noMemory`.
    public func arrange(
        _ frame: Frame, _ arrangement: FrameArrangement, to layout: FrameLayout,
        into memory: UnsafeMutableRawBufferPointer
    ) throws(ImagingError) -> Bool {
        guard let base = memory.baseAddress, memory.count >= layout.wholeByteCount ?? .max else {
            throw ImagingError(.noMemory, "\(memory.count) bytes for \(layout.size)")
        }
        let (reader, target) = (reader, Image(tight: base.assumingMemoryBound(to: UInt8.self), layout.size))
        try frame.withBytes { bytes throws(ImagingError) in
            let planes = try reader.read(bytes, of: frame)
            guard arrangement.applied(to: planes.size) == layout.size else {
                throw ImagingError(.damaged, "a frame of \(planes.size) for a picture of \(layout.size)")
            }
            let plain = Image(try converted.reserve(Image.byteCount(planes.size)), planes.size)
            _ = PlaneConverter.convert(planes, to: plain.target)
            try turn(try order(plain, arrangement.lines), arrangement.orientation, to: target)
        }
        return !reader.wasFlawed && !frame.isDamaged
    }

    private func order(_ image: Image, _ lines: FrameArrangement.Lines) throws(ImagingError) -> Image {
        guard lines != .inOrder else { return image }
        let size = FrameArrangement(lines: lines).applied(to: image.size)
        let result = Image(try ordered.reserve(Image.byteCount(size)), size)
        for (from, to) in zip(image.planes, result.planes) {
            for row in 0..<to.rows {
                let source = lines.source(of: row, from.rows)
                memcpy(to.base + row * to.stride, from.base + source * from.stride, to.columns)
            }
        }
        return result
    }

    private func turn(_ image: Image, _ orientation: PhotoOrientation, to target: Image) throws(ImagingError)
    {
        var source = image
        if orientation.isMirrored {
            source = Image(try mirrored.reserve(Image.byteCount(image.size)), image.size)
            for (from, to) in zip(image.planes, source.planes) {
                MirrorPlane(
                    from.base, Int32(size: from.stride), to.base, Int32(size: to.stride),
                    Int32(size: to.columns), Int32(size: to.rows))
            }
        }
        for (from, to) in zip(source.planes, target.planes) {
            RotatePlane(
                from.base, Int32(size: from.stride), to.base, Int32(size: to.stride),
                Int32(size: from.columns), Int32(size: from.rows),
                orientation.turn.mode)
        }
    }

    /// Planes of 4:2:0 in memory that it doesn't own.
    private struct Image {
        struct Lines {
            let base: UnsafeMutablePointer<UInt8>
            let stride, columns, rows: Int
        }

        let size: PixelSize
        let target: PlaneTarget

        static func byteCount(_ size: PixelSize) -> Int { PlaneTarget.byteCount(size) }

        init(_ base: UnsafeMutablePointer<UInt8>, _ size: PixelSize) {
            (self.size, target) = (size, PlaneTarget(base, size: size))
        }

        /// Without gaps between lines and planes, as `RawPlanes` reads it.
        init(tight base: UnsafeMutablePointer<UInt8>, _ size: PixelSize) {
            let (columns, rows) = (size.width.dividedUp(by: 2), size.height.dividedUp(by: 2))
            var target = PlaneTarget(base, size: size)
            target.luma = (base, size.width)
            target.blue = (base + size.area, columns)
            target.red = (base + size.area + columns * rows, columns)
            (self.size, self.target) = (size, target)
        }

        var planes: [Lines] {
            let (columns, rows) = (size.width.dividedUp(by: 2), size.height.dividedUp(by: 2))
            return [
                Lines(
                    base: target.luma.base, stride: target.luma.stride, columns: size.width, rows: size.height
                ),
                Lines(base: target.blue.base, stride: target.blue.stride, columns: columns, rows: rows),
                Lines(base: target.red.base, stride: target.red.stride, columns: columns, rows: rows),
            ]
        }
    }
}

extension PhotoOrientation.Turn {
    fileprivate var mode: RotationMode {
        switch self {
        case .none: kRotate0
        case .quarter: kRotate90
        case .half: kRotate180
        case .threeQuarters: kRotate270
        }
    }
}

extension FrameArrangement.Lines {
    /// The line of a frame that a line of the picture is taken from.
    ///
    /// - Parameter count: lines of the frame.
    fileprivate func source(of row: Int, _ count: Int) -> Int {
        switch self {
        case .inOrder: row
        // The first field has the odd line, if there is one.
        case .topFieldFirst: row % 2 == 0 ? row / 2 : min(count - 1, (count + 1) / 2 + row / 2)
        case .bottomFieldFirst: row % 2 == 1 ? row / 2 : min(count - 1, count / 2 + row / 2)
        // Lines that are missing are those before, which a field's own place requires.
        case .topFieldOnly: min(count - 1, row / 2)
        case .bottomFieldOnly: min(count - 1, max(0, row - 1) / 2)
        }
    }
}
