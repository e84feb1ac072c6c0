// SPDX-License-Identifier: GPL-3.0-or-later
import CYUV
public import CaptureCore

/// Makes pictures for a video encoder: 4:2:0 planes without gaps, even sides, limited range, which every player expects.
///
/// All pictures have the size and the matrix of the first frame. Thread-bound; keeps its working memory from frame to
/// frame.
public final class VideoPictures {
    /// The pictures' size.
    public let size: PixelSize
    public let color: ColorDescription

    private let framing: PhotoFraming
    private let frameSize: PixelSize
    private let reader = FrameReader()
    private var unmirrored = ScratchBuffer()
    private var unscaled = ScratchBuffer()

    /// - Parameter first: all frames have its layout.
    /// - Throws: `damaged`, `unsupportedFormat`, `noMemory`.
    public init(_ framing: PhotoFraming, like first: Frame) throws(ImagingError) {
        self.framing = framing
        let reader = reader
        let planes = try first.withBytes { bytes throws(ImagingError) in try reader.read(bytes, of: first) }
        frameSize = planes.size
        let portion = framing.portion(of: planes.size)
        size = PixelSize(width: portion.width & ~1, height: portion.height & ~1)
        guard !size.isEmpty else { throw ImagingError(.damaged, "\(portion.size) for a video") }
        // `PlaneConverter` converts RGB to JPEG's colours.
        color = ColorDescription(
            matrix: planes.arrangement.isRGB ? .bt601 : planes.color.matrix, range: .limited)
    }

    /// The part of the first frame that is seen.
    public var firstPortion: PixelRect { framing.portion(of: frameSize) }

    /// Bytes of a picture: luma, then blue, then red, each without gaps between its lines.
    public var byteCount: Int { size.area * 3 / 2 }

    /// Draws a frame.
    ///
    /// - Parameters:
    ///   - portion: another part of the frame, scaled to the size of the first frame's part; nil for the same part. It
    ///     begins and ends as `Framing.portion` does.
    ///   - memory: `byteCount` bytes.
    /// - Returns: whether nothing of the frame was missing.
    /// - Throws: `damaged` also if the camera has changed the size of its frames; `noMemory`.
    @discardableResult public func draw(
        _ frame: Frame, portion: PixelRect? = nil, into memory: UnsafeMutableRawBufferPointer
    ) throws(ImagingError) -> Bool {
        guard let start = memory.baseAddress, memory.count >= byteCount else {
            throw ImagingError(.noMemory, "\(memory.count) bytes for a picture of \(size)")
        }
        let (reader, target) = (reader, start.assumingMemoryBound(to: UInt8.self))
        try frame.withBytes { bytes throws(ImagingError) in
            let planes = try reader.read(bytes, of: frame)
            guard planes.size == frameSize else {
                throw ImagingError(.damaged, "a frame of \(planes.size) among those of \(frameSize)")
            }
            try draw(planes.cropped(to: part(portion, of: planes.size)), to: target)
        }
        return !reader.wasFlawed && !frame.isDamaged
    }

    /// The part of a frame that is drawn: with even sides, and of the pictures' shape.
    private func part(_ wanted: PixelRect?, of frame: PixelSize) -> PixelRect {
        guard let wanted, wanted.fits(in: frame) else {
            let portion = framing.portion(of: frame)
            return PixelRect(x: portion.x, y: portion.y, width: size.width, height: size.height)
        }
        var part = wanted
        // If another shape was chosen meanwhile, the video keeps its own.
        let (width, height) = (
            wanted.height * size.width / size.height, wanted.width * size.height / size.width
        )
        // Portions of one shape differ by some pixels, because their edges lie on whole units.
        if width + max(6, wanted.width / 16) < wanted.width {
            (part.x, part.width) = (wanted.x + (wanted.width - width) / 8 * 4, width)
        } else if height + max(6, wanted.height / 16) < wanted.height {
            (part.y, part.height) = (wanted.y + (wanted.height - height) / 4 * 2, height)
        }
        (part.width, part.height) = (max(2, part.width & ~1), max(2, part.height & ~1))
        return part
    }

    private func draw(
        _ planes: PicturePlanes, to target: UnsafeMutablePointer<UInt8>
    ) throws(ImagingError) {
        let work = framing.isMirrored ? try unmirrored.reserve(byteCount) : target
        let color = try draw(planes, scaledTo: PlaneTarget(withoutGaps: work, size: size))
        if framing.isMirrored { mirror(work, to: target) }
        if color.range == .full { limit(target) }
    }

    private func draw(
        _ planes: PicturePlanes, scaledTo target: PlaneTarget
    ) throws(ImagingError) -> ColorDescription {
        guard planes.size != size else { return PlaneConverter.convert(planes, to: target) }
        let source = PlaneTarget(
            withoutGaps: try unscaled.reserve(planes.size.area * 3 / 2), size: planes.size)
        let color = PlaneConverter.convert(planes, to: source)
        let image = source.planes(size: planes.size, color: color)
        PlaneScaler.scale(image.first, to: target.luma.base, stride: target.luma.stride, size: size)
        for (plane, goal) in [(image.second, target.blue), (image.third, target.red)] {
            if let plane { PlaneScaler.scale(plane, to: goal.base, stride: goal.stride, size: size.halved) }
        }
        return color
    }

    private func mirror(_ source: UnsafeMutablePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) {
        let (from, to) = (
            PlaneTarget(withoutGaps: source, size: size), PlaneTarget(withoutGaps: target, size: size)
        )
        let planes = [
            (from.luma, to.luma, size),
            (from.blue, to.blue, size.halved), (from.red, to.red, size.halved),
        ]
        for (plane, goal, size) in planes {
            MirrorPlane(
                plane.base, Int32(size: plane.stride), goal.base, Int32(size: goal.stride),
                Int32(size: size.width), Int32(size: size.height))
        }
    }

    /// From full to limited range, in place: luma 16…235, chroma 16…240 (ITU-R BT.601-7, 2.5.3), rounded to the nearest
    /// of 256 steps, which is at most 0.2 off.
    private func limit(_ planes: UnsafeMutablePointer<UInt8>) {
        for index in 0..<size.area {
            planes[index] = UInt8(truncatingIfNeeded: (UInt16(planes[index]) &* 220 &+ 4224) >> 8)
        }
        for index in size.area..<byteCount {
            planes[index] = UInt8(truncatingIfNeeded: (UInt16(planes[index]) &* 225 &+ 4096) >> 8)
        }
    }
}

extension PixelSize {
    fileprivate var halved: PixelSize { PixelSize(width: width / 2, height: height / 2) }
}
