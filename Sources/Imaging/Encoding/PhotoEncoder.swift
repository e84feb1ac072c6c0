public import CaptureCore

/// A photo's file, not yet on disk.
public struct EncodedPhoto: Equatable, Sendable {
    public let bytes: [UInt8]
    /// What it really is.
    public let format: PhotoFormat
    /// Why this is a JPEG although a HEIC file was wanted; nil when it is what was wanted.
    public let substitution: ImagingError?
    /// The photo in pixels.
    public let size: PixelSize
    /// Whether nothing of the frame was missing or flawed.
    public let isWhole: Bool
}

/// Makes files of shots: decodes the frame at full resolution, encodes it, adds what is known about it.
///
/// A value; thread-safe. Encoding takes from some ten milliseconds (JPEG) to about a second (HEIC) and runs on the
/// calling thread.
public struct PhotoEncoder: Sendable {
    /// The program's name and version, as the file shall state it.
    public let software: String
    private let canMakeHEIC: @Sendable () -> Bool

    public init(software: String) {
        self.init(software: software, canMakeHEIC: HEICEncoder.isAvailable)
    }

    /// - Parameter canMakeHEIC: asked once a photo; for tests.
    init(software: String, canMakeHEIC: @escaping @Sendable () -> Bool) {
        self.software = software
        self.canMakeHEIC = canMakeHEIC
    }

    /// Makes the file of a shot, in its format, or as JPEG where HEIC can't be made: a photo matters more than its
    /// format.
    ///
    /// - Throws: `damaged`, `unsupportedFormat`, `noMemory`, `encodingFailed`.
    public func encode(_ shot: Shot) throws(ImagingError) -> EncodedPhoto {
        let image = try PlanarImage(decoding: shot.frame)
        let exif = try PhotoMetadata(shot, size: image.size, software: software).exifBlock()
        var substitution: ImagingError?
        if shot.format == .heic {
            do throws(ImagingError) {
                guard canMakeHEIC() else { throw ImagingError(.encoderMissing, "HEVC") }
                let bytes = try HEICEncoder.encode(image, quality: shot.quality, exif: exif)
                return photo(bytes, .heic, of: image)
            } catch {
                substitution = error
            }
        }
        let bytes = try JPEGEncoder.encode(image, quality: shot.quality, exif: exif)
        return photo(bytes, .jpeg, of: image, insteadOfHEIC: substitution)
    }

    private func photo(
        _ bytes: [UInt8], _ format: PhotoFormat, of image: PlanarImage, insteadOfHEIC: ImagingError? = nil
    ) -> EncodedPhoto {
        EncodedPhoto(
            bytes: bytes, format: format, substitution: insteadOfHEIC, size: image.size,
            isWhole: image.isWhole)
    }
}
