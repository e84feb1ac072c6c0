// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore

/// Draws frames for the screen: fitted into the viewfinder, in the screen's pixels, mirrored if wanted.
///
/// Thread-bound: one renderer belongs to one thread or queue at a time. Its working memory is kept from frame to
/// frame; in steady state a frame allocates nothing but its `Picture`, apart from what libyuv and libjpeg use inside a
/// call (libyuv a row each time it scales a band).
///
/// Processor time a frame at 1080p on an AMD EPYC at 2.6 GHz, mirrored 0.1 ms more:
///
///     view         motion JPEG   YUYV      NV12
///     1920x1080    4.4 ms        0.51 ms   0.33 ms
///     1280x720     4.7 ms        0.94 ms   0.82 ms
///     960x540      3.2 ms        0.26 ms   0.21 ms
///
/// TurboJPEG takes 3.7 ms of the motion JPEG's, 3.1 ms if it decodes at half the size. Converting YUYV to planes of
/// 4:2:0 and scaling those costs 1.4 ms at 1280x720.
public final class FrameRenderer {
    /// Pictures of at least this many pixels are handed over as planes if the target takes large ones: 2560x1440.
    private static let largeArea = 2560 * 1440

    private let reader = FrameReader()
    private var renderer = PlaneRenderer()
    /// Memory of decoded planes, returned by pictures.
    private let spare = SpareMemory()

    public init() {}

    /// Draws a frame for the viewfinder.
    ///
    /// A frame with too few bytes is drawn as far as possible, the rest black or grey.
    ///
    /// - Returns: a picture of exactly the size that `ViewfinderGeometry` gives for the wanted part of the frame in the
    ///   view. A JPEG's size is the one in its own header.
    /// - Throws: `nothingToDraw`, `damaged`, `unsupportedFormat`, `noMemory`; the frame is then left out.
    public func render(
        _ frame: Frame, for target: ViewfinderTarget, pool: PicturePool
    ) throws(ImagingError) -> Picture {
        guard !target.view.isEmpty, ImageLimits.allows(target.view) else {
            throw ImagingError(.nothingToDraw, target.view.description)
        }
        return try frame.withBytes { bytes throws(ImagingError) in
            if target.planes != .never { reader.adopt(spare.take()) }
            let whole = try reader.read(bytes, of: frame, fitting: target)
            let portion = target.framing.portion(of: reader.fullSize)
            let size = ViewfinderGeometry(source: portion.size, view: target.view).picture
            let source = whole.cropped(to: portion.reduced(by: reader.denominator, within: whole.size))
            let isWhole = !reader.wasFlawed && !frame.isDamaged
            if isKept(source, of: frame, for: target, as: size) {
                let drawing = PlaneDrawing(
                    source, as: size, isMirrored: target.isMirrored, frame: frame,
                    memory: reader.takePlanes(of: frame), spare: spare)
                return Picture(
                    size: size, stride: PicturePool.stride(width: size.width), isMirrored: target.isMirrored,
                    isWhole: isWhole, frame: frame, frameSize: reader.fullSize, portion: portion,
                    drawing: drawing)
            }
            return try pool.picture(
                size: size, isMirrored: target.isMirrored, isWhole: isWhole, frame: frame,
                frameSize: reader.fullSize, portion: portion
            ) { (pixels, stride) throws(ImagingError) in
                try renderer.draw(
                    source, as: size, isMirrored: target.isMirrored,
                    to: pixels.assumingMemoryBound(to: UInt8.self), stride: stride)
            }
        }
    }

    /// Whether the picture is handed over as planes.
    private func isKept(
        _ source: PicturePlanes, of frame: Frame, for target: ViewfinderTarget, as size: PixelSize
    ) -> Bool {
        guard !reader.isCompleted(frame) else { return false }
        return switch target.planes {
        case .never: false
        case .large: size.area >= Self.largeArea && PlaneRenderer.isDirect(source, as: size)
        case .all: !source.arrangement.isRGB
        }
    }
}

/// Planes that are drawn when they are shown.
private final class PlaneDrawing: PictureDrawing {
    let planes: PicturePlanes
    private let size: PixelSize
    private let isMirrored: Bool
    /// The frame whose bytes the planes may use.
    private let frame: Frame
    /// The planes' memory otherwise.
    private let memory: AlignedMemory?
    private let spare: SpareMemory

    init(
        _ source: PicturePlanes, as size: PixelSize, isMirrored: Bool, frame: Frame, memory: AlignedMemory?,
        spare: SpareMemory
    ) {
        planes = source
        (self.size, self.isMirrored, self.frame) = (size, isMirrored, frame)
        (self.memory, self.spare) = (memory, spare)
    }

    deinit { if let memory { spare.giveBack(memory) } }

    func draw(_ lines: Range<Int>, into pixels: UnsafeMutableRawPointer, stride: Int) -> Bool {
        var renderer = PlaneRenderer()
        do throws(ImagingError) {
            try renderer.draw(
                planes, as: size, lines: lines, isMirrored: isMirrored,
                to: pixels.assumingMemoryBound(to: UInt8.self), stride: stride)
            return true
        } catch {
            return false
        }
    }

    func draw(stride: Int) -> PixelMemory? {
        guard let memory = try? AlignedMemory(byteCount: stride * size.height),
            draw(0..<size.height, into: memory.pointer, stride: stride)
        else { return nil }
        return PixelMemory(memory.pointer, release: { withExtendedLifetime(memory) {} })
    }
}

/// Draws planes of any arrangement and size. Thread-bound.
private struct PlaneRenderer: ~Copyable {
    private var shrunk = ScratchBuffer()
    private var renderer = BandRenderer()

    /// Draws some lines, all for nil; see `BandRenderer`.
    mutating func draw(
        _ source: PicturePlanes, as size: PixelSize, lines: Range<Int>? = nil, isMirrored: Bool,
        to pixels: UnsafeMutablePointer<UInt8>, stride: Int
    ) throws(ImagingError) {
        try renderer.draw(
            try simplified(source, for: size), as: size, lines: lines, isMirrored: isMirrored, to: pixels,
            stride: stride)
    }

    /// Whether the planes are drawn as they are, so that some lines cost no more than their share.
    static func isDirect(_ source: PicturePlanes, as size: PixelSize) -> Bool {
        reduced(source.size, for: size) == nil && PixelConverter.takes(source.arrangement)
    }

    /// A source that the band renderer can draw well: below twice the picture's size, in a supported arrangement.
    ///
    /// Blending two neighbours is as good as a box filter up to there; beyond, lines would be skipped.
    private mutating func simplified(
        _ source: PicturePlanes, for size: PixelSize
    ) throws(ImagingError) -> PicturePlanes {
        let smaller = Self.reduced(source.size, for: size)
        guard smaller != nil || !PixelConverter.takes(source.arrangement) else { return source }
        let full = PlaneTarget.byteCount(source.size)
        let memory = try shrunk.reserve(full + (smaller.map(PlaneTarget.byteCount) ?? 0))
        let target = PlaneTarget(memory, size: source.size)
        let color = PlaneConverter.convert(source, to: target)
        let planes = target.planes(size: source.size, color: color)
        return smaller.map { PlaneScaler.scale(planes, to: $0, into: memory + full) } ?? planes
    }

    /// The intermediate size for a source of at least twice the picture's size; nil for a smaller one.
    ///
    /// A half or a quarter, for which libyuv has vector code: from 1080p to 950x534 a frame costs a sixth of direct
    /// scaling. The band renderer does the rest.
    private static func reduced(_ source: PixelSize, for size: PixelSize) -> PixelSize? {
        func isLarger(_ times: Int) -> Bool {
            source.width >= times * size.width && source.height >= times * size.height
        }
        guard isLarger(2) else { return nil }
        guard !isLarger(8) else { return size }
        let divisor = isLarger(4) ? 4 : 2
        return PixelSize(
            width: source.width.dividedUp(by: divisor), height: source.height.dividedUp(by: divisor))
    }
}
