// SPDX-License-Identifier: GPL-3.0-or-later
import CYUV
public import CaptureCore

extension PhotoDecoder {
    /// The metadata of a photo's file; only kind and size if it can't be read.
    public static func details(_ bytes: UnsafeRawBufferPointer) -> PhotoDetails {
        guard let kind = PhotoKind(bytes) else { return PhotoDetails(byteCount: bytes.count, kind: "") }
        var details = PhotoDetails(byteCount: bytes.count, kind: kind.name)
        let facts: TIFFFacts
        switch kind {
        case .jpeg:
            guard let photo = try? JPEGPhoto(bytes) else { return details }
            (details.size, facts) = (photo.fullSize, photo.facts)
        case .heif:
            guard let photo = try? HeifPhoto(bytes) else { return details }
            (details.size, facts) = (photo.fullSize, photo.facts)
        case .pixbuf(let type, _):
            facts = PixbufPhoto.facts(bytes, type: type)
            details.size = PixbufParts.size(bytes, type: type).map { facts.orientation.applied(to: $0) }
        }
        details.camera = facts.camera
        details.exposureTime = facts.exposureTime
        details.sensitivity = facts.sensitivity
        details.fNumber = facts.fNumber
        details.taken = facts.taken
        return details
    }

    /// How sharp a photo is, for comparison within one burst; nil if that can't be measured, and for photos that are
    /// not whole.
    public static func sharpness(_ bytes: UnsafeRawBufferPointer) -> Double? {
        switch PhotoKind(bytes) {
        case nil: return nil
        case .heif:
            if let photo = try? HeifPhoto(bytes),
                let value = photo.withLuma({ luma, range in SharpnessJudge.sharpness(of: luma, range) })
            {
                return value
            }
        case .jpeg, .pixbuf: break
        }
        guard let photo = try? photo(bytes, fitting: nil), photo.isWhole else { return nil }
        return sharpness(of: photo)
    }

    private static func sharpness(of photo: DecodedPhoto) -> Double? {
        guard let memory = try? AlignedMemory(byteCount: photo.size.area) else { return nil }
        defer { withExtendedLifetime((photo, memory)) {} }
        let base = memory.pointer.assumingMemoryBound(to: UInt8.self)
        ARGBToJ400(
            photo.pixels.assumingMemoryBound(to: UInt8.self), Int32(size: photo.stride), base,
            Int32(size: photo.size.width), Int32(size: photo.size.width), Int32(size: photo.size.height))
        let luma = Plane(
            base: base, stride: photo.size.width, bytesPerRow: photo.size.width, rows: photo.size.height)
        return SharpnessJudge.sharpness(of: luma, .full)
    }
}
