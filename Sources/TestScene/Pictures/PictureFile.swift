// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Glibc

/// A PNG file, decoded by cairo. Thread-bound.
final class PictureFile {
    let width, height: Int
    private let surface: OpaquePointer
    private let start: UnsafePointer<UInt32>
    private let pixelsPerLine: Int
    private let isOpaque: Bool

    /// - Throws: `.failed` with ENOENT if there is no such file, EBADMSG if it is damaged.
    init(_ path: String) throws(CameraError) {
        let surface: OpaquePointer = cairo_image_surface_create_from_png(path)
        let status = cairo_surface_status(surface)
        guard status == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface) else {
            cairo_surface_destroy(surface)
            let isMissing = status == CAIRO_STATUS_FILE_NOT_FOUND
            throw CameraError(.failed, underlying: isMissing ? ENOENT : EBADMSG, step: "reading \(path)")
        }
        self.surface = surface
        width = Int(cairo_image_surface_get_width(surface))
        height = Int(cairo_image_surface_get_height(surface))
        pixelsPerLine = Int(cairo_image_surface_get_stride(surface)) / MemoryLayout<UInt32>.size
        start = UnsafeRawPointer(data).assumingMemoryBound(to: UInt32.self)
        isOpaque = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_RGB24
    }

    deinit { cairo_surface_destroy(surface) }

    /// Calls back for each pixel that is not fully transparent.
    ///
    /// - Parameter body: gets linear light, premultiplied.
    @inline(__always)
    func forEachPixel(_ body: (_ x: Int, _ y: Int, _ light: Radiance) -> Void) {
        SRGB.table.withUnsafeBufferPointer { table in
            for y in 0..<height {
                for x in 0..<width {
                    let pixel = pixel(x, y)
                    guard pixel > 0x00FF_FFFF else { continue }
                    body(x, y, Self.linear(pixel, table))
                }
            }
        }
    }

    /// Linear light of one pixel, premultiplied.
    func light(_ x: Int, _ y: Int) -> Radiance {
        SRGB.table.withUnsafeBufferPointer { Self.linear(pixel(x, y), $0) }
    }

    /// Alpha, red, green, blue from the high byte on, premultiplied.
    @inline(__always)
    private func pixel(_ x: Int, _ y: Int) -> UInt32 {
        start[y * pixelsPerLine + x] | (isOpaque ? 0xFF00_0000 : 0)
    }

    @inline(__always)
    private static func linear(_ pixel: UInt32, _ table: UnsafeBufferPointer<Float>) -> Radiance {
        let alpha = Int(pixel >> 24)
        let (red, green, blue) = (Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
        guard alpha < 255 else { return Radiance(table[red], table[green], table[blue], 1) }
        guard alpha > 0 else { return .zero }
        let half = alpha / 2
        let straight = Radiance(
            table[min(255, (red * 255 + half) / alpha)], table[min(255, (green * 255 + half) / alpha)],
            table[min(255, (blue * 255 + half) / alpha)], 1)
        return straight * (Float(alpha) / 255)
    }
}

/// The transfer function of IEC 61966-2-1 (sRGB).
enum SRGB {
    /// Linear light by 8-bit code.
    fileprivate static let table = (0..<256).map { linear(Float($0) / 255) }

    static func linear(_ code: Float) -> Float {
        code <= 0.04045 ? code / 12.92 : powf((code + 0.055) / 1.055, 2.4)
    }

    static func code(_ linear: Float) -> Float {
        linear <= 0.003_130_8 ? linear * 12.92 : 1.055 * powf(linear, 1 / 2.4) - 0.055
    }
}
