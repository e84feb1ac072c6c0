// SPDX-License-Identifier: GPL-3.0-or-later
/// A code found in a picture: its kind and its text.
public struct ScannedCode: Hashable, Sendable {
    public let format: CodeFormat
    /// As it is in the code, untrusted. `SafeText` makes it safe to show.
    public let text: String

    public init(format: CodeFormat, text: String) {
        self.format = format
        self.text = text
    }
}

/// The kinds of codes that can be read.
public enum CodeFormat: Hashable, Sendable, CaseIterable {
    case qr, microQR, rectangularMicroQR, aztec, dataMatrix, pdf417, maxiCode
    case ean8, ean13, upcA, upcE
    case code39, code93, code128, codabar, itf, dataBar, filmEdge

    /// Whether it is the number of a product.
    var isProductNumber: Bool {
        switch self {
        case .ean8, .ean13, .upcA, .upcE: true
        case .qr, .microQR, .rectangularMicroQR, .aztec, .dataMatrix, .pdf417, .maxiCode, .code39, .code93,
            .code128, .codabar, .itf, .dataBar, .filmEdge:
            false
        }
    }
}
