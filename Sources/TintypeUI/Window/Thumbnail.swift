// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Platform

/// A small square picture for the "Last Photo" button.
final class Thumbnail {
    let texture: ObjectRef

    /// The middle of a picture, `side` by `side` device pixels, mirrored as the photo is; nil without memory.
    init?(of picture: Picture, side: Int, isMirrored: Bool) {
        guard let pixels = picture.pixels else { return nil }
        // The viewfinder may be mirrored when the photo is not, and vice versa.
        texture = Self.texture(
            pixels: pixels, size: picture.size, stride: picture.stride, side: side,
            isTurned: picture.isMirrored != isMirrored)
    }

    /// The middle of a decoded photo.
    init(of photo: DecodedPhoto, side: Int) {
        texture = Self.texture(
            pixels: photo.pixels, size: photo.size, stride: photo.stride, side: side, isTurned: false)
    }

    /// - Parameter pixels: B G R X, opaque.
    private static func texture(
        pixels: UnsafeMutableRawPointer, size: PixelSize, stride: Int, side: Int, isTurned: Bool
    ) -> ObjectRef {
        let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(side), Int32(side))
        defer { cairo_surface_destroy(surface) }
        let source = cairo_image_surface_create_for_data(
            pixels.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_RGB24, Int32(size.width),
            Int32(size.height), Int32(stride))
        draw(source, size, into: surface, side: Double(side), isTurned: isTurned)
        cairo_surface_destroy(source)
        cairo_surface_flush(surface)
        let stride = Int(cairo_image_surface_get_stride(surface))
        let bytes = g_bytes_new(cairo_image_surface_get_data(surface), gsize(stride * side))
        defer { g_bytes_unref(bytes) }
        let texture = gdk_memory_texture_new(
            Int32(side), Int32(side), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, gsize(stride))
        return ObjectRef(adopting: texture.unsafelyUnwrapped)
    }

    private static func draw(
        _ source: OpaquePointer?, _ size: PixelSize, into surface: OpaquePointer?, side: Double,
        isTurned: Bool
    ) {
        let context = cairo_create(surface)
        let (width, height) = (Double(size.width), Double(size.height))
        let scale = side / max(1, min(width, height))
        cairo_translate(context, side / 2, side / 2)
        cairo_scale(context, isTurned ? -scale : scale, scale)
        cairo_set_source_surface(context, source, -width / 2, -height / 2)
        // Done once for each photo, so an averaging filter is worth its milliseconds.
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
        cairo_paint(context)
        cairo_destroy(context)
    }
}
