// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Imaging

/// An image file, decoded with gdk-pixbuf, as GTK does. Thread-bound.
final class ImageFile {
    /// More than any screen: a larger claim is not decoded.
    private static let maximumPixels = 100_000_000

    /// Opaque, 24 bits a pixel, no alpha.
    private let image: OpaquePointer

    /// Reads a file. Blocks.
    ///
    /// nil if it is not an image, or too large.
    init?(reading path: String) {
        var (width, height): (Int32, Int32) = (0, 0)
        guard gdk_pixbuf_get_file_info(path, &width, &height) != nil, width > 0, height > 0,
            Int(width) * Int(height) <= Self.maximumPixels, let loaded = gdk_pixbuf_new_from_file(path, nil)
        else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(loaded)) }
        guard let image = Self.opaque(loaded) else { return nil }
        self.image = image
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(image)) }

    func withGreys<Value>(_ body: (GreyView) -> Value) -> Value? {
        guard let pixels = gdk_pixbuf_read_pixels(image) else { return nil }
        return body(
            GreyView(
                pixels: pixels,
                size: PixelSize(
                    width: Int(gdk_pixbuf_get_width(image)), height: Int(gdk_pixbuf_get_height(image))),
                rowStride: Int(gdk_pixbuf_get_rowstride(image)),
                pixelStride: Int(gdk_pixbuf_get_n_channels(image)), kind: .rgb))
    }

    /// On white, as image viewers show it: transparent pixels have no colour.
    private static func opaque(_ image: OpaquePointer) -> OpaquePointer? {
        guard gdk_pixbuf_get_has_alpha(image) != 0 else {
            g_object_ref(UnsafeMutableRawPointer(image))
            return image
        }
        return gdk_pixbuf_composite_color_simple(
            image, gdk_pixbuf_get_width(image), gdk_pixbuf_get_height(image), GDK_INTERP_NEAREST, 255, 8,
            0xFFFFFF, 0xFFFFFF)
    }
}
