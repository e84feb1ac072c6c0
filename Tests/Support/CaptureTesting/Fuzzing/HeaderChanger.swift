// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds bytes of a JPEG to change while it is read: mostly those with the size of its planes.
public struct HeaderChanger: Sendable {
    /// 4:2:0, 4:4:4, 4:2:2, 4:4:0, 4:1:1. The second needs the most room.
    private static let samplings: [UInt8] = [0x22, 0x11, 0x11, 0x11, 0x21, 0x12, 0x41]

    private let count: Int
    /// Where the frame header (SOF0) begins: length, precision, height, width and the number of components come before
    /// the first component's id and sampling (T.81, B.2.2). nil if there is none.
    private let frameHeader: Int?

    public init(_ jpeg: [UInt8]) {
        count = jpeg.count
        frameHeader = jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) && $0 + 19 <= jpeg.count }
    }

    /// The next byte to change and its new value; nil without bytes.
    public func next(_ random: inout SeededRandom) -> (offset: Int, value: UInt8)? {
        guard count > 0 else { return nil }
        let value = UInt8.random(in: 0...255, using: &random)
        guard let frameHeader, Int.random(in: 0..<8, using: &random) > 0 else {
            return (Int.random(in: 0..<count, using: &random), value)
        }
        return switch Int.random(in: 0..<8, using: &random) {
        case 0: (frameHeader + 6, value)
        case 1: (frameHeader + 8, value)
        case 2: (frameHeader + Int.random(in: 2..<19, using: &random), value)
        default: (frameHeader + 11, Self.samplings.randomElement(using: &random) ?? value)
        }
    }
}
