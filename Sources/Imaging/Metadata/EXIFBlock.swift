import CExif
import CaptureCore
import Glibc

extension PhotoMetadata {
    /// The facts as a TIFF structure, without the "Exif" that JPEG puts before it.
    ///
    /// - Throws: `noMemory`.
    public func exifBlock() throws(ImagingError) -> [UInt8] {
        let block = try EXIFBlock()
        try addImage(to: block)
        try addTimes(to: block)
        return try block.bytes()
    }

    private func addImage(to block: EXIFBlock) throws(ImagingError) {
        if let make { try block.add(EXIF_TAG_MAKE, to: EXIF_IFD_0, text: make) }
        try block.add(EXIF_TAG_MODEL, to: EXIF_IFD_0, text: model)
        try block.add(EXIF_TAG_SOFTWARE, to: EXIF_IFD_0, text: software)
        // 1: as it is, neither turned nor mirrored.
        try block.add(EXIF_TAG_ORIENTATION, to: EXIF_IFD_0, short: 1)
        // A photo has no resolution of its own; Exif 2.32 wants the fields, and says 72 an inch for that.
        try block.add(EXIF_TAG_X_RESOLUTION, to: EXIF_IFD_0, whole: 72)
        try block.add(EXIF_TAG_Y_RESOLUTION, to: EXIF_IFD_0, whole: 72)
        try block.add(EXIF_TAG_RESOLUTION_UNIT, to: EXIF_IFD_0, short: 2)
        // Chroma lies in the middle of its four pixels, as in JFIF.
        try block.add(EXIF_TAG_YCBCR_POSITIONING, to: EXIF_IFD_0, short: 1)
        try block.add(EXIF_TAG_EXIF_VERSION, to: EXIF_IFD_EXIF, bytes: Array("0232".utf8))
        try block.add(EXIF_TAG_FLASH_PIX_VERSION, to: EXIF_IFD_EXIF, bytes: Array("0100".utf8))
        // Y Cb Cr.
        try block.add(EXIF_TAG_COMPONENTS_CONFIGURATION, to: EXIF_IFD_EXIF, bytes: [1, 2, 3, 0])
        // 1: sRGB.
        try block.add(EXIF_TAG_COLOR_SPACE, to: EXIF_IFD_EXIF, short: 1)
        try block.add(EXIF_TAG_PIXEL_X_DIMENSION, to: EXIF_IFD_EXIF, long: UInt32(clamping: size.width))
        try block.add(EXIF_TAG_PIXEL_Y_DIMENSION, to: EXIF_IFD_EXIF, long: UInt32(clamping: size.height))
    }

    /// The file, the picture and its digital form are of one moment.
    private func addTimes(to block: EXIFBlock) throws(ImagingError) {
        let texts = EXIFTime(time)
        try block.add(EXIF_TAG_DATE_TIME, to: EXIF_IFD_0, text: texts.date)
        try block.add(EXIF_TAG_DATE_TIME_ORIGINAL, to: EXIF_IFD_EXIF, text: texts.date)
        try block.add(EXIF_TAG_DATE_TIME_DIGITIZED, to: EXIF_IFD_EXIF, text: texts.date)
        try block.add(EXIF_TAG_OFFSET_TIME, to: EXIF_IFD_EXIF, text: texts.offset)
        try block.add(EXIF_TAG_OFFSET_TIME_ORIGINAL, to: EXIF_IFD_EXIF, text: texts.offset)
        try block.add(EXIF_TAG_OFFSET_TIME_DIGITIZED, to: EXIF_IFD_EXIF, text: texts.offset)
        try block.add(EXIF_TAG_SUB_SEC_TIME, to: EXIF_IFD_EXIF, text: texts.subseconds)
        try block.add(EXIF_TAG_SUB_SEC_TIME_ORIGINAL, to: EXIF_IFD_EXIF, text: texts.subseconds)
        try block.add(EXIF_TAG_SUB_SEC_TIME_DIGITIZED, to: EXIF_IFD_EXIF, text: texts.subseconds)
    }
}

/// libexif's image of an EXIF block. Thread-bound.
///
/// Ownership in libexif: the data owns its directories, a directory takes a reference to each entry put into it,
/// and an entry frees its bytes, which must come from the same `ExifMem`.
private final class EXIFBlock {
    private let data: UnsafeMutablePointer<ExifData>
    private let memory: OpaquePointer

    init() throws(ImagingError) {
        guard let memory = exif_mem_new_default() else { throw ImagingError(.noMemory, "exif_mem_new") }
        guard let data = exif_data_new_mem(memory) else {
            exif_mem_unref(memory)
            throw ImagingError(.noMemory, "exif_data_new_mem")
        }
        self.memory = memory
        self.data = data
        exif_data_set_byte_order(data, EXIF_BYTE_ORDER_INTEL)
    }

    deinit {
        exif_data_unref(data)
        exif_mem_unref(memory)
    }

    /// ASCII with a zero at the end; anything else becomes "?", as EXIF has no other letters here.
    func add(_ tag: ExifTag, to directory: ExifIfd, text: String) throws(ImagingError) {
        let letters = text.unicodeScalars.map {
            (" "..."~").contains($0) ? UInt8($0.value) : UInt8(ascii: "?")
        }
        try add(tag, to: directory, EXIF_FORMAT_ASCII, count: letters.count + 1, letters + [0])
    }

    func add(_ tag: ExifTag, to directory: ExifIfd, short: UInt16) throws(ImagingError) {
        try add(tag, to: directory, EXIF_FORMAT_SHORT, count: 1, Self.bytes(short.littleEndian))
    }

    func add(_ tag: ExifTag, to directory: ExifIfd, long: UInt32) throws(ImagingError) {
        try add(tag, to: directory, EXIF_FORMAT_LONG, count: 1, Self.bytes(long.littleEndian))
    }

    /// A fraction over 1.
    func add(_ tag: ExifTag, to directory: ExifIfd, whole: UInt32) throws(ImagingError) {
        let fraction = Self.bytes(whole.littleEndian) + Self.bytes(UInt32(1).littleEndian)
        try add(tag, to: directory, EXIF_FORMAT_RATIONAL, count: 1, fraction)
    }

    func add(_ tag: ExifTag, to directory: ExifIfd, bytes: [UInt8]) throws(ImagingError) {
        try add(tag, to: directory, EXIF_FORMAT_UNDEFINED, count: bytes.count, bytes)
    }

    private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number) { Array($0) }
    }

    private func add(
        _ tag: ExifTag, to directory: ExifIfd, _ format: ExifFormat, count: Int, _ bytes: [UInt8]
    ) throws(ImagingError) {
        guard let entry = exif_entry_new_mem(memory) else {
            throw ImagingError(.noMemory, "exif_entry_new_mem")
        }
        defer { exif_entry_unref(entry) }
        guard let copy = exif_mem_alloc(memory, ExifLong(clamping: bytes.count)) else {
            throw ImagingError(.noMemory, "exif_mem_alloc")
        }
        bytes.withUnsafeBytes { copy.copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: $0.count) }
        entry.pointee.tag = tag
        entry.pointee.format = format
        entry.pointee.components = UInt(count)
        entry.pointee.data = copy.assumingMemoryBound(to: UInt8.self)
        entry.pointee.size = UInt32(clamping: bytes.count)
        exif_content_add_entry(self.directory(directory), entry)
    }

    private func directory(_ index: ExifIfd) -> UnsafeMutablePointer<ExifContent>? {
        // C's array of five directories is a tuple here.
        let directories = data.pointee.ifd
        return index == EXIF_IFD_0 ? directories.0 : directories.2
    }

    /// The TIFF structure; the six bytes "Exif\0\0" that libexif puts before it are left off.
    func bytes() throws(ImagingError) -> [UInt8] {
        var start: UnsafeMutablePointer<UInt8>?
        var count: UInt32 = 0
        exif_data_save_data(data, &start, &count)
        defer { exif_mem_free(memory, start) }
        guard let start, count > 6 else { throw ImagingError(.noMemory, "exif_data_save_data") }
        return Array(UnsafeBufferPointer(start: start + 6, count: Int(count) - 6))
    }
}
