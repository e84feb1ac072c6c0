// SPDX-License-Identifier: GPL-3.0-or-later
/// The chunks of PNG files that say something (PNG specification, third edition, 11.3), read and added without decoding.
/// Thread-safe: keeps nothing.
public enum PNGChunks {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// After the signature comes IHDR, of always the same length.
    private static let endOfHeader = signature.count + 25
    /// A longer text is none that a thumbnail has.
    private static let longestText = 16384

    /// The texts by their keywords, of the tEXt chunks before the first damaged one (11.3.4.3).
    public static func texts(_ file: UnsafeRawBufferPointer) -> [String: String] {
        var texts: [String: String] = [:]
        for chunk in chunks(of: "tEXt", in: file) where chunk.count <= longestText {
            let parts = chunk.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            texts[String(decoding: parts[0], as: UTF8.self)] = String(decoding: parts[1], as: UTF8.self)
        }
        return texts
    }

    /// The EXIF block (11.3.4.5); empty where there is none.
    static func exif(_ file: UnsafeRawBufferPointer) -> [UInt8] {
        chunks(of: "eXIf", in: file).first.map { Array($0) } ?? []
    }

    private static let xmpKeyword = Array("XML:com.adobe.xmp".utf8) + [0]

    /// The XMP packet (XMP, part 3, 1.1.5); empty where there is none, or a compressed one.
    static func xmp(_ file: UnsafeRawBufferPointer) -> [UInt8] {
        // A keyword, whether it is compressed, and how, a language and a translated keyword; then the text.
        for chunk in chunks(of: "iTXt", in: file) where chunk.starts(with: xmpKeyword) {
            let rest = chunk.dropFirst(xmpKeyword.count)
            guard rest.count > 4, rest.first == 0 else { continue }
            let parts = rest.dropFirst(2).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
            if parts.count == 3 { return Array(parts[2]) }
        }
        return []
    }

    /// - Parameter png: a whole file without an XMP packet.
    static func insert(xmp: [UInt8], into png: inout [UInt8]) {
        insert("iTXt", xmp.isEmpty ? [] : xmpKeyword + [0, 0, 0, 0] + xmp, into: &png)
    }

    /// An ICC profile (11.3.2.3), as zlib's stream of pieces that are not compressed (RFC 1950, RFC 1951, 3.2.4).
    ///
    /// - Parameter png: a whole file without a profile.
    static func insert(profile: [UInt8], into png: inout [UInt8]) {
        guard !profile.isEmpty else { return }
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: profile.count, by: 0xFFFF) {
            let piece = profile[start..<min(profile.count, start + 0xFFFF)]
            let count = UInt16(piece.count)
            stream.append(start + piece.count == profile.count ? 1 : 0)
            for number in [count, ~count] { stream += [UInt8(number & 0xFF), UInt8(number >> 8)] }
            stream += piece
        }
        var (sum, sums): (UInt32, UInt32) = (1, 0)
        for byte in profile {
            sum = (sum + UInt32(byte)) % 65521
            sums = (sums + sum) % 65521
        }
        // A name, and the method of compression, of which there is one.
        insert("iCCP", Array("ICC profile".utf8) + [0, 0] + stream + bytes(sums << 16 | sum), into: &png)
    }

    /// - Parameter png: a whole file without an EXIF block.
    static func insert(exif: [UInt8], into png: inout [UInt8]) {
        insert("eXIf", exif, into: &png)
    }

    private static func insert(_ type: String, _ content: [UInt8], into png: inout [UInt8]) {
        guard !content.isEmpty, png.count >= endOfHeader else { return }
        let data = Array(type.utf8) + content
        png.insert(contentsOf: bytes(UInt32(content.count)) + data + bytes(checksum(data)), at: endOfHeader)
    }

    /// The data of each chunk of a type before the first damaged chunk.
    private static func chunks(
        of type: String, in file: UnsafeRawBufferPointer
    ) -> [Slice<UnsafeRawBufferPointer>] {
        guard file.starts(with: signature) else { return [] }
        var found: [Slice<UnsafeRawBufferPointer>] = []
        var offset = signature.count
        // A chunk: four bytes of length, four of type, the data, four of checksum.
        while file.count - offset >= 12 {
            let count = file[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
            let start = offset + 8
            guard count <= file.count - start - 4 else { break }
            if file[(offset + 4)..<start].elementsEqual(type.utf8) {
                found.append(file[start..<(start + count)])
            }
            offset = start + count + 4
        }
        return found
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// CRC-32 (annex D).
    private static func checksum(_ data: [UInt8]) -> UInt32 {
        ~data.reduce(~UInt32(0)) { register, byte in
            (0..<8).reduce(register ^ UInt32(byte)) { rest, _ in rest >> 1 ^ (rest & 1 == 0 ? 0 : 0xEDB8_8320)
            }
        }
    }
}
