// SPDX-License-Identifier: GPL-3.0-or-later
internal import Codes
internal import Platform

/// Names of codes and their parts.
enum ScanWording {
    static func heading(of content: CodeContent) -> String {
        switch content {
        case .link: tr("Link")
        case .wifi: tr("Wi-Fi Network")
        // Translators: a person in an address book.
        case .contact: tr("Contact")
        // Translators: an appointment in a calendar.
        case .event: tr("Event")
        case .mail: tr("E-Mail")
        case .phone: tr("Phone Number")
        case .message: tr("Text Message")
        // Translators: on a map.
        case .place: tr("Place")
        case .product: tr("Product Number")
        case .text: tr("Text")
        }
    }

    /// Most are names that are the same in every language.
    static func name(of format: CodeFormat) -> String {
        switch format {
        case .qr: tr("QR code")
        case .microQR: tr("Micro QR code")
        case .rectangularMicroQR: "rMQR"
        case .aztec: "Aztec"
        case .dataMatrix: "Data Matrix"
        case .pdf417: "PDF417"
        case .maxiCode: "MaxiCode"
        case .ean8: barCode("EAN-8")
        case .ean13: barCode("EAN-13")
        case .upcA: barCode("UPC-A")
        case .upcE: barCode("UPC-E")
        case .code39: barCode("Code 39")
        case .code93: barCode("Code 93")
        case .code128: barCode("Code 128")
        case .codabar: barCode("Codabar")
        case .itf: barCode("ITF")
        case .dataBar: barCode("GS1 DataBar")
        case .filmEdge: barCode("DX Film Edge")
        }
    }

    private static func barCode(_ name: String) -> String { tr("Bar code (%s)").filling("%s", with: name) }

    static func warnings(of link: WebLink) -> [String] {
        link.warnings.map { warning in
            switch warning {
            case .lookAlike:
                tr("In a browser this address may read “%s”. Its letters can be taken for others.")
                    .filling("%s", with: SafeText.isolated(link.host))
            case .userName:
                tr("What stands before the @ is not where this link leads. It leads to %s.")
                    .filling("%s", with: link.plainHost)
            case .numericHost: tr("The address is a number instead of a name. That is rare for honest links.")
            case .notEncrypted: tr("The page is not encrypted: others can read and change it on its way.")
            case .unusualPort: tr("The link uses an unusual port.")
            }
        }
    }

    /// A code's fields with their names, in the code's own words.
    static func fields(of content: CodeContent) -> [(name: String, value: String)] {
        switch content {
        case .wifi(let network): fields(of: network)
        case .contact(let fields), .event(let fields), .mail(let fields), .message(let fields),
            .place(let fields):
            fields.map { (name(of: $0.name), $0.value) }
        case .phone(let number): [(tr("Phone"), number)]
        case .link, .product, .text: []
        }
    }

    private static func fields(of network: WiFiNetwork) -> [(name: String, value: String)] {
        let security =
            switch network.security {
            case .open: tr("None: others can listen")
            case .wep: tr("WEP: others can listen")
            case .wpa: "WPA"
            case .other(let words): words
            }
        var fields = [(tr("Network"), network.name), (tr("Security"), security)]
        if let password = network.password { fields.append((tr("Password"), password)) }
        // Translators: a wireless network that does not say its name.
        if network.isHidden { fields.append((tr("Hidden"), tr("Yes"))) }
        return fields
    }

    private static func name(of field: CodeField.Name) -> String {
        switch field {
        case .name: tr("Name")
        case .organization: tr("Organization")
        // Translators: of a person in a contact, such as “Director”.
        case .title: tr("Title")
        case .phone: tr("Phone")
        case .email: tr("E-Mail")
        case .address: tr("Address")
        case .website: tr("Website")
        case .birthday: tr("Birthday")
        case .note, .details: trc("code", "Note")
        case .summary: tr("Event")
        case .starts: tr("Starts")
        case .ends: tr("Ends")
        case .location: tr("Place")
        // Translators: whom a message goes to; its address follows.
        case .recipient: tr("To")
        case .subject: tr("Subject")
        case .body: tr("Message")
        case .latitude: tr("Latitude")
        case .longitude: tr("Longitude")
        }
    }
}
