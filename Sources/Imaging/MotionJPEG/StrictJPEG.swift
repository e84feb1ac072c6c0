// SPDX-License-Identifier: GPL-3.0-or-later
import CTurboJPEG
public import CaptureCore

/// Makes a camera's motion JPEG what every decoder reads without a word: as it comes if that is so already, else with the
/// standard Huffman tables, else coded anew from its own coefficients, which changes no pixel: bytes that mean nothing within
/// the scan, arithmetic coding, progressive and other scans. What has no coefficients to keep is decoded and encoded.
///
/// Whether a scan has such bytes only a decoder knows, as long as it takes to show one (7 ms for 530 KiB at 1080p where coding
/// anew takes 23 ms). A video asks it about its first image, then about one in each second, and about every one with restart
/// markers, where they cost a part of the picture elsewhere. Firmware that leaves such bytes does so in most images: once
/// found, each is coded anew.
///
/// Thread-bound. A frame that has to be changed allocates its bytes; others nothing.
public final class StrictJPEG {
    private static let interval: Duration = .seconds(1)

    private let decoder: JPEGDecoder
    private let transformer: tjhandle
    private var askedAt: MonotonicTime?
    private var isAlwaysRecoded = false
    /// How many frames could only be decoded and encoded, which loses a little.
    public private(set) var encodedCount = 0

    /// - Throws: `noMemory`.
    public init() throws(ImagingError) {
        decoder = try JPEGDecoder()
        guard let handle = tjInitTransform() else { throw ImagingError(.noMemory, "tjInitTransform") }
        transformer = handle
    }

    deinit { tjDestroy(transformer) }

    // MARK: Videos

    /// A frame as a video holds it.
    ///
    /// - Returns: the frame itself; or one with other bytes, in memory that never changes.
    /// - Throws: `damaged` and others if there is no picture in it.
    public func stored(_ frame: Frame) throws(ImagingError) -> Frame {
        let frame = frame.unshared()
        return try frame.withBytes { bytes throws(ImagingError) in
            if !isAlwaysRecoded, let original = OriginalJPEG.inspect(bytes),
                !isFound(original, in: bytes, of: frame)
            {
                guard original.isComplete else {
                    return frame.with(OriginalJPEG.completed(original, in: bytes))
                }
                return original.image.count == bytes.count
                    ? frame : frame.keeping(UnsafeRawBufferPointer(rebasing: bytes[original.image]))
            }
            if let recoded = try? recoded(bytes) { return frame.with(recoded) }
            let image = try PlanarImage(decoding: frame)
            encodedCount += 1
            return frame.with(try JPEGEncoder.encode(image, quality: Self.quality, exif: []))
        }
    }

    /// No difference is seen, and cameras use less.
    private static let quality = 95

    /// Whether a decoder finds anything in this one, if it is asked.
    private func isFound(_ original: OriginalJPEG.Original, in bytes: UnsafeRawBufferPointer, of frame: Frame)
        -> Bool
    {
        let isDue = askedAt.map { frame.captured - $0 >= Self.interval } ?? true
        guard isDue || original.hasRestarts else { return false }
        askedAt = frame.captured
        let examined = try? examine(UnsafeRawBufferPointer(rebasing: bytes[original.image]))
        guard let examined, examined.hadWarning else { return false }
        // Damage is this image's own.
        isAlwaysRecoded = !examined.hadFlaw
        return true
    }

    /// Decodes it at an eighth of its size, for what the decoder says.
    private func examine(_ image: UnsafeRawBufferPointer) throws(ImagingError) -> JPEGDecoder {
        _ = try decoder.decode(image, header: try decoder.header(of: image), color: .jpeg, denominator: 8)
        return decoder
    }

    // MARK: Photos

    /// The camera's own JPEG for a file, with its pixels as they are.
    ///
    /// - Parameters:
    ///   - frame: never changes.
    ///   - make: makes the file of the original in these bytes, which are the frame's or those of its recoded image.
    /// - Returns: nil if it has to be decoded, because something of it is missing.
    func photo<Result>(
        _ frame: Frame,
        _ make: (OriginalJPEG.Original, UnsafeRawBufferPointer) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result? {
        try frame.withBytes { bytes throws(ImagingError) in
            let found = MJPEGInspector(bytes)
            guard found.isWhole, let range = found.imageRange else { return nil }
            // One that our decoder can't read another program's may.
            let examined = try? examine(UnsafeRawBufferPointer(rebasing: bytes[range]))
            guard examined?.hadFlaw != true else { return nil }
            if examined?.hadWarning != true, let original = OriginalJPEG.inspect(bytes) {
                return try make(original, bytes)
            }
            guard let recoded = try? recoded(bytes) else { return nil }
            return try frame.with(recoded).withBytes { bytes throws(ImagingError) in
                guard let original = OriginalJPEG.inspect(bytes) else { return nil }
                return try make(original, bytes)
            }
        }
    }

    // MARK: Coding anew

    /// Codes the image in a frame anew: baseline, Huffman, in one scan.
    private func recoded(_ frame: UnsafeRawBufferPointer) throws(ImagingError) -> [UInt8] {
        guard let start = MJPEGInspector.imageStart(in: frame) else {
            throw ImagingError(.damaged, "no start of image")
        }
        let image = UnsafeRawBufferPointer(rebasing: frame[start...])
        var transform = tjtransform()
        (transform.op, transform.options) = (Int32(TJXOP_NONE.rawValue), Int32(TJXOPT_COPYNONE))
        var output: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        defer { tjFree(output) }
        let status = tjTransform(
            transformer, image.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(image.count), 1,
            &output, &count,
            &transform, 0)
        guard status == 0 || tjGetErrorCode(transformer) == TJERR_WARNING.rawValue, let output, count > 0
        else {
            throw ImagingError(.damaged, tjGetErrorStr2(transformer).map { String(cString: $0) } ?? "?")
        }
        return Array(UnsafeBufferPointer(start: output, count: Int(count)))
    }
}

extension Frame {
    /// The same picture in other bytes.
    fileprivate func with(_ bytes: [UInt8]) -> Frame {
        Frame(
            copying: bytes, layout: layout, sequence: sequence, arrival: arrival, sourceTime: sourceTime,
            isSourceMonotonic: captured == sourceTime, isDamaged: isDamaged)
    }

    /// A part of its bytes.
    fileprivate func keeping(_ bytes: UnsafeRawBufferPointer) -> Frame {
        Frame(
            layout: layout, sequence: sequence, arrival: arrival, sourceTime: sourceTime,
            isSourceMonotonic: captured == sourceTime, isDamaged: isDamaged, memory: memory, bytes: bytes,
            release: { [self] in withExtendedLifetime(self) {} })
    }
}
