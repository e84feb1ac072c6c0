// SPDX-License-Identifier: GPL-3.0-or-later
import CHeifLoader

/// libheif's HEVC encoder. Thread-bound.
final class HeifEncoder {
    private let pointer: OpaquePointer
    private let context: HeifContext

    /// - Throws: `encoderMissing`.
    init(_ context: HeifContext) throws(ImagingError) {
        var encoder: OpaquePointer?
        let error = context.heif.call.context_get_encoder_for_format(
            context.pointer, heif_compression_HEVC, &encoder)
        guard error.code == heif_error_Ok, let encoder else {
            throw ImagingError(.encoderMissing, error.message.map { String(cString: $0) } ?? "")
        }
        pointer = encoder
        self.context = context
    }

    deinit { context.heif.call.encoder_release(pointer) }

    /// - Throws: `encodingFailed` if the encoder does not take the quality; the rest is only asked for, as
    ///   encoders other than x265 have other presets.
    func configure(quality: Int, preset: String, threads: Int) throws(ImagingError) {
        try check(
            context.heif.call.encoder_set_lossy_quality(pointer, Int32(quality)),
            "heif_encoder_set_lossy_quality")
        _ = context.heif.call.encoder_set_parameter_string(pointer, "preset", preset)
        _ = context.heif.call.encoder_set_parameter(pointer, "x265:pools", String(threads))
    }

    /// Encodes an image into the context.
    ///
    /// - Throws: `encodingFailed`.
    func encode(_ image: HeifImage) throws(ImagingError) -> HeifHandle {
        guard let options = context.heif.call.encoding_options_alloc() else {
            throw ImagingError(.noMemory, "heif_encoding_options_alloc")
        }
        defer { context.heif.call.encoding_options_free(options) }
        // This is on by default in libheif 1.15, and would leave the colour profile out of the file.
        options.pointee.macOS_compatibility_workaround_no_nclx_profile = 0
        var handle: OpaquePointer?
        try check(
            context.heif.call.context_encode_image(context.pointer, image.pointer, pointer, options, &handle),
            "heif_context_encode_image")
        guard let handle else { throw ImagingError(.encodingFailed, "libheif gave no image") }
        return HeifHandle(handle, context)
    }
}

/// An image in a HEIF file. Thread-bound.
final class HeifHandle {
    private let pointer: OpaquePointer
    private let context: HeifContext

    init(_ pointer: OpaquePointer, _ context: HeifContext) {
        self.pointer = pointer
        self.context = context
    }

    deinit { context.heif.call.image_handle_release(pointer) }

    /// Marks `thumbnail`, which was encoded later, as this image's thumbnail. `HeifContext.bytes` depends on the
    /// order.
    ///
    /// - Throws: `encodingFailed`.
    func attach(thumbnail: HeifHandle) throws(ImagingError) {
        try check(
            context.heif.call.context_assign_thumbnail(context.pointer, pointer, thumbnail.pointer),
            "heif_context_assign_thumbnail")
    }

    /// - Throws: `encodingFailed`.
    func attach(exif: [UInt8]) throws(ImagingError) {
        let error = exif.withUnsafeBytes {
            context.heif.call.context_add_exif_metadata(
                context.pointer, pointer, $0.baseAddress, Int32($0.count))
        }
        try check(error, "heif_context_add_exif_metadata")
    }

    /// - Throws: `encodingFailed`.
    func attach(xmp: [UInt8]) throws(ImagingError) {
        let error = xmp.withUnsafeBytes {
            context.heif.call.context_add_XMP_metadata(
                context.pointer, pointer, $0.baseAddress, Int32($0.count))
        }
        try check(error, "heif_context_add_XMP_metadata")
    }
}
