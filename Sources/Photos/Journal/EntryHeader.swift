// SPDX-License-Identifier: GPL-3.0-or-later
/// The first bytes of a journal entry, which is one file (all numbers little-endian):
///
///     offset  bytes
///     0       8     "TTSHOT\r\n"
///     8       4     version: 1
///     12      4     bytes of the facts
///     16      8     bytes of the frame
///     24      4     CRC-32C of the facts
///     28      4     CRC-32C of the frame
///     32      4     CRC-32C of the 32 bytes above
///     64      8128  the publication (`Publication`), or zeros; the only part that is ever changed
///     8192          the facts (`ShotFacts`), then the frame's bytes as the camera delivered them
///
/// A file of another version is left alone: a newer Tintype wrote it and will finish it.
struct EntryHeader: Equatable {
    private static let version: UInt32 = 1
    static let publicationRange = 64..<8192
    static let bodyOffset = 8192
    /// Bounds what a damaged header can claim.
    private static let maximumFacts = 1 << 16
    /// A frame of the largest image that Imaging takes, at four bytes a pixel.
    static let maximumFrameBytes = 1 << 29

    private static let magic = Array("TTSHOT\r\n".utf8)
    private static let checkedCount = 32

    var factsCount: Int
    var frameCount: Int
    var factsChecksum: UInt32
    var frameChecksum: UInt32

    /// Bytes of the whole file.
    var fileSize: Int { Self.bodyOffset + factsCount + frameCount }

    /// The first `bodyOffset` bytes of a new entry.
    var bytes: [UInt8] {
        var bytes = Self.magic
        append(Self.version, to: &bytes)
        append(UInt32(factsCount), to: &bytes)
        append(UInt64(frameCount), to: &bytes)
        append(factsChecksum, to: &bytes)
        append(frameChecksum, to: &bytes)
        append(Checksum.crc32c(bytes), to: &bytes)
        return bytes + [UInt8](repeating: 0, count: Self.bodyOffset - bytes.count)
    }

    private func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }
}

extension EntryHeader {
    /// The result of reading a file's first bytes.
    enum Reading: Equatable {
        case header(EntryHeader)
        /// Whole, but of a version that this program does not know.
        case otherVersion
        case damaged
    }

    /// - Parameter bytes: the file's first 36 bytes at least; fewer are damage.
    static func read(_ bytes: UnsafeRawBufferPointer) -> Reading {
        guard bytes.count >= checkedCount + 4, bytes.starts(with: magic),
            number(bytes, at: checkedCount, UInt32.self)
                == Checksum.crc32c(UnsafeRawBufferPointer(rebasing: bytes[..<checkedCount]))
        else { return .damaged }
        guard number(bytes, at: 8, UInt32.self) == version else { return .otherVersion }
        let (factsCount, frameCount) = (
            number(bytes, at: 12, UInt32.self), number(bytes, at: 16, UInt64.self)
        )
        guard factsCount <= maximumFacts, frameCount <= maximumFrameBytes else { return .damaged }
        return .header(
            EntryHeader(
                factsCount: Int(factsCount), frameCount: Int(frameCount),
                factsChecksum: number(bytes, at: 24, UInt32.self),
                frameChecksum: number(bytes, at: 28, UInt32.self)))
    }

    private static func number<Number: FixedWidthInteger>(
        _ bytes: UnsafeRawBufferPointer, at offset: Int, _: Number.Type
    ) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}
