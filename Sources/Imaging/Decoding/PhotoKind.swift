// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore

/// What kind of image a file is, by its content: names lie.
enum PhotoKind: Equatable {
    case jpeg
    case heif(name: String)
    /// One of gdk-pixbuf's decoders, by its name there.
    case pixbuf(type: String, name: String)

    /// Only these: vector formats and rare ones stay out, whatever decoders the desktop has installed.
    ///
    /// - Returns: nil for everything else.
    init?(_ bytes: UnsafeRawBufferPointer) {
        func has(_ text: String, at offset: Int = 0) -> Bool {
            bytes.count >= offset + text.utf8.count && bytes[offset...].starts(with: text.utf8)
        }
        func has(_ start: [UInt8]) -> Bool { bytes.starts(with: start) }
        if has([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if has("ftyp", at: 4), let name = Self.heifName(bytes) {
            self = .heif(name: name)
        } else if has([0x89]) && has("PNG\r\n\u{1A}\n", at: 1) {
            self = .pixbuf(type: "png", name: "PNG")
        } else if has("RIFF") && has("WEBP", at: 8) {
            self = .pixbuf(type: "webp", name: "WebP")
        } else if has("GIF87a") || has("GIF89a") {
            self = .pixbuf(type: "gif", name: "GIF")
        } else if has([0x49, 0x49, 0x2A, 0]) || has([0x4D, 0x4D, 0, 0x2A]) {
            self = .pixbuf(type: "tiff", name: "TIFF")
        } else if has("BM") && bytes.count >= 26 && bytes[14] < 128 && bytes[15...17].allSatisfy({ $0 == 0 })
        {
            self = .pixbuf(type: "bmp", name: "BMP")
        } else {
            return nil
        }
    }

    var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .heif(let name), .pixbuf(_, let name): name
        }
    }

    /// By the brands in the first box (ISO/IEC 14496-12, 4.3; ISO/IEC 23008-12, annex B): length, type, major brand,
    /// version, other brands.
    private static func heifName(_ bytes: UnsafeRawBufferPointer) -> String? {
        let length = bytes.count < 4 ? 0 : bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
        let end = min(length, bytes.count, 256)
        guard end >= 16 else { return nil }
        let offsets = [8] + Array(stride(from: 16, through: end - 4, by: 4))
        let brands = Set(offsets.map { String(decoding: bytes[$0..<$0 + 4], as: UTF8.self) })
        if !brands.isDisjoint(with: ["avif", "avis"]) { return "AVIF" }
        if !brands.isDisjoint(with: ["heic", "heix", "heim", "heis", "hevc", "hevx"]) { return "HEIC" }
        return brands.isDisjoint(with: ["mif1", "mif2", "msf1"]) ? nil : "HEIF"
    }
}

extension ExportKind {
    /// What a file's first bytes say, whatever it is called; nil for other kinds.
    public init?(content: UnsafeRawBufferPointer) {
        switch PhotoKind(content) {
        case .jpeg: self = .jpeg
        case .heif(name: "HEIC"): self = .heic
        case .pixbuf(type: "png", _): self = .png
        case .heif, .pixbuf, nil: return nil
        }
    }
}
