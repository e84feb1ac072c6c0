// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Imaging

/// Image files as code readers see them, transparent parts white as image viewers show them. In the process apart: blocks,
/// and may end it.
enum ImageGreys {
    /// Loads from files what decoding needs, as none can be opened later.
    static func prepare() {
        PhotoDecoder.prepare()
    }

    /// - Returns: nil if it is no image that can be read, or too large.
    static func of<Value>(_ bytes: UnsafeRawBufferPointer, _ body: (GreyView) -> Value) -> Value? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return png(bytes, body) }
        return try? PhotoDecoder.withGreys(of: bytes, body)
    }

    /// With GTK's own decoder: gdk-pixbuf's may be one that starts another program.
    private static func png<Value>(_ bytes: UnsafeRawBufferPointer, _ body: (GreyView) -> Value) -> Value? {
        // Width and height in the header chunk (PNG, 11.2.2).
        guard bytes.count >= 24 else { return nil }
        let (width, height) = (number(bytes, 16), number(bytes, 20))
        guard width > 0, height > 0, width <= PhotoDecoder.largestForCodes / height,
            let data = g_bytes_new_static(bytes.baseAddress, gsize(bytes.count))
        else { return nil }
        defer { g_bytes_unref(data) }
        guard let texture = gdk_texture_new_from_bytes(data, nil) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        guard Int(gdk_texture_get_width(texture)) == width, Int(gdk_texture_get_height(texture)) == height
        else { return nil }
        // B G R A, multiplied with A.
        let pixels = UnsafeMutablePointer<UInt8>.allocate(capacity: width * height * 4)
        defer { pixels.deallocate() }
        gdk_texture_download(texture, pixels, gsize(width * 4))
        for pixel in 0..<width * height {
            let (base, rest) = (pixel * 4, 255 - pixels[pixel * 4 + 3])
            for channel in base..<base + 3 { pixels[channel] = pixels[channel] &+ rest }
        }
        return body(
            GreyView(
                pixels: UnsafePointer(pixels), size: PixelSize(width: width, height: height),
                rowStride: width * 4, pixelStride: 4, kind: .bgr))
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
