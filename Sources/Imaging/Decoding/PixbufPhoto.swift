// SPDX-License-Identifier: GPL-3.0-or-later
import CPixbufShims
import CYUV
import CaptureCore
import Glibc

/// Decodes photos with gdk-pixbuf. Stateless and thread-safe.
enum PixbufPhoto {
    /// The EXIF block of the file itself; empty for kinds of file that have none.
    static func exif(_ bytes: UnsafeRawBufferPointer, type: String) -> [UInt8] {
        switch type {
        case "png": PNGChunks.exif(bytes)
        case "webp": WebPChunks.exif(bytes)
        default: []
        }
    }

    static func facts(_ bytes: UnsafeRawBufferPointer, type: String) -> TIFFFacts {
        exif(bytes, type: type).withUnsafeBytes { TIFFFacts($0) }
    }

    /// A file whose own EXIF says which side is up.
    ///
    /// - Throws: as below.
    static func photo(
        _ bytes: UnsafeRawBufferPointer, type: String, fitting view: PixelSize?
    ) throws(PhotoFault) -> DecodedPhoto {
        try decode(bytes, type: type, fitting: view, orientation: facts(bytes, type: type).orientation)
    }

    /// - Parameter orientation: what the file says about which side is up.
    /// - Throws: `damaged`, `tooLarge`, `unknownKind` where there is no such decoder, `failed`.
    static func decode(
        _ bytes: UnsafeRawBufferPointer, type: String, fitting view: PixelSize?,
        orientation: PhotoOrientation = .upright
    ) throws(PhotoFault) -> DecodedPhoto {
        let most =
            type == "tiff" || type == "webp" ? PhotoLimits.maximumPixelsDeep : PhotoLimits.maximumPixelsTwice
        let parts = try PixbufParts(bytes, type: type, maximumPixels: most)
        var image = TtPixbuf()
        switch tt_pixbuf_decode(parts.pieces, parts.pieces.count, type, Int64(most), &image) {
        case TT_PIXBUF_DECODED: break
        case TT_PIXBUF_NO_LOADER:
            throw .decoderMissing(
                coding: type.uppercased(), package: type == "webp" ? "webp-pixbuf-loader" : nil)
        case TT_PIXBUF_TOO_LARGE:
            throw .tooLarge(
                orientation.applied(to: PixelSize(width: Int(image.width), height: Int(image.height))))
        default: throw .damaged
        }
        defer { tt_pixbuf_release(&image) }
        let buffer = try buffer(image)
        let colors = image.profile.map {
            PhotoColors.profile(Array(UnsafeBufferPointer(start: $0, count: image.profile_count)))
        }
        let fullSize = orientation.applied(to: buffer.size)
        tt_pixbuf_release(&image)
        let small = try buffer.scaled(to: orientation.applied(to: PhotoLimits.fitted(fullSize, into: view)))
        SRGBConverter.convert(small, from: colors)
        return try small.upright(orientation).photo(fullSize: fullSize, isWhole: true)
    }

    private static func buffer(_ image: TtPixbuf) throws(PhotoFault) -> PixelBuffer {
        let size = PixelSize(width: Int(image.width), height: Int(image.height))
        guard let pixels = image.pixels, !size.isEmpty, size.area <= PhotoLimits.maximumPixels,
            (3...4).contains(image.channels), image.stride >= image.width * image.channels
        else { throw .damaged }
        let buffer = try PixelBuffer(size)
        if image.channels == 3 {
            RAWToARGB(
                pixels, image.stride, buffer.base, Int32(size: buffer.stride), image.width, image.height)
        } else {
            ABGRToARGB(
                pixels, image.stride, buffer.base, Int32(size: buffer.stride), image.width, image.height)
            buffer.putOnBlack()
        }
        return buffer
    }
}

extension PixelBuffer {
    /// Blends transparent pixels with black, and makes all opaque.
    func putOnBlack() {
        ARGBAttenuate(
            base, Int32(size: stride), base, Int32(size: stride), Int32(size: size.width),
            Int32(size: size.height))
        for index in 0..<size.height {
            let row = row(index)
            for x in 0..<size.width { row[4 * x + 3] = 255 }
        }
    }
}

/// The parts of a file that its decoder gets, and its size: decoders would keep texts, other pictures of an animation
/// and anything else, without a limit.
struct PixbufParts {
    private(set) var pieces: [TtPixbufPiece] = []
    private(set) var size: PixelSize?
    private let bytes: UnsafeRawBufferPointer

    /// - Throws: `damaged`, `tooLarge`.
    init(_ bytes: UnsafeRawBufferPointer, type: String, maximumPixels: Int) throws(PhotoFault) {
        self.bytes = bytes
        switch type {
        case "png": size = try readPNG()
        case "gif": size = try readGIF()
        case "bmp": size = bmpSize
        case "webp": size = webpSize
        case "tiff": size = try tiffSize(maximumPixels)
        default: size = nil
        }
        if let size, size.area > maximumPixels || max(size.width, size.height) > 65535 {
            throw .tooLarge(size)
        }
        if pieces.isEmpty { add(0..<bytes.count) }
    }

    /// The size in the file's header; nil if the first bytes don't have it.
    static func size(_ bytes: UnsafeRawBufferPointer, type: String) -> PixelSize? {
        try? PixbufParts(bytes, type: type, maximumPixels: .max).size
    }

    private mutating func add(_ range: Range<Int>) {
        let part = UnsafeRawBufferPointer(rebasing: bytes[range])
        pieces.append(
            TtPixbufPiece(start: part.baseAddress?.assumingMemoryBound(to: UInt8.self), count: part.count))
    }

    private func bigEndian(_ offset: Int) -> Int {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    private func littleEndian(_ offset: Int, _ count: Int) -> Int {
        bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// The chunks that make the picture (PNG, 3rd edition, 5.3 and 11).
    private static let pngChunks: Set<String> = [
        "IHDR", "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "IDAT", "IEND",
    ]

    /// Length, type, content, checksum. Anything after IEND is left out.
    private mutating func readPNG() throws(PhotoFault) -> PixelSize {
        guard bytes.count >= 33, bytes[12..<16].elementsEqual("IHDR".utf8) else { throw .damaged }
        let size = PixelSize(width: bigEndian(16), height: bigEndian(20))
        guard !size.isEmpty else { throw .damaged }
        add(0..<8)
        var offset = 8
        while offset + 12 <= bytes.count {
            let end = offset + 12 + bigEndian(offset)
            guard end <= bytes.count else { break }
            let type = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
            if Self.pngChunks.contains(type) { add(offset..<end) }
            offset = end
            if type == "IEND" { break }
        }
        return size
    }

    /// Reads the screen and its first picture, for which the decoder allocates the stated size (GIF89a, 18 to 26).
    private mutating func readGIF() throws(PhotoFault) -> PixelSize {
        guard bytes.count >= 14 else { throw .damaged }
        let screen = PixelSize(width: littleEndian(6, 2), height: littleEndian(8, 2))
        var offset = 13 + (bytes[10] & 0x80 == 0 ? 0 : 3 << Int(bytes[10] & 7 + 1))
        while offset + 2 < bytes.count, bytes[offset] == 0x21 {
            offset = try endOfBlocks(from: offset + 2)
        }
        guard offset + 11 <= bytes.count, bytes[offset] == 0x2C else { throw .damaged }
        let (left, top) = (littleEndian(offset + 1, 2), littleEndian(offset + 3, 2))
        let picture = PixelSize(width: littleEndian(offset + 5, 2), height: littleEndian(offset + 7, 2))
        let table = bytes[offset + 9] & 0x80 == 0 ? 0 : 3 << Int(bytes[offset + 9] & 7 + 1)
        guard !screen.isEmpty, !picture.isEmpty, left + picture.width <= screen.width,
            top + picture.height <= screen.height
        else { throw .damaged }
        add(0..<(try endOfBlocks(from: offset + 11 + table)))
        // The trailer.
        pieces.append(TtPixbufPiece(start: Self.gifTrailer.utf8Start, count: 1))
        return screen
    }

    private static let gifTrailer: StaticString = ";"

    /// The offset after blocks of a length byte and that many bytes, of which the last is empty.
    private func endOfBlocks(from start: Int) throws(PhotoFault) -> Int {
        var offset = start
        while offset < bytes.count, bytes[offset] != 0 { offset += 1 + Int(bytes[offset]) }
        guard offset < bytes.count else { throw .damaged }
        return offset + 1
    }

    /// The size in both kinds of header; the height is negative if the first line is on top.
    private var bmpSize: PixelSize? {
        guard bytes.count >= 26 else { return nil }
        guard littleEndian(14, 4) > 12 else {
            return PixelSize(width: littleEndian(18, 2), height: littleEndian(20, 2))
        }
        let height = Int(Int32(truncatingIfNeeded: littleEndian(22, 4)))
        return PixelSize(width: littleEndian(18, 4), height: abs(height))
    }

    /// libtiff allocates whole strips and tiles, in their stated size.
    private func tiffSize(_ maximumPixels: Int) throws(PhotoFault) -> PixelSize {
        guard let reader = TIFFReader(bytes) else { throw .damaged }
        let entries = reader.directory(at: reader.firstDirectory)
        func number(_ tag: UInt16) -> Int? { entries[tag].flatMap { reader.number($0) } }
        guard let width = number(256), let height = number(257), width > 0, height > 0 else { throw .damaged }
        let tile = PixelSize(width: number(322) ?? 1, height: number(323) ?? 1)
        guard (number(258) ?? 1) <= 16, (number(277) ?? 1) <= 4 else {
            throw .decoderMissing(coding: "TIFF", package: nil)
        }
        guard tile.area <= maximumPixels else { throw .damaged }
        let size = PixelSize(width: width, height: height)
        // The decoder's copy of the file, a strip of up to eight bytes a pixel, and its pixels.
        guard size.area <= maximumPixels, bytes.count + 12 * size.area <= PhotoLimits.maximumBytes else {
            throw .tooLarge(size)
        }
        return size
    }

    /// The size in the three kinds of first chunk (RFC 9649, 2.5 to 2.7).
    private var webpSize: PixelSize? {
        guard bytes.count >= 30 else { return nil }
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8 ":
            return PixelSize(width: littleEndian(26, 2) & 0x3FFF, height: littleEndian(28, 2) & 0x3FFF)
        case "VP8L":
            let bits = littleEndian(21, 4)
            return PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
        case "VP8X":
            return PixelSize(width: littleEndian(24, 3) + 1, height: littleEndian(27, 3) + 1)
        default: return nil
        }
    }
}
