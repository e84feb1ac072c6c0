// SPDX-License-Identifier: GPL-3.0-or-later
/// The chunks of WebP files that say something (RFC 9649, 2.7.1.5), read without decoding. Thread-safe: keeps nothing.
enum WebPChunks {
    /// The EXIF block, without the prefix that JPEG files need and some programs write here, too; empty where there is none.
    static func exif(_ file: UnsafeRawBufferPointer) -> [UInt8] {
        let block = content(of: "EXIF", in: file)
        return Array(block.starts(with: EXIFSegment.identifier) ? block.dropFirst(6) : block[...])
    }

    /// The XMP packet; empty where there is none.
    static func xmp(_ file: UnsafeRawBufferPointer) -> [UInt8] { content(of: "XMP ", in: file) }

    private static func content(of type: String, in file: UnsafeRawBufferPointer) -> [UInt8] {
        guard file.count >= 12, file.starts(with: "RIFF".utf8), file[8..<12].elementsEqual("WEBP".utf8) else {
            return []
        }
        var offset = 12
        // A chunk: four letters, four bytes of length, the least significant first, the content, a zero after an odd one.
        while file.count - offset >= 8 {
            let count = file[offset + 4..<offset + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            guard count <= file.count - offset - 8 else { break }
            if file[offset..<offset + 4].elementsEqual(type.utf8) {
                return Array(file[offset + 8..<offset + 8 + count])
            }
            offset += 8 + count + count & 1
        }
        return []
    }
}
