import CHeif

/// A HEIF file being made. Thread-bound.
final class HeifContext {
    let pointer: OpaquePointer

    /// - Throws: `noMemory`.
    init() throws(ImagingError) {
        guard let context = heif_context_alloc() else { throw ImagingError(.noMemory, "heif_context_alloc") }
        pointer = context
    }

    deinit { heif_context_free(pointer) }

    /// The finished file.
    ///
    /// - Throws: `encodingFailed`, also where libheif reports success and has written nothing (libheif issue 112).
    func bytes() throws(ImagingError) -> [UInt8] {
        let sink = ByteSink()
        var writer = heif_writer(writer_api_version: 1, write: ByteSink.write)
        try check(
            heif_context_write(pointer, &writer, Unmanaged.passUnretained(sink).toOpaque()),
            "heif_context_write")
        // A HEIF file starts with a box of type ftyp (ISO/IEC 14496-12, 4.3): four bytes of length, then the type.
        guard sink.bytes.count > 8, sink.bytes[4..<8].elementsEqual("ftyp".utf8) else {
            throw ImagingError(
                .encodingFailed, "libheif wrote \(sink.bytes.count) bytes that are no HEIF file")
        }
        return sink.bytes
    }
}

/// Receives what libheif writes.
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

/// Throws what a call of libheif reported.
func check(_ error: heif_error, _ step: String) throws(ImagingError) {
    guard error.code != heif_error_Ok else { return }
    let isMissing = error.code == heif_error_Unsupported_filetype
    let message = error.message.map { String(cString: $0) } ?? "no message"
    throw ImagingError(isMissing ? .encoderMissing : .encodingFailed, "\(step): \(message)")
}
