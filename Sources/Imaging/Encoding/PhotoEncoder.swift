// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore

/// A photo's file, not yet on disk.
public struct EncodedPhoto: Equatable, Sendable {
    public let bytes: [UInt8]
    /// The actual format.
    public let format: PhotoFormat
    /// Why this is a JPEG although HEIC was wanted; nil if the format is the wanted one.
    public let substitution: ImagingError?
    /// The photo in pixels.
    public let size: PixelSize
    /// Whether nothing of the frame was missing or flawed.
    public let isWhole: Bool
}

/// Makes files of shots, with their metadata.
///
/// A JPEG of a motion JPEG frame is the camera's own (`StrictJPEG`); everything else is decoded at full resolution
/// and encoded. A value; thread-safe. That takes from some milliseconds (the camera's own JPEG) over some ten (JPEG) to
/// about a second (HEIC) and runs on the calling thread.
public struct PhotoEncoder: Sendable {
    /// The program's name and version, for the file's metadata.
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

    /// Makes the file of a shot, in its format, or as JPEG if HEIC can't be made: a photo matters more than its
    /// format. Reads from a copy if others can write to the frame.
    ///
    /// - Throws: `damaged`, `unsupportedFormat`, `noMemory`, `encodingFailed`.
    public func encode(_ shot: Shot) throws(ImagingError) -> EncodedPhoto {
        let shot = shot.with(frame: shot.frame.unshared())
        guard shot.format == .heic else { return try encodeJPEG(shot, insteadOfHEIC: nil) }
        guard canMakeHEIC() else {
            return try encodeJPEG(shot, insteadOfHEIC: ImagingError(.encoderMissing, "HEVC"))
        }
        let image = try PlanarImage.framed(shot.frame, shot.framing)
        do throws(ImagingError) {
            let exif = try PhotoMetadata(shot, size: image.size, software: software).exifBlock()
            let bytes = try HEICEncoder.encode(image, quality: shot.quality, exif: exif)
            return EncodedPhoto(
                bytes: bytes, format: .heic, substitution: nil, size: image.size, isWhole: image.isWhole)
        } catch {
            return try encodeJPEG(shot, insteadOfHEIC: error)
        }
    }

    private func encodeJPEG(_ shot: Shot, insteadOfHEIC: ImagingError?) throws(ImagingError) -> EncodedPhoto {
        if let photo = try original(shot, insteadOfHEIC) { return photo }
        let image = try PlanarImage.framed(shot.frame, shot.framing)
        let exif = try PhotoMetadata(shot, size: image.size, software: software).exifBlock()
        let bytes = try JPEGEncoder.encode(image, quality: shot.quality, exif: exif)
        return EncodedPhoto(
            bytes: bytes, format: .jpeg, substitution: insteadOfHEIC, size: image.size, isWhole: image.isWhole
        )
    }

    /// The camera's own JPEG; nil if there is none, it is not whole, its colours are not JPEG's default, or only a
    /// part of it is wanted.
    private func original(_ shot: Shot, _ insteadOfHEIC: ImagingError?) throws(ImagingError) -> EncodedPhoto?
    {
        let layout = shot.frame.layout
        guard layout.format.isCompressed, layout.color == .jpeg, !shot.frame.isDamaged,
            shot.framing == .asDelivered
        else { return nil }
        return try StrictJPEG().photo(shot.frame) { (original, bytes) throws(ImagingError) in
            var metadata = PhotoMetadata(shot, size: original.size, software: software)
            metadata.isGrey = original.isGrey
            let bytes = try OriginalJPEG.file(of: original, in: bytes, exif: metadata.exifBlock())
            return EncodedPhoto(
                bytes: bytes, format: .jpeg, substitution: insteadOfHEIC, size: original.size, isWhole: true)
        }
    }
}
