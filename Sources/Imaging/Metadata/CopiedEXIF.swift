// SPDX-License-Identifier: GPL-3.0-or-later
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
    ///   - isSRGB: whether its colours are sRGB's, not those of a profile.
    /// - Returns: a TIFF structure; empty if the photo has none.
    public static func block(
        of file: UnsafeRawBufferPointer, size: PixelSize, isSRGB: Bool = true
    ) -> [UInt8] {
        var block = original(file)
        let (changes, thumbnail) = block.withUnsafeBytes {
            (corrections(to: $0, size, isSRGB), TIFFFacts($0).thumbnail)
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
        case .pixbuf(let type, _): PixbufPhoto.exif(file, type: type)
        case nil: []
        }
    }

    /// - Returns: nil where it is no TIFF structure.
    private static func corrections(
        to block: UnsafeRawBufferPointer, _ size: PixelSize, _ isSRGB: Bool
    ) -> [TIFFReader.Change]? {
        guard let reader = TIFFReader(block) else { return nil }
        let image = reader.directory(at: reader.firstDirectory)
        let exif = image[0x8769].flatMap { reader.number($0) }.map { reader.directory(at: $0) } ?? [:]
        // Orientation, ImageWidth, ImageLength; ColorSpace, PixelXDimension, PixelYDimension.
        let wanted = [
            (image[0x0112], 1), (image[0x0100], size.width), (image[0x0101], size.height),
            (exif[0xA001], isSRGB ? 1 : 0xFFFF), (exif[0xA002], size.width), (exif[0xA003], size.height),
        ]
        let numbers = wanted.map { (entry, value) in entry.flatMap { reader.change($0, to: value) } }
        // The directory of the thumbnail.
        let next = reader.placeOfNext(after: reader.firstDirectory).map { reader.change(at: $0, to: 0) }
        return (numbers + [next]).compactMap(\.self)
    }
}
