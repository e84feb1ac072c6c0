// SPDX-License-Identifier: GPL-3.0-or-later
import CGtk
import Testing

/// An image in memory that drawings draw into, without a display.
@MainActor
final class Canvas {
    struct Color: Equatable {
        let red, green, blue, alpha: Int

        static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
        /// Signal Orange, #FF9500.
        static let orange = Color(red: 255, green: 149, blue: 0, alpha: 255)
        static let white = Color(red: 255, green: 255, blue: 255, alpha: 255)
    }

    let width, height: Int
    private let surface: OpaquePointer

    init(_ width: Int, _ height: Int, _ draw: (OpaquePointer) -> Void) {
        (self.width, self.height) = (width, height)
        surface =
            cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)).unsafelyUnwrapped
        let context = cairo_create(surface).unsafelyUnwrapped
        draw(context)
        cairo_destroy(context)
        cairo_surface_flush(surface)
    }

    isolated deinit { cairo_surface_destroy(surface) }

    subscript(_ x: Int, _ y: Int) -> Color {
        guard let bytes = cairo_image_surface_get_data(surface) else { return .clear }
        let pixel = bytes + y * Int(cairo_image_surface_get_stride(surface)) + 4 * x
        return Color(red: Int(pixel[2]), green: Int(pixel[1]), blue: Int(pixel[0]), alpha: Int(pixel[3]))
    }

    /// The places of the pixels with a property; never of those on which nothing was drawn.
    func places(where isMeant: (Color) -> Bool = { _ in true }) -> [(x: Int, y: Int)] {
        guard let bytes = cairo_image_surface_get_data(surface) else { return [] }
        let stride = Int(cairo_image_surface_get_stride(surface))
        var places: [(x: Int, y: Int)] = []
        for y in 0..<height {
            for x in 0..<width where bytes[y * stride + 4 * x + 3] != 0 && isMeant(self[x, y]) {
                places.append((x, y))
            }
        }
        return places
    }

    func has(_ color: Color) -> Bool { !places { $0 == color }.isEmpty }
    var isEmpty: Bool { places().isEmpty }

    /// Whether all drawing is at least this far from the edges.
    func isWithin(_ margin: Int) -> Bool {
        places().allSatisfy {
            $0.x >= margin && $0.x < width - margin && $0.y >= margin && $0.y < height - margin
        }
    }
}
