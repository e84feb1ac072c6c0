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
        case .pixbuf(let type, _): try PixbufPhoto.photo(bytes, type: type, fitting: size)
        }
    }

    /// Decodes all pixels of a photo, for an export.
    ///
    /// - Parameter profile: from `profile`: the pixels stay in its colour space; empty for sRGB's.
    /// - Throws: as `photo`; `tooLarge` where memory allows only fewer pixels.
    public static func whole(
        _ bytes: UnsafeRawBufferPointer, in profile: [UInt8] = []
    ) throws(PhotoFault) -> DecodedPhoto {
        var limits = PhotoLimits.whole
        limits.keepsColors = !profile.isEmpty
        return try all(of: bytes, within: limits)
    }

    /// A photo's colour profile; empty where its pixels are sRGB's, and for kinds of file whose profile is not kept.
    public static func profile(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let colors: PhotoColors? =
            switch PhotoKind(bytes) {
            case .jpeg: (try? JPEGPhoto(bytes))?.colors
            case .heif: (try? HeifPhoto(bytes))?.colors
            case .pixbuf, nil: nil
            }
        return SRGBConverter.foreign(colors) ?? []
    }

    private static func all(
        of bytes: UnsafeRawBufferPointer, within limits: PhotoLimits
    ) throws(PhotoFault) -> DecodedPhoto {
        let photo =
            switch try kind(bytes) {
            case .jpeg: try JPEGPhoto(bytes).decode(fitting: nil, within: limits)
            case .heif: try HeifPhoto(bytes).decode(fitting: nil, within: limits)
            case .pixbuf(let type, _): try PixbufPhoto.photo(bytes, type: type, fitting: nil)
            }
        guard photo.size == photo.fullSize else { throw .tooLarge(photo.fullSize) }
        return photo
    }

    /// A small picture that fits 256 by 256 pixels: the file's own if it has a good one, otherwise decoded as
    /// cheaply as the kind of file allows.
    ///
    /// - Throws: as `photo`.
    public static func thumbnail(_ bytes: UnsafeRawBufferPointer) throws(PhotoFault) -> DecodedPhoto {
        switch try kind(bytes) {
        case .jpeg: try JPEGPhoto(bytes).thumbnail(fitting: thumbnailView)
        case .heif: try HeifPhoto(bytes).thumbnail(fitting: thumbnailView)
        case .pixbuf(let type, _): try PixbufPhoto.photo(bytes, type: type, fitting: thumbnailView)
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
