// SPDX-License-Identifier: GPL-3.0-or-later
/// Puts EXIF into JPEG files. Stateless and thread-safe.
enum EXIFSegment {
    /// The most bytes of a block that fit.
    static let maximumBytes = 0xFFFF - 2 - 6

    /// What comes before the TIFF structure in an APP1 segment (Exif 2.32, 4.7.2).
    static let identifier: [UInt8] = Array("Exif".utf8) + [0, 0]

    /// The file with the block in an APP1 segment right after SOI, where Exif wants it. A JFIF segment there is
    /// removed: both standards claim the first place, and the block has all of JFIF's information.
    ///
    /// - Parameters:
    ///   - exif: a TIFF structure; empty for none.
    ///   - others: segments that come right after it.
    ///   - jpeg: a whole JPEG file.
    /// - Throws: `encodingFailed` if the block is larger than a segment can be.
    static func insert(
        _ exif: [UInt8], _ others: [UInt8] = [], into jpeg: UnsafeRawBufferPointer
    ) throws(ImagingError) -> [UInt8] {
        guard !exif.isEmpty || !others.isEmpty else { return Array(jpeg) }
        let segment = try segment(exif) + others
        var file: [UInt8] = []
        file.reserveCapacity(jpeg.count + segment.count)
        file += [JPEGMarker.prefix, JPEGMarker.startOfImage.rawValue]
        file += segment
        file += jpeg[endOfJFIF(in: jpeg)...]
        return file
    }

    /// The block as a whole segment; empty if it is.
    ///
    /// - Throws: `encodingFailed` if the block is larger than a segment can be.
    static func segment(_ exif: [UInt8]) throws(ImagingError) -> [UInt8] {
        guard !exif.isEmpty else { return [] }
        // The length counts itself.
        let length = 2 + identifier.count + exif.count
        guard length <= 0xFFFF else { throw ImagingError(.encodingFailed, "EXIF of \(exif.count) bytes") }
        return [JPEGMarker.prefix, JPEGMarker.application1.rawValue]
            + [UInt8(length >> 8), UInt8(length & 0xFF)] + identifier + exif
    }

    /// Where the remaining segments begin: after SOI, and after APP0 if that comes next.
    private static func endOfJFIF(in jpeg: UnsafeRawBufferPointer) -> Int {
        guard jpeg.count > 6, jpeg[2] == JPEGMarker.prefix, jpeg[3] == JPEGMarker.application0.rawValue else {
            return 2
        }
        return min(jpeg.count, 4 + Int(jpeg[4]) << 8 + Int(jpeg[5]))
    }
}
