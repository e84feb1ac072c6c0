// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Photos

@Suite struct ChecksumTests {
    /// RFC 3720, B.4, and the check value of the CRC catalogues.
    @Test(
        arguments: [
            ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
            ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
            (Array(0..<32), 0x46DD_794E), ((0..<32).reversed(), 0x113F_DB5C),
            (Array("123456789".utf8), 0xE306_9283), ([], 0),
        ] as [([UInt8], UInt32)])
    func theStandardsOwnNumbersComeOut(bytes: [UInt8], sum: UInt32) {
        #expect(Checksum.crc32c(bytes) == sum)
    }

    @Test func aSumCanBeContinuedAnywhere() {
        let bytes = (0..<100).map { UInt8($0 * 7 % 251) }
        bytes.withUnsafeBytes { all in
            for cut in 0...all.count {
                let first = Checksum.crc32c(UnsafeRawBufferPointer(rebasing: all[..<cut]))
                let sum = Checksum.crc32c(UnsafeRawBufferPointer(rebasing: all[cut...]), after: first)
                #expect(sum == Checksum.crc32c(bytes))
            }
        }
    }

    @Test func everySingleBitCounts() {
        let bytes = (0..<64).map { UInt8($0) }
        for index in bytes.indices {
            for bit in 0..<8 {
                var flipped = bytes
                flipped[index] ^= 1 << bit
                #expect(Checksum.crc32c(flipped) != Checksum.crc32c(bytes))
            }
        }
    }
}
