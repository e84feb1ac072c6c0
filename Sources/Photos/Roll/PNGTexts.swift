/// The tEXt chunks of a PNG file (PNG specification, 11.3.4.3), read without decoding. Stateless.
enum PNGTexts {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// Longer texts are skipped: thumbnails have none.
    private static let longestText = 16384

    /// The texts by their keywords, of the chunks before the first damaged one.
    static func read(_ file: UnsafeRawBufferPointer) -> [String: String] {
        var texts: [String: String] = [:]
        guard file.starts(with: signature) else { return texts }
        var offset = signature.count
        // A chunk: four bytes of length, four of type, the data, four of checksum.
        while file.count - offset >= 12 {
            let count = file[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
            let start = offset + 8
            guard count <= file.count - start - 4 else { break }
            if count <= longestText, file[(offset + 4)..<start].elementsEqual("tEXt".utf8) {
                let parts = file[start..<(start + count)].split(
                    separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
                if parts.count == 2 {
                    texts[String(decoding: parts[0], as: UTF8.self)] = String(
                        decoding: parts[1], as: UTF8.self)
                }
            }
            offset = start + count + 4
        }
        return texts
    }
}
