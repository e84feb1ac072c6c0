// SPDX-License-Identifier: GPL-3.0-or-later
internal import CYUV
public import CaptureCore

/// Decodes photo files. Stateless and thread-safe. Calls block.
///
/// A decode takes less than 200 MiB, whatever the file contains.
public enum PhotoDecoder {
    /// Fits this square.
    private static let thumbnailView = PixelSize(width: 256, height: 256)

    /// Decodes a photo, upright and in sRGB's colours.
    ///
    /// - Parameters:
    ///   - bytes: the whole file, in memory that nothing else changes.
    ///   - size: what it should fit into, never enlarged; nil for as large as memory allows.
    /// - Throws: `empty`, `unknownKind`, `damaged`, `tooLarge`, `failed`.
    public static func photo(
        _ bytes: UnsafeRawBufferPointer, fitting size: PixelSize?
    ) throws(PhotoFault) -> DecodedPhoto {
        switch try kind(bytes) {
        case .jpeg: try JPEGPhoto(bytes).decode(fitting: size)
        case .heif: try HeifPhoto(bytes).decode(fitting: size)
        case .pixbuf(let type, _): try PixbufPhoto.decode(bytes, type: type, fitting: size)
        }
    }

    /// A small picture that fits 256 by 256 pixels: the file's own if it has a good one, otherwise decoded as
    /// cheaply as the kind of file allows.
    ///
    /// - Throws: as `photo`.
    public static func thumbnail(_ bytes: UnsafeRawBufferPointer) throws(PhotoFault) -> DecodedPhoto {
        switch try kind(bytes) {
        case .jpeg: try JPEGPhoto(bytes).thumbnail(fitting: thumbnailView)
        case .heif: try HeifPhoto(bytes).thumbnail(fitting: thumbnailView)
        case .pixbuf(let type, _): try PixbufPhoto.decode(bytes, type: type, fitting: thumbnailView)
        }
    }

    /// The same photo scaled down to fit a size; itself if it fits.
    ///
    /// - Throws: `failed` if there is no memory.
    public static func scaled(
        _ photo: DecodedPhoto, fitting size: PixelSize
    ) throws(PhotoFault) -> DecodedPhoto {
        let target = PhotoLimits.fitted(photo.size, into: size)
        guard target != photo.size else { return photo }
        let buffer = try PixelBuffer(target)
        ARGBScale(
            photo.pixels.assumingMemoryBound(to: UInt8.self), Int32(size: photo.stride),
            Int32(size: photo.size.width), Int32(size: photo.size.height), buffer.base,
            Int32(size: buffer.stride), Int32(size: target.width), Int32(size: target.height), kFilterBox)
        return buffer.photo(fullSize: photo.fullSize, isWhole: photo.isWhole)
    }

    /// The size of a photo fitted into a view, never enlarged.
    public static func fitted(_ size: PixelSize, into view: PixelSize) -> PixelSize {
        PhotoLimits.fitted(size, into: view)
    }

    private static func kind(_ bytes: UnsafeRawBufferPointer) throws(PhotoFault) -> PhotoKind {
        guard !bytes.isEmpty else { throw .empty }
        guard let kind = PhotoKind(bytes) else { throw .unknownKind }
        return kind
    }
}
