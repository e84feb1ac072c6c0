// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore

/// What an EXIF block says: the few facts that are shown, read without following it anywhere twice.
///
/// Our own reader, because the bytes are untrusted and only eight values are needed. Never reads beyond the end.
struct TIFFFacts: Equatable {
    var orientation = PhotoOrientation.upright
    var make: String?
    var model: String?
    var exposureTime: Double?
    var sensitivity: Int?
    var fNumber: Double?
    /// "2026:11:22 14:02:11".
    var taken: String?
    /// Where the JPEG file of the thumbnail is in the block.
    var thumbnail: Range<Int>?

    init() {}

    /// - Parameter block: begins with TIFF's byte order; nothing is found in what does not.
    init(_ block: UnsafeRawBufferPointer) {
        guard let reader = TIFFReader(block) else { return }
        let first = reader.directory(at: reader.firstDirectory)
        readImage(first, reader)
        if let exif = first[0x8769].flatMap({ reader.number($0) }) {
            readExif(reader.directory(at: exif), reader)
        }
        let second = reader.directory(at: reader.directory(after: reader.firstDirectory))
        if let start = second[0x0201].flatMap({ reader.number($0) }),
            let count = second[0x0202].flatMap({ reader.number($0) }), count > 0,
            start <= block.count, count <= block.count - start
        {
            thumbnail = start..<(start + count)
        }
    }

    private mutating func readImage(_ entries: [UInt16: TIFFReader.Entry], _ reader: TIFFReader) {
        orientation = entries[0x0112].flatMap { reader.number($0) }.map(PhotoOrientation.init) ?? .upright
        make = entries[0x010F].flatMap { reader.text($0) }
        model = entries[0x0110].flatMap { reader.text($0) }
        taken = entries[0x0132].flatMap { reader.text($0) }
    }

    private mutating func readExif(_ entries: [UInt16: TIFFReader.Entry], _ reader: TIFFReader) {
        exposureTime = entries[0x829A].flatMap { reader.fraction($0) }
        fNumber = entries[0x829D].flatMap { reader.fraction($0) }
        sensitivity = entries[0x8827].flatMap { reader.number($0) }.flatMap { $0 > 0 ? $0 : nil }
        taken = entries[0x9003].flatMap { reader.text($0) } ?? taken
    }

    /// Maker and model as one name: models often begin with their maker.
    var camera: String? {
        guard let model else { return make }
        guard let make, !model.lowercased().hasPrefix(make.lowercased()) else { return model }
        return make + " " + model
    }
}

/// Directories and values of a TIFF structure (TIFF 6.0, section 2).
struct TIFFReader {
    struct Entry {
        let type: UInt16
        let count: Int
        /// Where the entry's value or its offset is.
        let position: Int
    }

    /// Far more than EXIF has.
    private static let maximumEntries = 256
    private static let longestText = 256

    /// A number that is written over another.
    struct Change {
        fileprivate let position: Int
        fileprivate let number: [UInt8]

        func make(in block: inout [UInt8]) {
            block.replaceSubrange(position..<(position + number.count), with: number)
        }
    }

    private let block: UnsafeRawBufferPointer
    private let isBigEndian: Bool

    init?(_ block: UnsafeRawBufferPointer) {
        guard block.count >= 8, block[0] == block[1], block[0] == 0x49 || block[0] == 0x4D else { return nil }
        self.block = block
        isBigEndian = block[0] == 0x4D
        guard short(2) == 42 else { return nil }
    }

    var firstDirectory: Int { long(4) ?? 0 }

    func short(_ offset: Int) -> Int? {
        guard offset >= 0, offset + 2 <= block.count else { return nil }
        let (first, second) = (Int(block[offset]), Int(block[offset + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
    }

    private func long(_ offset: Int) -> Int? {
        guard let first = short(offset), let second = short(offset + 2) else { return nil }
        return isBigEndian ? first << 16 | second : second << 16 | first
    }

    func directory(at offset: Int) -> [UInt16: Entry] {
        guard offset >= 8, let count = short(offset) else { return [:] }
        var entries: [UInt16: Entry] = [:]
        for index in 0..<min(count, Self.maximumEntries) {
            let start = offset + 2 + 12 * index
            guard let tag = short(start), let type = short(start + 2), let number = long(start + 4),
                start + 12 <= block.count
            else { break }
            entries[UInt16(truncatingIfNeeded: tag)] = Entry(
                type: UInt16(truncatingIfNeeded: type), count: number, position: start + 8)
        }
        return entries
    }

    /// Where the next directory is; 0 if there is none.
    func directory(after offset: Int) -> Int {
        placeOfNext(after: offset).flatMap { long($0) } ?? 0
    }

    /// The position of the next directory's offset; nil beyond the block's end.
    func placeOfNext(after offset: Int) -> Int? {
        guard offset >= 8, let count = short(offset) else { return nil }
        let place = offset + 2 + 12 * count
        return place + 4 <= block.count ? place : nil
    }

    /// The first of an entry's SHORTs or LONGs.
    func number(_ entry: Entry) -> Int? {
        guard entry.count >= 1 else { return nil }
        switch entry.type {
        case 3: return short(entry.count <= 2 ? entry.position : long(entry.position) ?? -1)
        case 4: return long(entry.count == 1 ? entry.position : long(entry.position) ?? -1)
        default: return nil
        }
    }

    /// An unsigned number of four bytes; nil beyond the end.
    func number(at offset: Int) -> Int? { long(offset) }

    /// Where the bytes of an entry of UNDEFINED are; nil beyond the end.
    func range(of entry: Entry) -> Range<Int>? {
        guard entry.type == 7, entry.count > 4, let start = long(entry.position), start <= block.count,
            entry.count <= block.count - start
        else { return nil }
        return start..<start + entry.count
    }

    func bytes(_ number: Int, count: Int) -> [UInt8] {
        let little = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        return isBigEndian ? little.reversed() : little
    }

    func change(at position: Int, to number: Int, byteCount: Int = 4) -> Change {
        Change(position: position, number: bytes(number, count: byteCount))
    }

    /// - Returns: nil where the entry is no single SHORT or LONG, which both lie in the entry itself.
    func change(_ entry: Entry, to number: Int) -> Change? {
        guard entry.count == 1, entry.type == 3 || entry.type == 4 else { return nil }
        return change(at: entry.position, to: number, byteCount: entry.type == 3 ? 2 : 4)
    }

    /// The first of an entry's RATIONALs; nil where it is no positive number.
    fileprivate func fraction(_ entry: Entry) -> Double? {
        guard entry.type == 5, entry.count >= 1, let offset = long(entry.position),
            let numerator = long(offset), let denominator = long(offset + 4), numerator > 0, denominator > 0
        else { return nil }
        return Double(numerator) / Double(denominator)
    }

    /// ASCII up to its zero, without spaces around it.
    fileprivate func text(_ entry: Entry) -> String? {
        guard entry.type == 2, entry.count >= 1 else { return nil }
        let start = entry.count <= 4 ? entry.position : long(entry.position) ?? block.count
        guard start < block.count else { return nil }
        let bytes = block[start..<min(block.count, start + min(entry.count, Self.longestText))]
        let letters = bytes.prefix { $0 != 0 }.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }
        let text = String(decoding: letters, as: UTF8.self)
        let trimmed = String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        return trimmed.isEmpty ? nil : trimmed
    }
}
