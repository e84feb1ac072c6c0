// SPDX-License-Identifier: GPL-3.0-or-later
import CHeif

/// Decodes with libheif, as any other program would.
enum HEICDecoder {
    struct Failure: Error { let message: String }

    static func luma(of file: [UInt8]) throws -> LumaPlane {
        let context = heif_context_alloc()
        defer { heif_context_free(context) }
        return try file.withUnsafeBytes { bytes in
            try succeed(
                heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil))
            var handle: OpaquePointer?
            try succeed(heif_context_get_primary_image_handle(context, &handle))
            defer { heif_image_handle_release(handle) }
            var image: OpaquePointer?
            try succeed(heif_decode_image(handle, &image, heif_colorspace_YCbCr, heif_chroma_420, nil))
            defer { heif_image_release(image) }
            return try plane(of: image)
        }
    }

    private static func plane(of image: OpaquePointer?) throws -> LumaPlane {
        var stride: Int32 = 0
        guard let start = heif_image_get_plane_readonly(image, heif_channel_Y, &stride) else {
            throw Failure(message: "no luma")
        }
        let width = Int(heif_image_get_width(image, heif_channel_Y))
        let height = Int(heif_image_get_height(image, heif_channel_Y))
        let values = (0..<height).flatMap { row in
            UnsafeBufferPointer(start: start + row * Int(stride), count: width)
        }
        return LumaPlane(width: width, height: height, values: values)
    }

    private static func succeed(_ error: heif_error) throws {
        guard error.code != heif_error_Ok else { return }
        throw Failure(message: error.message.map { String(cString: $0) } ?? "")
    }
}
