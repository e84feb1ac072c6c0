// SPDX-License-Identifier: GPL-3.0-or-later
import CHeif
import CaptureCore
import CaptureTesting
import Testing

@testable import Imaging

/// The small picture inside a HEIC file.
@Suite struct ThumbnailTests {
    private static let size = PixelSize(width: 1280, height: 720)
    private static let frame = Frame.raw(.yuyv, size, .video)

    private func file() throws -> [UInt8] {
        try HEICEncoder.encode(try PlanarImage(decoding: Self.frame), quality: 90, exif: [])
    }

    @Test func aPhotoHasASmallPictureOfItself() throws {
        let folder = TemporaryFolder()
        let info = try run("heif-info", folder.file("photo.heic", try file()))
        #expect(info.contains("thumbnail: 320x180"), "\(info)")
    }

    @Test func theSmallPictureHasTheSameColours() throws {
        let decoded = try #require(try thumbnail(of: try file()))
        #expect(decoded.size == PixelSize(width: 320, height: 180))
        #expect(decoded.distanceToTestImage <= 9)
    }

    @Test(arguments: Decoder.allCases)
    func everyReaderStillSeesThePhoto(decoder: Decoder) throws {
        let decoded = try #require(try decoder.decode(try file(), heic: true))
        #expect(decoded.size == Self.size)
        #expect(decoded.meanDistance(to: try render(Self.frame, view: Self.size)) <= 3)
    }

    @Test(arguments: [(638, 480, false), (640, 482, true), (480, 640, true), (99, 641, true)])
    func onlyLargePhotosGetAThumbnail(width: Int, height: Int, expected: Bool) throws {
        let size = PixelSize(width: width, height: height)
        let image = try PlanarImage(decoding: .raw(.yuyv, size))
        let small = try image.thumbnail(side: HEICEncoder.thumbnailSide)
        #expect((small != nil) == expected)
        if let small { #expect(max(small.size.width, small.size.height) == 320) }
    }

    /// Decodes the first thumbnail with libheif as RGB.
    private func thumbnail(of file: [UInt8]) throws -> DecodedImage? {
        let context = heif_context_alloc()
        defer { heif_context_free(context) }
        return try file.withUnsafeBytes { bytes in
            try succeed(
                heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil))
            var handle: OpaquePointer?
            try succeed(heif_context_get_primary_image_handle(context, &handle))
            defer { heif_image_handle_release(handle) }
            var id: heif_item_id = 0
            try #require(heif_image_handle_get_list_of_thumbnail_IDs(handle, &id, 1) == 1)
            var thumbnail: OpaquePointer?
            try succeed(heif_image_handle_get_thumbnail(handle, id, &thumbnail))
            defer { heif_image_handle_release(thumbnail) }
            return try decode(thumbnail)
        }
    }

    private func decode(_ handle: OpaquePointer?) throws -> DecodedImage? {
        var image: OpaquePointer?
        try succeed(heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGB, nil))
        defer { heif_image_release(image) }
        let width = Int(heif_image_get_primary_width(image))
        let height = Int(heif_image_get_primary_height(image))
        var stride: Int32 = 0
        let plane = try #require(
            heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride))
        let rows = (0..<height).flatMap { row in
            UnsafeBufferPointer(start: plane + row * Int(stride), count: width * 3)
        }
        return DecodedImage(ppm: Array("P6\n\(width) \(height)\n255\n".utf8) + rows)
    }

    private func succeed(_ error: heif_error) throws {
        try #require(error.code == heif_error_Ok, "\(error.message.map { String(cString: $0) } ?? "")")
    }
}
