public import CaptureCore

/// The EXIF block of a photo for a copy of it in another kind of file. Stateless and thread-safe.
///
/// It is changed in place, because only the camera's maker knows all offsets in its notes. The pixels of a decoded
/// photo are upright and in sRGB, so its copy must not be turned again; and a thumbnail from before it was turned has
/// to be removed.
public enum CopiedEXIF {
    /// - Parameters:
    ///   - file: the photo's.
    ///   - size: of the copy, upright.
    /// - Returns: a TIFF structure; empty if the photo has none.
    public static func block(of file: UnsafeRawBufferPointer, size: PixelSize) -> [UInt8] {
        var block = original(file)
        let (changes, thumbnail) = block.withUnsafeBytes {
            (corrections(to: $0, size), TIFFFacts($0).thumbnail)
        }
        guard let changes else { return [] }
        for change in changes { change.make(in: &block) }
        // Cameras put it at the end. Elsewhere its bytes stay, unreferenced.
        if let thumbnail, thumbnail.upperBound == block.count { block.removeSubrange(thumbnail) }
        return block
    }

    private static func original(_ file: UnsafeRawBufferPointer) -> [UInt8] {
        switch PhotoKind(file) {
        case .jpeg: (try? JPEGPhoto(file))?.exif.map { Array($0) } ?? []
        case .heif: (try? HeifPhoto(file))?.exif ?? []
        case .pixbuf("png", _): PNGExif.read(file)
        case .pixbuf, nil: []
        }
    }

    /// - Returns: nil where it is no TIFF structure.
    private static func corrections(
        to block: UnsafeRawBufferPointer, _ size: PixelSize
    ) -> [TIFFReader.Change]? {
        guard let reader = TIFFReader(block) else { return nil }
        let image = reader.directory(at: reader.firstDirectory)
        let exif = image[0x8769].flatMap { reader.number($0) }.map { reader.directory(at: $0) } ?? [:]
        // Orientation, ImageWidth, ImageLength; ColorSpace, PixelXDimension, PixelYDimension.
        let wanted = [
            (image[0x0112], 1), (image[0x0100], size.width), (image[0x0101], size.height),
            (exif[0xA001], 1), (exif[0xA002], size.width), (exif[0xA003], size.height),
        ]
        let numbers = wanted.map { (entry, value) in entry.flatMap { reader.change($0, to: value) } }
        // The directory of the thumbnail.
        let next = reader.placeOfNext(after: reader.firstDirectory).map { reader.change(at: $0, to: 0) }
        return (numbers + [next]).compactMap(\.self)
    }
}

/// The eXIf chunk of PNG files (PNG specification, third edition, 11.3.4.5). Stateless and thread-safe.
enum PNGExif {
    private static let type = Array("eXIf".utf8)
    /// After the signature comes IHDR, of always the same length.
    private static let endOfHeader = 8 + 25

    /// - Returns: empty if there is none.
    static func read(_ file: UnsafeRawBufferPointer) -> [UInt8] {
        var offset = endOfHeader
        // A chunk: four bytes of length, four of type, the data, four of checksum.
        while file.count - offset >= 12 {
            let count = file[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
            let start = offset + 8
            guard count <= file.count - start - 4 else { return [] }
            if file[(offset + 4)..<start].elementsEqual(type) { return Array(file[start..<(start + count)]) }
            offset = start + count + 4
        }
        return []
    }

    /// - Parameter png: a whole file without such a chunk.
    static func insert(_ exif: [UInt8], into png: inout [UInt8]) {
        guard !exif.isEmpty, png.count >= endOfHeader else { return }
        let data = type + exif
        png.insert(contentsOf: bytes(UInt32(exif.count)) + data + bytes(checksum(data)), at: endOfHeader)
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// CRC-32 (PNG specification, annex D).
    private static func checksum(_ data: [UInt8]) -> UInt32 {
        ~data.reduce(~UInt32(0)) { register, byte in
            (0..<8).reduce(register ^ UInt32(byte)) { rest, _ in rest >> 1 ^ (rest & 1 == 0 ? 0 : 0xEDB8_8320)
            }
        }
    }
}
