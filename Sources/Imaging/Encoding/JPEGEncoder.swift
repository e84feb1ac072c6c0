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
        guard let handle = tjInitCompress() else { throw ImagingError(.noMemory, "tjInitCompress") }
        defer { tjDestroy(handle) }
        return try image.withPlanes { (planes) throws(ImagingError) in
            try compress(planes, quality: min(100, max(1, quality)), exif: exif, handle)
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

    private static func compress(
        _ planes: PixelPlanes, quality: Int, exif: [UInt8], _ handle: tjhandle
    ) throws(ImagingError) -> [UInt8] {
        var pointers = [planes.first.base, planes.second?.base, planes.third?.base]
        var strides = [planes.first, planes.second, planes.third].map { Int32(size: $0?.stride ?? 0) }
        var output: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        defer { tjFree(output) }
        let status = tjCompressFromYUVPlanes(
            handle, &pointers, Int32(size: planes.size.width), &strides, Int32(size: planes.size.height),
            Int32(TJSAMP_420.rawValue), &output, &count, Int32(quality), 0)
        guard status == 0, let output else {
            throw ImagingError(
                .encodingFailed, tjGetErrorStr2(handle).map { String(cString: $0) } ?? "TurboJPEG")
        }
        return try EXIFSegment.insert(
            exif, into: UnsafeRawBufferPointer(start: output, count: Int(count)))
    }
}
