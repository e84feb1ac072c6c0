// SPDX-License-Identifier: GPL-3.0-or-later
import CExif
import Glibc

/// libexif's image of an EXIF block. Thread-bound.
///
/// Ownership in libexif: the data owns its directories, a directory takes a reference to each entry put into it,
/// and an entry frees its bytes, which must come from the same `ExifMem`.
final class EXIFBlock {
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

    /// ASCII with a zero at the end; other characters become "?", as EXIF allows none here.
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

    func add(_ tag: ExifTag, to directory: ExifIfd, shorts: [UInt16]) throws(ImagingError) {
        let bytes = shorts.flatMap { Self.bytes($0.littleEndian) }
        try add(tag, to: directory, EXIF_FORMAT_SHORT, count: shorts.count, bytes)
    }

    func add(
        _ tag: ExifTag, to directory: ExifIfd, fraction: (numerator: UInt32, denominator: UInt32)
    ) throws(ImagingError) {
        let bytes =
            Self.bytes(fraction.numerator.littleEndian) + Self.bytes(fraction.denominator.littleEndian)
        try add(tag, to: directory, EXIF_FORMAT_RATIONAL, count: 1, bytes)
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
