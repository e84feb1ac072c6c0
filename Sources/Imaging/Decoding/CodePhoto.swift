// SPDX-License-Identifier: GPL-3.0-or-later
import CHeifLoader
import CLcmsLoader
import CPixbufShims
public import CaptureCore

extension PhotoDecoder {
    /// Pixels of the largest image in which codes are looked for: more than any screen has.
    public static let largestForCodes = 100_000_000

    /// Loads the libraries and their parts that decode photos, for a process that can open no file later.
    public static func prepare() {
        // Its codecs are loaded with the first of these.
        if let heif = try? LibHeif(), let context = heif.call.context_alloc() {
            heif.call.context_free(context)
        }
        _ = tt_lcms()
        var image = TtPixbuf()
        for type in pixbufTypes where tt_pixbuf_decode([], 0, type, 1, &image) == TT_PIXBUF_DECODED {
            tt_pixbuf_release(&image)
        }
    }

    private static let pixbufTypes = ["png", "webp", "gif", "tiff", "bmp", "svg"]

    /// Gives an image file to a code reader, transparent parts white.
    ///
    /// - Throws: as `photo`.
    public static func withGreys<Value>(
        of bytes: UnsafeRawBufferPointer, _ body: (GreyView) -> Value
    ) throws(PhotoFault) -> Value {
        guard !bytes.isEmpty else { throw .empty }
        switch PhotoKind(bytes) {
        case .jpeg, .heif:
            let photo = try photo(bytes, fitting: nil)
            defer { withExtendedLifetime(photo) {} }
            return body(
                GreyView(
                    pixels: UnsafePointer(photo.pixels.assumingMemoryBound(to: UInt8.self)),
                    size: photo.size, rowStride: photo.stride, pixelStride: 4, kind: .bgr))
        case .pixbuf(let type, _): return try withGreys(of: bytes, type: type, body)
        case nil where bytes.starts(with: "<?xml".utf8) || bytes.starts(with: "<svg".utf8):
            return try withGreys(of: bytes, type: "svg", body)
        case nil: throw .unknownKind
        }
    }

    private static func withGreys<Value>(
        of bytes: UnsafeRawBufferPointer, type: String, _ body: (GreyView) -> Value
    ) throws(PhotoFault) -> Value {
        let parts = try PixbufParts(bytes, type: type, maximumPixels: largestForCodes)
        var image = TtPixbuf()
        switch tt_pixbuf_decode(parts.pieces, parts.pieces.count, type, Int64(largestForCodes), &image) {
        case TT_PIXBUF_DECODED: break
        case TT_PIXBUF_NO_LOADER: throw .unknownKind
        default: throw .damaged
        }
        defer { tt_pixbuf_release(&image) }
        let (size, stride) = (
            PixelSize(width: Int(image.width), height: Int(image.height)), Int(image.stride)
        )
        guard let pixels = image.pixels, !size.isEmpty, (3...4).contains(image.channels) else {
            throw .damaged
        }
        guard image.channels == 4 else {
            return body(
                GreyView(pixels: pixels, size: size, rowStride: stride, pixelStride: 3, kind: .rgb))
        }
        let opaque = UnsafeMutablePointer<UInt8>.allocate(capacity: size.area * 3)
        defer { opaque.deallocate() }
        for y in 0..<size.height {
            let (from, to) = (pixels + y * stride, opaque + y * size.width * 3)
            for x in 0..<size.width {
                let alpha = Int(from[4 * x + 3])
                for channel in 0..<3 {
                    let mixed = Int(from[4 * x + channel]) * alpha + 255 * (255 - alpha)
                    to[3 * x + channel] = UInt8(mixed / 255)
                }
            }
        }
        return body(
            GreyView(
                pixels: opaque, size: size, rowStride: size.width * 3, pixelStride: 3, kind: .rgb))
    }
}
