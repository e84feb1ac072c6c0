// SPDX-License-Identifier: GPL-3.0-or-later
import Codes
import Testing

@testable import TintypeUI

/// The result sheet's words, for codes that anyone may have printed.
@MainActor @Suite struct ScanWordingTests {
    private func result(_ text: String, _ format: CodeFormat = .qr) -> ScanResult {
        ScanResult(of: ScannedCode(format: format, text: text))
    }

    private func fields(_ text: String) -> [String] {
        result(text).fields.map { $0.name + ": " + $0.value }
    }

    @Test(arguments: [
        ("https://example.org/a", "Link"), ("WIFI:T:WPA;S:Home;P:secret;;", "Wi-Fi Network"),
        ("MECARD:N:Ada;TEL:1;;", "Contact"), ("mailto:ada@example.org", "E-Mail"),
        ("tel:+49123", "Phone Number"),
        ("smsto:+49123:Hello", "Text Message"), ("geo:52.5,13.4", "Place"), ("just words", "Text"),
    ])
    func theHeadingSaysWhatItIs(text: String, heading: String) {
        #expect(result(text).heading == heading)
        #expect(result(text).kind == "QR code")
    }

    @Test func aProductsNumberIsNoText() {
        let product = result("4006381333931", .ean13)
        #expect(product.heading == "Product Number")
        #expect(product.kind == "Bar code (EAN-13)")
        #expect(product.address == nil)
    }

    @Test func everyKindOfCodeHasANameOfItsOwn() {
        let names = CodeFormat.allCases.map(ScanWording.name)
        #expect(Set(names).count == CodeFormat.allCases.count)
        #expect(!names.contains { $0.isEmpty || $0.contains("%") })
    }

    // MARK: Links

    @Test func aPlainLinkIsOpenedWithoutAWarning() {
        let link = result(" https://example.org/a ")
        #expect(link.host == "example.org")
        #expect(link.warnings.isEmpty)
        #expect(link.address == "https://example.org/a")
    }

    @Test func theHostIsShownInLettersThatCantBeTakenForOthers() throws {
        let link = result("https://xn--mnchen-3ya.example/")
        #expect(link.host == "xn--mnchen-3ya.example")
        let warning = try #require(link.warnings.first)
        #expect(warning.contains("münchen.example"))
        // Isolated: letters that run the other way don't turn the sentence around.
        #expect(warning.unicodeScalars.contains("\u{2066}") && warning.unicodeScalars.contains("\u{2069}"))
    }

    @Test func userInfoOfALinkIsNotItsHost() throws {
        let link = result("https://bank.example@evil.example/")
        #expect(link.host == "evil.example")
        #expect(try #require(link.warnings.first).hasSuffix("It leads to evil.example."))
    }

    @Test func linkWarningsAreSortedByGravity() {
        let link = result("http://a@198.51.100.1:8080/")
        #expect(link.warnings.count == 4)
        #expect(link.warnings.last == "The link uses an unusual port.")
        #expect(!link.warnings.contains { $0.contains("%") })
    }

    @Test func onlyLinksAreOpened() {
        for text in [
            "javascript:alert(1)", "file:///etc/passwd", "tel:1", "https://", "mailto:a@example.org",
        ] {
            #expect(result(text).address == nil, "\(text)")
            #expect(result(text).host == nil)
        }
    }

    // MARK: Fields

    @Test func anOpenNetworkIsSaidToBeHeardByOthers() {
        #expect(fields("WIFI:T:nopass;S:Café;;") == ["Network: Café", "Security: None: others can listen"])
        #expect(fields("WIFI:T:WEP;S:Old;P:x;;").contains("Security: WEP: others can listen"))
    }

    @Test func wifiCodeShowsItsFields() {
        #expect(
            fields("WIFI:T:WPA;S:Home;P:secret;H:true;;") == [
                "Network: Home", "Security: WPA", "Password: secret", "Hidden: Yes",
            ])
    }

    @Test func aKindOfSecurityThatIsNotKnownKeepsItsWords() {
        #expect(fields("WIFI:T:WPA9;S:Home;P:x;;").contains("Security: WPA9"))
    }

    @Test func messageCodeShowsItsRecipient() {
        #expect(fields("smsto:+49123:Hello") == ["To: +49123", "Message: Hello"])
    }

    @Test func invisibleCharactersAreSpelledOutAndCopiedAsTheyAre() {
        let text = "pay\u{202E}100"
        let shown = result(text)
        #expect(shown.text == "pay⟨U+202E⟩100")
        #expect(shown.original == text)
        #expect(result("WIFI:S:a\u{200B}b;;").fields.first?.value == "a⟨U+200B⟩b")
    }
}
