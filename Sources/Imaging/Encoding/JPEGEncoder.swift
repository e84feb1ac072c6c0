// SPDX-License-Identifier: GPL-3.0-or-later
import CTurboJPEG
import CaptureCore

/// Makes JPEG files with TurboJPEG, straight from planes. Stateless and thread-safe.
public enum JPEGEncoder {
    /// Encodes an image as 4:2:0.
    ///
    /// - Parameters:
    ///   - quality: 1…100.
    ///   - exif: the block that `PhotoMetadata.exifBlock` makes; empty for none.
    /// - Returns: the bytes of the file.
    /// - Throws: `encodingFailed`, `noMemory`.
    public static func encode(
        _ image: PlanarImage, quality: Int, exif: [UInt8]
    ) throws(ImagingError) -> [UInt8] {
        let image = try ColorConverter.jpegColors(image)
        return try image.withPlanes { (planes) throws(ImagingError) in
            var pointers = [planes.first.base, planes.second?.base, planes.third?.base]
            var strides = [planes.first, planes.second, planes.third].map { Int32(size: $0?.stride ?? 0) }
            return try file(exif: exif) {
                tjCompressFromYUVPlanes(
                    $0, &pointers, Int32(size: planes.size.width), &strides, Int32(size: planes.size.height),
                    Int32(TJSAMP_420.rawValue), &$1, &$2, Int32(min(100, max(1, quality))), 0)
            }
        }
    }

    /// Why JPEG files can't be made here; nil if they can. Takes a millisecond.
    public static func whyUnavailable() -> ImagingError? {
        do throws(ImagingError) {
            let isEmpty = try encode(.greySquare(), quality: 50, exif: []).isEmpty
            return isEmpty ? ImagingError(.encodingFailed, "an empty file") : nil
        } catch {
            return error
        }
    }

    /// What one call of TurboJPEG's makes, with EXIF and other notes.
    ///
    /// - Parameter compress: allocates the file's bytes, and gives them and their number; 0 where that succeeds.
    static func file(
        exif: [UInt8], notes: CopiedNotes = .none,
        _ compress: (tjhandle, inout UnsafeMutablePointer<UInt8>?, inout UInt) -> Int32
    ) throws(ImagingError) -> [UInt8] {
        guard let handle = tjInitCompress() else { throw ImagingError(.noMemory, "tjInitCompress") }
        defer { tjDestroy(handle) }
        var output: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        defer { tjFree(output) }
        guard compress(handle, &output, &count) == 0, let output else {
            throw ImagingError(
                .encodingFailed, tjGetErrorStr2(handle).map { String(cString: $0) } ?? "TurboJPEG")
        }
        return try EXIFSegment.insert(
            exif, notes.segments, into: UnsafeRawBufferPointer(start: output, count: Int(count)))
    }
}
