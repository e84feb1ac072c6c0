// SPDX-License-Identifier: GPL-3.0-or-later
internal import CZXing
internal import CaptureCore
internal import Codes
internal import Imaging

/// Finds codes in one picture, with ZXing-C++, in the process apart: it may end there. Blocks; stateless and thread-safe.
///
/// ZXing-C++ rather than zbar: it reads square codes besides QR, is maintained, and needs only the C++ library; zbar
/// links X11, D-Bus and its own camera code.
enum CodeFinder {
    private final class Findings {
        let middle: (x: Int, y: Int)
        let begins: (Int) -> Void
        var codes: [(code: ScannedCode, distance: Int)] = []

        init(middle: (x: Int, y: Int), begins: @escaping (Int) -> Void) {
            (self.middle, self.begins) = (middle, begins)
        }

        func add(_ format: tt_code_format, _ text: UnsafeBufferPointer<UInt8>, x: Int, y: Int) {
            guard let format = CodeFormat(format), !text.isEmpty else { return }
            // These two have no checksum: any stripes read as a few digits.
            if format == .codabar || format == .itf, text.count < 6 { return }
            let (dx, dy) = (x - middle.x, y - middle.y)
            codes.append(
                (ScannedCode(format: format, text: String(decoding: text, as: UTF8.self)), dx * dx + dy * dy))
        }
    }

    /// - Parameter begins: gets each group of kinds before it is looked for.
    /// - Returns: the one nearest to the middle first, each only once.
    static func codes(
        in image: GreyView, _ search: CodeSearch, begins: @escaping (Int) -> Void = { _ in }
    ) -> [ScannedCode] {
        let findings = Findings(middle: (image.size.width / 2, image.size.height / 2), begins: begins)
        let kind =
            switch image.kind {
            case .grey: TT_PIXELS_GREY
            case .rgb: TT_PIXELS_RGB
            case .bgr: TT_PIXELS_BGR
            }
        // The sizes fit: Imaging bounds them far below 2³¹.
        tt_read_codes(
            image.pixels, Int32(image.size.width), Int32(image.size.height), Int32(image.rowStride),
            Int32(image.pixelStride), kind, search.isThorough ? 1 : 0, UInt32(search.groups),
            Unmanaged.passUnretained(findings).toOpaque(),
            { context, group in
                guard let context else { return }
                Unmanaged<Findings>.fromOpaque(context).takeUnretainedValue().begins(Int(group.rawValue))
            },
            { context, format, text, length, x, y in
                guard let context else { return }
                let findings = Unmanaged<Findings>.fromOpaque(context).takeUnretainedValue()
                findings.add(
                    format, UnsafeBufferPointer(start: text, count: length), x: Int(x), y: Int(y))
            })
        var seen = Set<ScannedCode>()
        return findings.codes.sorted { $0.distance < $1.distance }.map(\.code)
            .filter { seen.insert($0).inserted }
    }
}

extension CodeFormat {
    /// nil for kinds that Tintype has no name for.
    fileprivate init?(_ format: tt_code_format) {
        switch format {
        case TT_CODE_QR: self = .qr
        case TT_CODE_MICRO_QR: self = .microQR
        case TT_CODE_AZTEC: self = .aztec
        case TT_CODE_DATA_MATRIX: self = .dataMatrix
        case TT_CODE_PDF417: self = .pdf417
        case TT_CODE_MAXI_CODE: self = .maxiCode
        case TT_CODE_EAN8: self = .ean8
        case TT_CODE_EAN13: self = .ean13
        case TT_CODE_UPC_A: self = .upcA
        case TT_CODE_UPC_E: self = .upcE
        case TT_CODE_39: self = .code39
        case TT_CODE_93: self = .code93
        case TT_CODE_128: self = .code128
        case TT_CODE_CODABAR: self = .codabar
        case TT_CODE_ITF: self = .itf
        case TT_CODE_DATA_BAR: self = .dataBar
        case TT_CODE_RMQR: self = .rectangularMicroQR
        case TT_CODE_FILM_EDGE: self = .filmEdge
        default: return nil
        }
    }
}
