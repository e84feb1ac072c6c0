// SPDX-License-Identifier: GPL-3.0-or-later
import CPixbufShims
import CTurboJPEG
import CYUV
public import CaptureCore
import Glibc

/// Makes image files of decoded photos. Stateless and thread-safe. Calls block.
///
/// Metadata is passed in by the caller (`CopiedEXIF`, `CopiedNotes`).
public enum PhotoExporter {
    /// From this quality on, chroma has full resolution: 4:4:4.
    private static let finestQuality = 90

    /// A JPEG file in sRGB's colours, which is what a JPEG file without a profile has.
    ///
    /// - Parameters:
    ///   - quality: 1…100.
    ///   - exif: a TIFF structure; left out if it is longer than JPEG allows.
    /// - Throws: `encodingFailed`, `noMemory`.
    public static func jpeg(
        _ photo: DecodedPhoto, quality: Int, exif: [UInt8] = [], notes: CopiedNotes = .none
    ) throws(ImagingError) -> [UInt8] {
        defer { withExtendedLifetime(photo) {} }
        let sampling = quality >= finestQuality ? TJSAMP_444 : TJSAMP_420
        let exif = exif.count <= EXIFSegment.maximumBytes ? exif : []
        return try JPEGEncoder.file(exif: exif, notes: notes) {
            tjCompress2(
                $0, photo.pixels.assumingMemoryBound(to: UInt8.self), Int32(size: photo.size.width),
                Int32(size: photo.stride), Int32(size: photo.size.height), TJPF_BGRX.rawValue, &$1, &$2,
                Int32(sampling.rawValue), Int32(min(100, max(1, quality))), 0)
        }
    }

    /// A PNG file.
    ///
    /// - Parameters:
    ///   - texts: gdk-pixbuf's names of tEXt chunks, as in "tEXt::Thumb::URI", and their texts.
    ///   - exif: a TIFF structure.
    /// - Throws: `encodingFailed`, `noMemory`.
    public static func png(
        _ photo: DecodedPhoto, texts: [(String, String)] = [], exif: [UInt8] = [], notes: CopiedNotes = .none
    ) throws(ImagingError) -> [UInt8] {
        let (width, height) = (Int32(size: photo.size.width), Int32(size: photo.size.height))
        let stride = (photo.size.width * 3 + 3) & ~3
        let memory = try AlignedMemory(byteCount: stride * photo.size.height)
        defer { withExtendedLifetime(memory) {} }
        let pixels = memory.pointer.assumingMemoryBound(to: UInt8.self)
        ARGBToRAW(
            photo.pixels.assumingMemoryBound(to: UInt8.self), Int32(size: photo.stride), pixels,
            Int32(size: stride), width, height)
        // zlib's fastest level: thumbnails are many, and small anyway.
        let options = texts + [("compression", "1")]
        var keys = options.map { strdup($0.0) } + [nil]
        var values = options.map { strdup($0.1) } + [nil]
        defer { for text in keys + values { free(text) } }
        var count = 0
        guard let file = tt_pixbuf_png(pixels, width, height, Int32(size: stride), &keys, &values, &count)
        else { throw ImagingError(.encodingFailed, "gdk-pixbuf makes no PNG") }
        defer { tt_pixbuf_free(file) }
        var bytes = Array(UnsafeBufferPointer(start: file, count: count))
        // gdk-pixbuf's encoder takes every profile for one of a grey photo.
        PNGChunks.insert(xmp: notes.xmp, into: &bytes)
        PNGChunks.insert(profile: notes.profile, into: &bytes)
        PNGChunks.insert(exif: exif, into: &bytes)
        return bytes
    }

    /// Of a HEIC file: x265 takes some 20 bytes for each.
    public static let maximumHEICPixels = 32_000_000

    /// A HEIC file of at most `maximumHEICPixels`.
    ///
    /// - Parameters:
    ///   - quality: 1…100.
    ///   - exif: a TIFF structure.
    /// - Throws: `encoderMissing`, `encodingFailed`, `noMemory`.
    public static func heic(
        _ photo: DecodedPhoto, quality: Int, exif: [UInt8] = [], notes: CopiedNotes = .none
    ) throws(ImagingError) -> [UInt8] {
        guard ImageLimits.allows(photo.size), photo.size.area <= maximumHEICPixels else {
            throw ImagingError(.encodingFailed, "\(photo.size) is too large for HEIC")
        }
        let memory = try AlignedMemory(byteCount: PlaneTarget.byteCount(photo.size))
        let target = PlaneTarget(memory.pointer.assumingMemoryBound(to: UInt8.self), size: photo.size)
        ARGBToJ420(
            photo.pixels.assumingMemoryBound(to: UInt8.self), Int32(size: photo.stride),
            target.luma.base, Int32(size: target.luma.stride), target.blue.base,
            Int32(size: target.blue.stride), target.red.base, Int32(size: target.red.stride),
            Int32(size: photo.size.width), Int32(size: photo.size.height))
        withExtendedLifetime(photo) {}
        target.padToEven(photo.size)
        let image = PlanarImage(memory: memory, size: photo.size, color: .jpeg, isWhole: photo.isWhole)
        return try HEICEncoder.encode(image, quality: quality, exif: exif, notes: notes)
    }
}
