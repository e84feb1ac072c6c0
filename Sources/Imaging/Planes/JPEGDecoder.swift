// SPDX-License-Identifier: GPL-3.0-or-later
import CTurboJPEG
import CaptureCore

/// Decodes motion JPEG frames to planes with TurboJPEG. Thread-bound.
///
/// TurboJPEG reads the header again when it decodes, and writes a picture of that size: both calls need the same
/// bytes, which must not change in between.
///
/// Huffman tables may be missing: libjpeg-turbo since 1.5.90 supplies the standard ones (T.81, annex K) itself (its
/// ChangeLog, "motion-JPEG"); a test checks that.
final class JPEGDecoder {
    /// The contents of a frame header.
    struct Header {
        var size: PixelSize
        /// The luma columns and lines for one of chroma; nil for grey.
        var subsampling: (horizontal: Int, vertical: Int)?
    }

    /// More bytes before a marker than firmware leaves there are damage.
    private static let fewBytes = 16

    private let handle: tjhandle
    /// The planes' memory, which a user that keeps the planes takes out.
    var memory = ScratchBuffer()
    /// Arguments of the call that decodes, kept so that a frame allocates nothing.
    private var pointers = [UnsafeMutablePointer<UInt8>?](repeating: nil, count: 3)
    private var strides = [Int32](repeating: 0, count: 3)
    /// Whether the last image had flaws, such as an early end.
    private(set) var hadFlaw = false
    /// Whether libjpeg had anything to say about the last image, be it no flaw of the picture.
    private(set) var hadWarning = false

    /// - Throws: `noMemory`.
    init() throws(ImagingError) {
        guard let handle = tjInitDecompress() else { throw ImagingError(.noMemory, "tjInitDecompress") }
        self.handle = handle
    }

    deinit { tjDestroy(handle) }

    /// Reads the header of an image that starts with its SOI.
    ///
    /// - Throws: `damaged`; `unsupportedFormat` for colours other than YCbCr and grey.
    func header(of image: UnsafeRawBufferPointer) throws(ImagingError) -> Header {
        var (width, height, chroma, colorspace): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let status = tjDecompressHeader3(
            handle, image.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(image.count),
            &width, &height, &chroma, &colorspace)
        guard status == 0 || tjGetErrorCode(handle) == TJERR_WARNING.rawValue else { throw failure() }
        let size = PixelSize(width: Int(width), height: Int(height))
        guard ImageLimits.allows(size) else { throw ImagingError(.damaged, "JPEG header says \(size)") }
        guard colorspace == TJCS_YCbCr.rawValue || colorspace == TJCS_GRAY.rawValue else {
            throw ImagingError(.unsupportedFormat, "JPEG colour space \(colorspace)")
        }
        return Header(size: size, subsampling: try subsampling(TJSAMP(.init(truncatingIfNeeded: chroma))))
    }

    private func subsampling(_ kind: TJSAMP) throws(ImagingError) -> (horizontal: Int, vertical: Int)? {
        switch kind {
        case TJSAMP_GRAY: nil
        case TJSAMP_444: (1, 1)
        case TJSAMP_422: (2, 1)
        case TJSAMP_420: (2, 2)
        case TJSAMP_440: (1, 2)
        case TJSAMP_411: (4, 1)
        default: throw ImagingError(.unsupportedFormat, "JPEG subsampling \(kind.rawValue)")
        }
    }

    /// Decodes an image; a flawed one as far as possible.
    ///
    /// - Parameters:
    ///   - denominator: 1, 2, 4 or 8: reduces the image by this factor, which costs less than decoding it in full.
    /// - Returns: planes in memory that is valid until the next call.
    /// - Throws: `damaged`, `noMemory`.
    func decode(
        _ image: UnsafeRawBufferPointer, header: Header, color: ColorDescription, denominator: Int = 1
    ) throws(ImagingError) -> PicturePlanes {
        let size = Self.reduced(header.size, by: denominator)
        let planes = try layOut(size, header.subsampling, color)
        point(at: planes)
        let status = tjDecompressToYUVPlanes(
            handle, image.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(image.count),
            &pointers, Int32(size: size.width), &strides, Int32(size: size.height), 0)
        (hadWarning, hadFlaw) = (status != 0, status != 0)
        guard status == 0 || tjGetErrorCode(handle) == TJERR_WARNING.rawValue else { throw failure() }
        if hadFlaw, hasOnlyFewExtraBytes(image) { hadFlaw = false }
        return planes
    }

    /// Whether the warning is about bytes between the end of some data and the next marker, which firmware leaves there
    /// (Logitech's C270 and C910, for example), and not about damage: many bytes are what is left where data were lost.
    ///
    /// libjpeg keeps the first warning only, so the markers after it have to be right as well.
    private func hasOnlyFewExtraBytes(_ image: UnsafeRawBufferPointer) -> Bool {
        let words = tjGetErrorStr2(handle).map { String(cString: $0).split(separator: " ") } ?? []
        // "Corrupt JPEG data: 2 extraneous bytes before marker 0xd9", in every language.
        guard let place = words.firstIndex(of: "extraneous"), place > 0, let count = Int(words[place - 1]),
            count <= Self.fewBytes
        else { return false }
        let found = MJPEGInspector(image)
        return found.hasEnd && found.hasRestartsInOrder
    }

    private func point(at planes: PicturePlanes) {
        pointers[0] = UnsafeMutablePointer(mutating: planes.first.base)
        pointers[1] = planes.second.map { UnsafeMutablePointer(mutating: $0.base) }
        pointers[2] = planes.third.map { UnsafeMutablePointer(mutating: $0.base) }
        strides[0] = Int32(size: planes.first.stride)
        strides[1] = Int32(size: planes.second?.stride ?? 0)
        strides[2] = Int32(size: planes.third?.stride ?? 0)
    }

    /// The size of an image reduced by libjpeg (the macro `TJSCALED`).
    static func reduced(_ size: PixelSize, by denominator: Int) -> PixelSize {
        PixelSize(
            width: size.width.dividedUp(by: denominator), height: size.height.dividedUp(by: denominator))
    }

    private func layOut(
        _ size: PixelSize, _ subsampling: (horizontal: Int, vertical: Int)?, _ color: ColorDescription
    ) throws(ImagingError) -> PicturePlanes {
        let (horizontal, vertical) = subsampling ?? (1, 1)
        let columns = size.width.dividedUp(by: horizontal)
        let rows = size.height.dividedUp(by: vertical)
        // tjPlaneWidth pads planes to whole chroma samples: luma of odd width gets one more column.
        let strides = (luma: (columns * horizontal + 63) & ~63, chroma: (columns + 63) & ~63)
        let lumaBytes = strides.luma * rows * vertical
        let chromaBytes = subsampling == nil ? 0 : strides.chroma * rows
        let base = try memory.reserve(lumaBytes + 2 * chromaBytes)
        var planes = PicturePlanes(
            arrangement: .grey, size: size, color: color,
            first: Plane(
                base: base, stride: strides.luma, bytesPerRow: size.width, rows: size.height))
        guard subsampling != nil else { return planes }
        planes.arrangement = .planar(horizontal: horizontal, vertical: vertical)
        planes.second = Plane(
            base: base + lumaBytes, stride: strides.chroma, bytesPerRow: columns, rows: rows)
        planes.third = Plane(
            base: base + lumaBytes + chromaBytes, stride: strides.chroma, bytesPerRow: columns, rows: rows)
        return planes
    }

    private func failure() -> ImagingError {
        ImagingError(.damaged, tjGetErrorStr2(handle).map { String(cString: $0) } ?? "?")
    }
}
