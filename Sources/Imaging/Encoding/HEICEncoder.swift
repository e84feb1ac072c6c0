// SPDX-License-Identifier: GPL-3.0-or-later
import CHeifLoader
import Glibc

/// Makes HEIC files with libheif and x265, straight from planes: the numbers stay the camera's, and the profile
/// describes them. libheif, ImageMagick and ffmpeg read all four kinds correctly (tested).
///
/// Stateless and thread-safe; any number of images can be encoded at once. x265's threads inherit the niceness of
/// the calling thread.
///
/// The preset is `ultrafast`: at 1080p and quality 88 a third of the processor time of the next, for 5 % more bytes and
/// 1 dB less at 60 dB, which is invisible. Slower presets mostly search for motion, which a single picture does not
/// have. The whole table is in docs/benchmarks.md; `photo-bench heic` measures it again.
public enum HEICEncoder {
    private static let preset = "ultrafast"
    /// The longer side of the small picture that file managers show, in pixels; some 6 KiB and 10 ms.
    static let thumbnailSide = 320
    private static let thumbnailQuality = 60

    /// Whether HEIC files can be made here: an HEVC encoder may be missing, or present and broken.
    ///
    /// Tests by encoding a small file; the first call takes some ten milliseconds, later ones nothing. Thread-safe.
    public static func isAvailable() -> Bool { failure == nil }

    /// Why HEIC files can't be made here; nil if they can. As cheap as `isAvailable`.
    public static func whyUnavailable() -> ImagingError? { failure }

    private static let failure: ImagingError? = {
        do throws(ImagingError) {
            let isEmpty = try encode(.greySquare(), quality: 50, exif: [], preset: preset).isEmpty
            return isEmpty ? ImagingError(.encodingFailed, "an empty file") : nil
        } catch {
            return error
        }
    }()

    /// Encodes an image.
    ///
    /// - Parameters:
    ///   - quality: 1…100.
    ///   - exif: the block that `PhotoMetadata.exifBlock` makes; empty for none.
    /// - Returns: the bytes of the file.
    /// - Throws: `encoderMissing`, `encodingFailed`, `noMemory`.
    public static func encode(
        _ image: PlanarImage, quality: Int, exif: [UInt8], notes: CopiedNotes = .none
    ) throws(ImagingError) -> [UInt8] {
        // x265 fills its tables with the first image of all, which nothing may be encoded beside.
        if let failure { throw failure }
        return try encode(image, quality: quality, exif: exif, notes: notes, preset: preset)
    }

    /// The same with another preset of x265's, for benchmarks.
    package static func encode(
        _ image: PlanarImage, quality: Int, exif: [UInt8], notes: CopiedNotes = .none, preset: String
    ) throws(ImagingError) -> [UInt8] {
        let context = try HeifContext()
        let encoder = try HeifEncoder(context)
        try encoder.configure(quality: min(100, max(1, quality)), preset: preset, threads: threads)
        let handle = try encoder.encode(try HeifImage(image, context.heif, profile: notes.profile))
        // Made here, as libheif's own thumbnails leave pixels out and forget the colour profile.
        if let small = try image.thumbnail(side: thumbnailSide) {
            try encoder.configure(quality: thumbnailQuality, preset: preset, threads: 1)
            try handle.attach(
                thumbnail: try encoder.encode(try HeifImage(small, context.heif, profile: notes.profile)))
        }
        if !exif.isEmpty { try handle.attach(exif: exif) }
        if !notes.xmp.isEmpty { try handle.attach(xmp: notes.xmp) }
        return try context.bytes()
    }

    /// Gives memory that encoding has freed back to the system, which would else stay with the process: some 40 MiB
    /// after a 1080p photo. For when no photo is waiting. Thread-safe.
    public static func giveMemoryBack() { _ = malloc_trim(0) }

    /// Threads of x265's pool for one image: half the machine, so that the viewfinder has the rest.
    private static var threads: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)) / 2) }
}
