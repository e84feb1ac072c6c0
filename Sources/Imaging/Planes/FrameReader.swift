// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore

/// Reads frames of every supported format as planes, without copying if the bytes can be used directly.
///
/// Motion JPEG in memory that others can write to is copied first: its header, which gives the planes' size, is read
/// more than once. 400 KiB, as 1080p has, take 0.02 to 0.06 ms. Raw frames contain only colours, which can change
/// without harm.
///
/// Thread-bound. Working memory is kept from frame to frame.
final class FrameReader {
    private let copiesRaw: Bool
    private var copied = ScratchBuffer()
    private var decoder: JPEGDecoder?
    private var completed = ScratchBuffer()
    /// The frame's own size, before any reduction while decoding.
    private(set) var fullSize = PixelSize(width: 0, height: 0)
    /// The factor by which the last frame was reduced while decoding.
    private(set) var denominator = 1
    /// Whether the last frame was short or had flaws.
    private(set) var wasFlawed = false
    private var isRawCompleted = false

    /// - Parameter copiesRaw: whether raw frames that others can write to are copied as well, for readers that depend on
    ///   constant colours.
    init(copiesRaw: Bool = false) { self.copiesRaw = copiesRaw }

    /// Reads a frame's bytes.
    ///
    /// - Parameters:
    ///   - bytes: the frame's.
    ///   - target: the target of drawing: a JPEG that is at least twice as large is decoded at half its size, and so on;
    ///     nil for the full size.
    /// - Returns: planes, valid as long as the bytes are and until the next call.
    /// - Throws: `damaged`, `unsupportedFormat`, `noMemory`.
    func read(
        _ bytes: UnsafeRawBufferPointer, of frame: Frame, fitting target: ViewfinderTarget? = nil
    ) throws(ImagingError) -> PicturePlanes {
        guard bytes.count > 0 else { throw ImagingError(.damaged, "no bytes") }
        let layout = frame.layout
        let isCopied = frame.memory == .shared && (copiesRaw || layout.format.isCompressed)
        let bytes = isCopied ? try copy(bytes) : bytes
        if layout.format.isCompressed {
            return try readJPEG(bytes, color: layout.color, fitting: target)
        }
        fullSize = layout.size
        denominator = 1
        return try readRaw(bytes, layout)
    }

    /// Takes the memory of the last frame's planes, so that they stay; nil if they are in the frame's own.
    func takePlanes(of frame: Frame) -> AlignedMemory? {
        frame.layout.format.isCompressed ? decoder?.memory.take() : nil
    }

    /// Decodes into memory that was taken before.
    func adopt(_ memory: AlignedMemory?) { decoder?.memory.adopt(memory) }

    /// Whether the last frame's planes are neither in its own bytes nor in memory that can be taken.
    func isCompleted(_ frame: Frame) -> Bool { isRawCompleted && !frame.layout.format.isCompressed }

    private func copy(_ bytes: UnsafeRawBufferPointer) throws(ImagingError) -> UnsafeRawBufferPointer {
        let copy = UnsafeMutableRawBufferPointer(start: try copied.reserve(bytes.count), count: bytes.count)
        copy.copyMemory(from: bytes)
        return UnsafeRawBufferPointer(copy)
    }

    private func readRaw(
        _ bytes: UnsafeRawBufferPointer, _ layout: FrameLayout
    ) throws(ImagingError) -> PicturePlanes {
        let start = bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
        // Also checks the layout, so that the sizes below can be trusted.
        let planes = try RawPlanes.describe(start, layout)
        guard let whole = layout.wholeByteCount else {
            throw ImagingError(.unsupportedFormat, layout.format.description)
        }
        wasFlawed = bytes.count < layout.leastByteCount ?? whole
        isRawCompleted = bytes.count < whole
        guard isRawCompleted else { return planes }
        let memory = try completed.reserve(whole)
        RawPlanes.complete(bytes, layout, into: UnsafeMutableRawBufferPointer(start: memory, count: whole))
        return try RawPlanes.describe(UnsafePointer(memory), layout)
    }

    private func readJPEG(
        _ bytes: UnsafeRawBufferPointer, color: ColorDescription, fitting target: ViewfinderTarget?
    ) throws(ImagingError) -> PicturePlanes {
        guard let start = MJPEGInspector.imageStart(in: bytes) else {
            throw ImagingError(.damaged, "no start of image")
        }
        let image = UnsafeRawBufferPointer(rebasing: bytes[start...])
        let decoder = try readyDecoder()
        let header = try decoder.header(of: image)
        fullSize = header.size
        denominator = target.map { Self.denominator(header.size, fitting: $0) } ?? 1
        let planes = try decoder.decode(image, header: header, color: color, denominator: denominator)
        wasFlawed = decoder.hadFlaw
        return planes
    }

    private func readyDecoder() throws(ImagingError) -> JPEGDecoder {
        if let decoder { return decoder }
        let new = try JPEGDecoder()
        decoder = new
        return new
    }

    /// The largest reduction after which the picture need not be scaled up.
    private static func denominator(_ size: PixelSize, fitting target: ViewfinderTarget) -> Int {
        let portion = target.framing.portion(of: size).size
        let picture = ViewfinderGeometry(source: portion, view: target.view).picture
        var denominator = 8
        while denominator > 1 {
            let reduced = JPEGDecoder.reduced(portion, by: denominator)
            if reduced.width >= picture.width, reduced.height >= picture.height { break }
            denominator /= 2
        }
        return denominator
    }
}
