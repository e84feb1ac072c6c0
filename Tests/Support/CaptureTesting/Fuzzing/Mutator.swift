// SPDX-License-Identifier: GPL-3.0-or-later
/// Damages bytes as cables, disks and firmware do, and as parsers do not expect.
public struct Mutator {
    public var random: SeededRandom

    public init(_ random: SeededRandom) { self.random = random }

    /// Applies between one and eight changes.
    ///
    /// - Parameter other: another valid input, to take pieces from.
    public mutating func mutate(_ bytes: [UInt8], other: [UInt8] = []) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...8, using: &random) { change(&bytes, other) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8], _ other: [UInt8]) {
        guard !bytes.isEmpty else {
            bytes = Array(piece(of: other))
            return
        }
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<9, using: &random) {
        case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes[index] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF].randomElement(using: &random) ?? 0
        case 3: bytes.removeSubrange(range(from: index, in: bytes))
        case 4: bytes.insert(contentsOf: piece(of: bytes), at: index)
        case 5: bytes.insert(contentsOf: piece(of: other), at: index)
        case 6: bytes.removeSubrange(index...)
        case 7: bytes.replaceSubrange(range(from: index, in: bytes), with: piece(of: other))
        default: marker(&bytes, at: index)
        }
    }

    /// A JPEG marker where none was, with a length that may lie.
    private mutating func marker(_ bytes: inout [UInt8], at index: Int) {
        let kinds: [UInt8] = [
            0xC0, 0xC1, 0xC2, 0xC4, 0xD0, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xE0, 0xE1, 0xFE,
        ]
        let length = UInt8.random(in: 0...255, using: &random)
        bytes.insert(
            contentsOf: [0xFF, kinds.randomElement(using: &random) ?? 0, 0, length], at: index)
    }

    private mutating func range(from index: Int, in bytes: [UInt8]) -> Range<Int> {
        index..<min(bytes.count, index + Int.random(in: 1...64, using: &random))
    }

    private mutating func piece(of bytes: [UInt8]) -> ArraySlice<UInt8> {
        guard let index = bytes.indices.randomElement(using: &random) else { return [] }
        return bytes[range(from: index, in: bytes)]
    }
}
