// SPDX-License-Identifier: GPL-3.0-or-later
/// Numbers and boxes of MP4 in memory (ISO/IEC 14496-12): numbers have their most significant byte first. Reads
/// outside of the bytes give 0.
struct MP4Bytes {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }
    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    var count: Int { bytes.count }
    var all: ArraySlice<UInt8> { bytes }

    /// An unsigned number of `count` bytes, 8 at most.
    func number(at offset: Int, _ count: Int) -> UInt64 {
        guard offset >= 0, offset + count <= bytes.count else { return 0 }
        let start = bytes.startIndex + offset
        return bytes[start..<(start + count)].reduce(0) { $0 << 8 | UInt64($1) }
    }

    func word(at offset: Int) -> UInt32 { UInt32(number(at: offset, 4)) }

    func type(at offset: Int) -> MP4Type { MP4Type(word(at: offset)) }

    func from(_ offset: Int) -> MP4Bytes { MP4Bytes(bytes.dropFirst(max(0, offset))) }

    /// The boxes in these bytes, up to the first incomplete one.
    var boxes: [MP4Box] {
        var (boxes, offset): ([MP4Box], Int) = ([], 0)
        while let box = MP4Box(in: self, at: offset) {
            boxes.append(box)
            offset += box.bytes.count
        }
        return boxes
    }

    func first(_ type: MP4Type) -> MP4Box? { boxes.first { $0.type == type } }
}

/// Four letters.
struct MP4Type: Equatable, ExpressibleByStringLiteral {
    let number: UInt32

    init(_ number: UInt32) { self.number = number }
    init(stringLiteral text: String) { number = text.utf8.reduce(0) { $0 << 8 | UInt32($1) } }
}

struct MP4Box {
    let type: MP4Type
    /// With the header.
    let bytes: ArraySlice<UInt8>
    private let headerCount: Int

    /// - Returns: nil if no whole box begins.
    init?(in parent: MP4Bytes, at offset: Int) {
        guard let header = MP4Header(parent.from(offset)), header.count <= parent.count - offset else {
            return nil
        }
        type = header.type
        headerCount = header.headerCount
        bytes = parent.from(offset).all.prefix(header.count)
    }

    var body: MP4Bytes { MP4Bytes(bytes.dropFirst(headerCount)) }
    /// What follows a version and flags.
    var fullBody: MP4Bytes { body.from(4) }
    var version: UInt64 { body.number(at: 0, 1) }
    var flags: UInt64 { body.number(at: 1, 3) }
}

/// The beginning of a box.
struct MP4Header {
    let type: MP4Type
    let headerCount: Int
    /// Of the whole box.
    let count: Int

    /// - Returns: nil if there is none, or none with an end: a size of 0 means the rest of the file.
    init?(_ bytes: MP4Bytes) {
        guard bytes.count >= 8 else { return nil }
        type = bytes.type(at: 4)
        let isLong = bytes.word(at: 0) == 1
        headerCount = isLong ? 16 : 8
        let count = isLong ? bytes.number(at: 8, 8) : bytes.number(at: 0, 4)
        guard count >= headerCount, count < 1 << 62 else { return nil }
        self.count = Int(count)
    }
}

/// Builds boxes.
struct MP4Writer {
    private(set) var bytes: [UInt8] = []

    mutating func number(_ value: some BinaryInteger, _ count: Int) {
        for index in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }

    mutating func word(_ value: some BinaryInteger) { number(value, 4) }
    mutating func type(_ type: MP4Type) { word(type.number) }
    mutating func copy(_ other: some Sequence<UInt8>) { bytes.append(contentsOf: other) }

    /// A box with everything that `body` writes; below 4 GiB.
    mutating func box(_ type: MP4Type, _ body: (inout MP4Writer) -> Void) {
        let start = bytes.count
        word(0)
        self.type(type)
        body(&self)
        replace(start, with: UInt32(bytes.count - start))
    }

    /// The same with a version and flags of 0.
    mutating func fullBox(_ type: MP4Type, _ body: (inout MP4Writer) -> Void) {
        box(type) { box in
            box.word(0)
            body(&box)
        }
    }

    private mutating func replace(_ offset: Int, with value: UInt32) {
        for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * index)) }
    }
}
