// SPDX-License-Identifier: GPL-3.0-or-later
internal import Codes

/// The words of the result sheet, safe to show.
struct ScanResult: Equatable {
    struct Field: Equatable {
        let name: String
        let value: String
    }

    /// The kind of content, e.g. "Link".
    let heading: String
    /// The kind of code, e.g. "QR code".
    let kind: String
    /// The host of a link, alone, in unambiguous letters.
    let host: String?
    let warnings: [String]
    let fields: [Field]
    /// The whole text, with invisible characters spelled out.
    let text: String
    /// As it is in the code, for the clipboard.
    let original: String
    /// The address for "Open…"; nil if there is nothing to open.
    let address: String?
}

extension ScanResult {
    init(of code: ScannedCode) {
        let content = CodeContent(of: code)
        var link: WebLink?
        if case .link(let found) = content { link = found }
        self.init(
            heading: ScanWording.heading(of: content), kind: ScanWording.name(of: code.format),
            host: link?.plainHost, warnings: link.map(ScanWording.warnings) ?? [],
            fields: ScanWording.fields(of: content).map {
                Field(name: $0.name, value: SafeText.visible($0.value))
            },
            text: SafeText.visible(code.text), original: code.text, address: link?.address)
    }
}
