// SPDX-License-Identifier: GPL-3.0-or-later
import CHeifLoader

/// A HEIF file being made. Thread-bound.
final class HeifContext {
    let pointer: OpaquePointer
    let heif: LibHeif

    /// - Throws: `noMemory`, `encoderMissing`.
    init() throws(ImagingError) {
        heif = try LibHeif()
        guard let context = heif.call.context_alloc() else {
            throw ImagingError(.noMemory, "heif_context_alloc")
        }
        pointer = context
    }

    deinit { heif.call.context_free(pointer) }

    /// The finished file.
    ///
    /// - Throws: `encodingFailed`, also if libheif reports success and has written nothing (libheif issue 112).
    func bytes() throws(ImagingError) -> [UInt8] {
        let sink = ByteSink()
        var writer = heif_writer(writer_api_version: 1, write: ByteSink.write)
        try check(
            heif.call.context_write(pointer, &writer, Unmanaged.passUnretained(sink).toOpaque()),
            "heif_context_write")
        // A HEIF file starts with a box of type ftyp (ISO/IEC 14496-12, 4.3): four bytes of length, then the type.
        guard sink.bytes.count > 8, sink.bytes[4..<8].elementsEqual("ftyp".utf8) else {
            throw ImagingError(
                .encodingFailed, "libheif wrote \(sink.bytes.count) bytes that are no HEIF file")
        }
        sink.bytes.withUnsafeMutableBufferPointer { Self.turnThumbnailReference(in: $0) }
        return sink.bytes
    }

    /// libheif 1.15 swaps the arguments of heif_context_assign_thumbnail, so that the photo becomes a thumbnail of
    /// its thumbnail. The version does not reveal it, but the file does: a reference of type `thmb` must lead from
    /// the thumbnail to the photo (ISO/IEC 23008-12, 6.4.4), which is the earlier item.
    ///
    /// The box (ISO/IEC 14496-12, 8.11.12): size, type, item from, count, item to; two bytes each of the last three.
    private static func turnThumbnailReference(in file: UnsafeMutableBufferPointer<UInt8>) {
        // Boxes with data of any kind come after those with references.
        for offset in 0..<max(0, file.count - 10) {
            let type = file[offset..<(offset + 4)]
            guard !type.elementsEqual("mdat".utf8) else { return }
            guard type.elementsEqual("thmb".utf8), file[offset + 6] == 0, file[offset + 7] == 1 else {
                continue
            }
            let from = UInt16(file[offset + 4]) << 8 | UInt16(file[offset + 5])
            let to = UInt16(file[offset + 8]) << 8 | UInt16(file[offset + 9])
            guard from < to else { return }
            file.swapAt(offset + 4, offset + 8)
            file.swapAt(offset + 5, offset + 9)
        }
    }
}

/// Receives libheif's output.
private final class ByteSink {
    var bytes: [UInt8] = []

    static let write:
        @convention(c) (
            OpaquePointer?, UnsafeRawPointer?, Int, UnsafeMutableRawPointer?
        ) -> heif_error = { _, data, count, sink in
            if let sink {
                Unmanaged<ByteSink>.fromOpaque(sink).takeUnretainedValue()
                    .bytes.append(contentsOf: UnsafeRawBufferPointer(start: data, count: count))
            }
            return heif_error(code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: nil)
        }
}

/// Throws the error of a call of libheif.
func check(_ error: heif_error, _ step: String) throws(ImagingError) {
    guard error.code != heif_error_Ok else { return }
    let isMissing = error.code == heif_error_Unsupported_filetype
    let message = error.message.map { String(cString: $0) } ?? "no message"
    throw ImagingError(isMissing ? .encoderMissing : .encodingFailed, "\(step): \(message)")
}

/// libheif's functions, by their names without `heif_`. Thread-safe.
///
/// Loaded by the first photo, not at the start; CHeifLoader has the cost.
struct LibHeif {
    private let functions: UnsafePointer<TtHeif>

    /// - Throws: `encoderMissing` if this computer has no libheif.
    init() throws(ImagingError) {
        var reason: UnsafePointer<CChar>?
        guard let functions = tt_heif(&reason) else {
            throw ImagingError(.encoderMissing, reason.map { String(cString: $0) } ?? "")
        }
        self.functions = functions
    }

    /// As in `heif.call.context_alloc()`.
    var call: TtHeif { functions.pointee }
}
