/// A code that was found in a picture: what kind it is, and what it says.
public struct ScannedCode: Hashable, Sendable {
    public let format: CodeFormat
    /// As it is in the code: nothing in it may be trusted. `SafeText` makes it fit to be shown.
    public let text: String

    public init(format: CodeFormat, text: String) {
        self.format = format
        self.text = text
    }
}

/// The kinds of codes that can be read.
public enum CodeFormat: Hashable, Sendable, CaseIterable {
    case qr, microQR, aztec, dataMatrix, pdf417, maxiCode
    case ean8, ean13, upcA, upcE
    case code39, code93, code128, codabar, itf, dataBar

    /// Whether it is the number of a product.
    public var isProductNumber: Bool {
        switch self {
        case .ean8, .ean13, .upcA, .upcE: true
        case .qr, .microQR, .aztec, .dataMatrix, .pdf417, .maxiCode, .code39, .code93, .code128, .codabar,
            .itf, .dataBar:
            false
        }
    }
}
