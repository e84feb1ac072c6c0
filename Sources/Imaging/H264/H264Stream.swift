// SPDX-License-Identifier: GPL-3.0-or-later
/// Analyses a stream of H.264 without decoding it. A value without I/O; sections are those of ITU-T H.264.
///
/// Reads each access unit up to its first slice, and never beyond the given bytes.
public struct H264Stream: Sendable {
    /// The kind of an access unit.
    public enum Kind: Equatable, Sendable {
        /// A key picture: none from here on depends on earlier ones.
        case key
        case picture
        /// A picture before it is missing.
        case gap
        /// Parameters, or nothing at all.
        case other
    }

    /// The parameters of the pictures, with start codes; empty before the first ones.
    public private(set) var parameters: [UInt8] = []
    /// The sequence parameter sets among them: general coding, size and colours.
    public private(set) var sequenceParameters: [UInt8] = []
    /// Whether the last unit contained both sequence and picture parameter sets.
    public private(set) var hasParameters = false
    /// By kind and number. A stream may have several for its pictures.
    private var sets: [SetName: [UInt8]] = [:]
    private var form: SequenceForm?
    /// The number of the last picture that others refer to.
    private var lastNumber: Int?

    /// More parameters than any encoder has.
    private static let longestParameters = 1024

    public init() {}

    /// Takes the next access unit.
    public mutating func note(_ bytes: UnsafeRawBufferPointer) -> Kind {
        var brought: Set<UInt8> = []
        defer { hasParameters = brought.isSuperset(of: [Self.sequence, Self.picture]) }
        var at = Self.unit(after: 0, in: bytes)
        while let begin = at {
            let following = Self.unit(after: begin, in: bytes)
            let end = min(following.map { $0 - 3 } ?? bytes.count, begin + Self.longestParameters)
            let kind = bytes[begin] & 0x1f
            switch kind {
            case 1, 5: return slice(bytes[begin..<end])
            case Self.sequence, Self.picture:
                if kind == Self.sequence { form = SequenceForm(bytes[begin..<end]) }
                keep(kind, bytes[begin..<end])
                brought.insert(kind)
            default: break
            }
            at = following
        }
        return .other
    }

    private static let sequence: UInt8 = 7
    private static let picture: UInt8 = 8
    /// No set of parameters has a higher number.
    private static let maximumNumber = 255

    private struct SetName: Hashable, Comparable {
        let kind: UInt8
        let number: Int

        static func < (left: Self, right: Self) -> Bool {
            (left.kind, left.number) < (right.kind, right.number)
        }
    }

    /// Sections 7.3.2.1.1 and 7.3.2.2, as far as the set's number.
    private mutating func keep(_ kind: UInt8, _ bytes: Slice<UnsafeRawBufferPointer>) {
        var bits = H264Bits(bytes.dropFirst())
        if kind == Self.sequence { _ = bits.read(24) }
        guard let number = bits.number(), number <= Self.maximumNumber else { return }
        let name = SetName(kind: kind, number: number)
        // Trailing zeros belong to the next start code.
        let last = bytes.lastIndex { $0 != 0 } ?? bytes.startIndex
        let set = [0, 0, 0, 1] + bytes[bytes.startIndex...last]
        guard sets[name] != set else { return }
        sets[name] = set
        let sorted = sets.sorted { $0.key < $1.key }
        parameters = sorted.flatMap(\.value)
        sequenceParameters = sorted.prefix { $0.key.kind == Self.sequence }.flatMap(\.value)
    }

    /// Where the next unit begins, behind its start code (annex B).
    private static func unit(after start: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
        var at = start + 2
        while at + 1 < bytes.count {
            if bytes[at] > 1 {
                at += 3
            } else if bytes[at] == 1, bytes[at - 1] == 0, bytes[at - 2] == 0 {
                return at + 1
            } else {
                at += 1
            }
        }
        return nil
    }

    /// Section 7.3.3, as far as the picture's number.
    private mutating func slice(_ bytes: Slice<UnsafeRawBufferPointer>) -> Kind {
        let isKey = bytes[bytes.startIndex] & 0x1f == 5
        let isReferred = bytes[bytes.startIndex] & 0x60 != 0
        guard let form else { return isKey ? .key : .gap }
        var bits = H264Bits(bytes.dropFirst())
        _ = (bits.number(), bits.number(), bits.number())
        if form.hasSeparatePlanes { _ = bits.read(2) }
        guard let number = bits.read(form.numberLength) else { return .gap }
        defer { if isReferred { lastNumber = number } }
        if isKey { return .key }
        guard let lastNumber, !form.allowsGaps else { return .picture }
        // Section 7.4.3: one more than that of the last picture that others refer to.
        let distance = (number - lastNumber) & (1 << form.numberLength - 1)
        return distance <= 1 ? .picture : .gap
    }
}

/// The parts of a sequence parameter set that slices depend on: section 7.3.2.1.1.
private struct SequenceForm {
    let hasSeparatePlanes: Bool
    /// Bits of a picture's number.
    let numberLength: Int
    let allowsGaps: Bool

    private static let highProfiles: Set<Int> = [
        100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135,
    ]
    /// The longest cycle of picture order counts.
    private static let longestCycle = 255

    /// - Returns: nil if it can't be read.
    init?(_ bytes: Slice<UnsafeRawBufferPointer>) {
        var bits = H264Bits(bytes.dropFirst())
        guard let profile = bits.read(8), bits.read(16) != nil, bits.number() != nil else { return nil }
        guard let separate = Self.highProfiles.contains(profile) ? Self.skipColours(&bits) : false,
            let length = bits.number(), length <= 12, Self.skipOrder(&bits), bits.number() != nil,
            let gaps = bits.read(1)
        else { return nil }
        (hasSeparatePlanes, numberLength, allowsGaps) = (separate, length + 4, gaps == 1)
    }

    /// - Returns: whether the planes are coded separately.
    private static func skipColours(_ bits: inout H264Bits) -> Bool? {
        guard let chroma = bits.number(), let separate = chroma == 3 ? bits.read(1) : 0,
            bits.number() != nil, bits.number() != nil, bits.read(1) != nil, let hasLists = bits.read(1)
        else { return nil }
        for list in 0..<(hasLists == 0 ? 0 : chroma == 3 ? 12 : 8) {
            guard let isPresent = bits.read(1) else { return nil }
            if isPresent == 1, !skipList(&bits, count: list < 6 ? 16 : 64) { return nil }
        }
        return separate == 1
    }

    /// Section 7.3.2.1.1.1.
    private static func skipList(_ bits: inout H264Bits, count: Int) -> Bool {
        var (last, next) = (8, 8)
        for _ in 0..<count where next != 0 {
            guard let delta = bits.signed() else { return false }
            next = (last &+ delta) & 0xff
            last = next == 0 ? last : next
        }
        return true
    }

    private static func skipOrder(_ bits: inout H264Bits) -> Bool {
        switch bits.number() {
        case 0: return bits.number() != nil
        case 1:
            guard bits.read(1) != nil, bits.number() != nil, bits.number() != nil,
                let count = bits.number(), count <= longestCycle
            else { return false }
            for _ in 0..<count { _ = bits.number() }
            return true
        case 2: return true
        default: return false
        }
    }
}

/// Reads bits and numbers (section 9.1) of a unit, skipping the emulation prevention bytes (section 7.4.1.1).
private struct H264Bits {
    private let bytes: Slice<UnsafeRawBufferPointer>
    private var at: Int
    private var bit = 0
    private var zeros = 0

    init(_ bytes: Slice<UnsafeRawBufferPointer>) { (self.bytes, at) = (bytes, bytes.startIndex) }

    private mutating func next() -> Int? {
        if bit == 0, zeros >= 2, at < bytes.endIndex, bytes[at] == 3 { (at, zeros) = (at + 1, 0) }
        guard at < bytes.endIndex else { return nil }
        let value = Int(bytes[at] >> (7 - bit)) & 1
        bit += 1
        guard bit == 8 else { return value }
        zeros = bytes[at] == 0 ? zeros + 1 : 0
        (at, bit) = (at + 1, 0)
        return value
    }

    /// At most 32 bits; nil beyond the end.
    mutating func read(_ count: Int) -> Int? {
        var value = 0
        for _ in 0..<count {
            guard let bit = next() else { return nil }
            value = value << 1 | bit
        }
        return value
    }

    /// An unsigned number; nil beyond the end, and if it has more than 32 bits.
    mutating func number() -> Int? {
        var length = 0
        while let bit = next() {
            if bit == 1 { return read(length).map { $0 + 1 << length - 1 } }
            length += 1
            guard length <= 32 else { return nil }
        }
        return nil
    }

    mutating func signed() -> Int? { number().map { $0 & 1 == 1 ? ($0 + 1) / 2 : -($0 / 2) } }
}
