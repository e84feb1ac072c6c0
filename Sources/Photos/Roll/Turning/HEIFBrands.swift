/// The brands of ISO base media files (ISO/IEC 14496-12, 4.3). Keeps nothing.
enum HEIFBrands {
    /// Whether the file is a picture in HEVC (ISO/IEC 23008-12, annex B).
    static func areHEIC(_ file: UnsafeRawBufferPointer) -> Bool {
        guard file.count >= 16, file[4..<8].elementsEqual("ftyp".utf8) else { return false }
        let size = file[0..<4].reduce(0) { $0 << 8 | Int($1) }
        let end = min(size, file.count, 1024)
        // The major brand, a version, and the compatible brands.
        return stride(from: 8, through: end - 4, by: 4).contains { offset in
            offset != 12
                && heic.contains { file[offset..<(offset + 4)].elementsEqual($0.utf8) }
        }
    }

    private static let heic = ["heic", "heix", "heim", "heis", "hevc", "hevx"]
}
