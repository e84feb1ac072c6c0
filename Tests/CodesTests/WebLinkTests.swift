import Testing

@testable import Codes

struct WebLinkTests {
    private func warnings(_ text: String) -> Set<LinkWarning>? { WebLink(text).map { Set($0.warnings) } }

    @Test(arguments: [
        "https://example.com", "HTTPS://EXAMPLE.COM/A?b#c", " https://example.com:443/\n",
        "https://a_b.example.co.uk",
    ])
    func aPlainLinkHasNoWarning(text: String) { #expect(warnings(text) == []) }

    @Test func theHostIsWhereItLeads() {
        #expect(WebLink("HTTPS://Example.COM./x")?.host == "example.com")
        #expect(WebLink("https://bank.example@evil.example/")?.host == "evil.example")
        #expect(WebLink("https://a@b@evil.example")?.host == "evil.example")
        #expect(WebLink("https://evil.example?@bank.example")?.host == "evil.example")
        #expect(WebLink("https://evil.example#@bank.example")?.host == "evil.example")
        #expect(WebLink("https://ex%61mple.com")?.host == "example.com")
        #expect(WebLink("https://evil。example")?.host == "evil.example")
        #expect(WebLink("https://[2001:db8::1]:8443/")?.host == "[2001:db8::1]")
    }

    @Test(arguments: [
        ("http://example.com", [LinkWarning.notEncrypted]),
        ("https://user:pass@example.com", [.userName]),
        ("https://192.168.0.1/", [.numericHost]), ("https://2130706433", [.numericHost]),
        ("https://0x7f.1", [.numericHost]), ("https://[::1]", [.numericHost]),
        ("https://0177.0.0.01", [.numericHost]),
        ("https://example.com:8080", [.unusualPort]), ("https://example.com:80", [.unusualPort]),
        ("http://example.com:80", [.notEncrypted]),
        ("https://аррӏе.com", [.lookAlike]), ("https://xn--80ak6aa92e.com", [.lookAlike]),
        ("https://www.paypаl.com", [.lookAlike]), ("https://%D0%B0pple.com", [.lookAlike]),
        ("http://google.com@203.0.113.9:81/", [.userName, .numericHost, .notEncrypted, .unusualPort]),
    ])
    func whatScamsUseIsNamed(text: String, expected: [LinkWarning]) {
        #expect(WebLink(text)?.warnings == expected)
    }

    @Test func bothWaysOfWritingAHostAreKnown() throws {
        for text in ["https://аррӏе.com/", "https://xn--80ak6aa92e.com/"] {
            let link = try #require(WebLink(text))
            #expect(link.host == "аррӏе.com")
            #expect(link.plainHost == "xn--80ak6aa92e.com")
            #expect(link.address == text)
        }
    }

    /// Where browsers guess, and links that they never open as they read.
    @Test(arguments: [
        "", "example.com", "https:", "https://", "https:///", "https:example.com", "https:/example.com",
        "https:\\\\example.com", "https://example.com\\@evil.example", "https://exa mple.com",
        "https://exa\tmple.com",
        "https://ex\u{200B}ample.com", "https://\u{202E}moc.elpmaxe", "https://a..b", "https://.",
        "https://a:b",
        "https://a:99999", "https://[::1", "https://[x]", "https://%zz.com", "https://a%00b.com",
        "https://a%2Fb.com",
        "https://a%40b.com", "https://exam\u{AD}ple.com", "https://a<b>.com", "javascript:alert(1)",
        "file:///etc/passwd",
        "data:text/html,x", "ftp://example.com", "https://@", "https://user@", "https://xn--a\u{202E}",
        "https://\(String(repeating: "ü", count: 64)).com", "https://example.com/\u{202E}gpj", "hTtPs//x",
    ])
    func whatIsUnclearIsNoLink(text: String) { #expect(WebLink(text) == nil) }
}
