// SPDX-License-Identifier: GPL-3.0-or-later
/// How a file's pictures are coded, for people; and Debian's package with libheif's decoder, from Debian 13 on.
struct HeifCoding {
    let name: String
    let package: String?

    init(_ bytes: UnsafeRawBufferPointer) {
        // Descriptions come before pictures.
        let start = bytes.prefix(65536)
        let codings: [(box: String, name: String, package: String?)] = [
            ("hvcC", "HEVC", "libheif-plugin-libde265"), ("av1C", "AV1", "libheif-plugin-dav1d"),
            ("vvcC", "VVC", nil), ("avcC", "H.264", nil), ("j2kH", "JPEG 2000", "libheif-plugin-j2kdec"),
            ("jpeg", "JPEG", "libheif-plugin-jpegdec"),
        ]
        let found = codings.first { coding in
            let letters = Array(coding.box.utf8)
            return start.indices.contains { start[$0...].starts(with: letters) }
        }
        (name, package) = (found?.name ?? "HEIF", found?.package)
    }
}
