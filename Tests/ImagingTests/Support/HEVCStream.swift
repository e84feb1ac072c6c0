// SPDX-License-Identifier: GPL-3.0-or-later
/// Takes the HEVC stream of the first image out of a HEIF file, so that any HEVC decoder can read it.
///
/// Reads just what is needed of ISO/IEC 14496-12 (boxes) and 14496-15 (hvcC).
enum HEVCStream {
    private static let startCode: [UInt8] = [0, 0, 0, 1]

    /// The stream with start codes; nil if the file has not the expected form.
    static func of(heif: [UInt8]) -> [UInt8]? {
        guard let configuration = position(of: "hvcC", in: heif), let data = position(of: "mdat", in: heif)
        else { return nil }
        return parameterSets(heif, at: configuration + 4) + slices(heif, at: data + 4)
    }

    private static func position(of type: String, in bytes: [UInt8]) -> Int? {
        let letters = Array(type.utf8)
        return bytes.indices.dropLast(4).first { Array(bytes[$0..<$0 + 4]) == letters }
    }

    /// hvcC: 22 bytes, the number of arrays, and in each array a type, a count, and units with two bytes of length.
    private static func parameterSets(_ bytes: [UInt8], at start: Int) -> [UInt8] {
        var result: [UInt8] = []
        var offset = start + 23
        for _ in 0..<bytes[start + 22] {
            let count = number(bytes, at: offset + 1, 2)
            offset += 3
            for _ in 0..<count {
                let length = number(bytes, at: offset, 2)
                result += startCode + bytes[offset + 2..<offset + 2 + length]
                offset += 2 + length
            }
        }
        return result
    }

    /// The units of the image with four bytes of length; what follows, such as EXIF, is no such unit.
    private static func slices(_ bytes: [UInt8], at start: Int) -> [UInt8] {
        var result: [UInt8] = []
        var offset = start
        var pictures = 0
        while offset + 6 < bytes.count {
            let length = number(bytes, at: offset, 4)
            // Forbidden bit, then the type: pictures are below 32, SEI 39 and 40 (ITU-T H.265, table 7-1).
            let type = bytes[offset + 4] >> 1
            guard length > 2, offset + 4 + length <= bytes.count, type < 41 else { break }
            // first_slice_segment_in_pic_flag: another picture begins, which is the thumbnail.
            if type < 32, bytes[offset + 6] & 0x80 != 0 { pictures += 1 }
            if pictures > 1 { break }
            result += startCode + bytes[offset + 4..<offset + 4 + length]
            offset += 4 + length
        }
        return result
    }

    private static func number(_ bytes: [UInt8], at offset: Int, _ count: Int) -> Int {
        bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }
}
