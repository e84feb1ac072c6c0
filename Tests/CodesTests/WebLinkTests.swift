// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Codes

struct WebLinkTests {
    private func warnings(_ text: String) -> Set<LinkWarning>? { WebLink(text).map { Set($0.warnings) } }

    @Test(arguments: [
        "https://example.com", "HTTPS://EXAMPLE.COM/A?b#c", " https://example.com:443/\n",
        "https://a_b.example.co.uk",
    ])
    func aPlainLinkHasNoWarning(text: String) { #expect(warnings(text) == []) }

    @Test func hostIsTheLinksDestination() {
        #expect(WebLink("HTTPS://Example.COM./x")?.host == "example.com")
        #expect(WebLink("https://bank.example@evil.example/")?.host == "evil.example")
        #expect(WebLink("https://a@b@evil.example")?.host == "evil.example")
        #expect(WebLink("https://evil.example?@bank.example")?.host == "evil.example")
        #expect(WebLink("https://evil.example#@bank.example")?.host == "evil.example")
        #expect(WebLink("https://ex%61mple.com")?.host == "example.com")
        #expect(WebLink("https://evil。example")?.host == "evil.example")
        #expect(WebLink("https://ｅvil.example")?.host == "evil.example")
        #expect(WebLink("https://a%40b@evil.example")?.host == "evil.example")
        #expect(WebLink("https://evil.example:")?.host == "evil.example")
        #expect(WebLink("https://good.example;@evil.example")?.host == "evil.example")
        #expect(WebLink("https://good.example%00@evil.example")?.host == "evil.example")
        #expect(WebLink("https://example.com/%00%zz?%00#%00")?.host == "example.com")
        #expect(WebLink("https://[2001:db8::1]:8443/")?.host == "[2001:db8::1]")
    }

    @Test(arguments: [
        ("http://example.com", [LinkWarning.notEncrypted]),
        ("https://user:pass@example.com", [.userName]),
        ("https://192.168.0.1/", [.numericHost]), ("https://2130706433", [.numericHost]),
        ("https://0x7f.1", [.numericHost]), ("https://[::1]", [.numericHost]),
        ("https://0177.0.0.01", [.numericHost]), ("https://127.0.0.１", [.lookAlike, .numericHost]),
        ("https://ｅxample.com", [.lookAlike]), ("https://xn--google-.com", [.lookAlike]),
        ("https://@example.com", [.userName]), ("https://example.com:0443", []),
        ("https://example.com:8080", [.unusualPort]), ("https://example.com:80", [.unusualPort]),
        ("http://example.com:80", [.notEncrypted]),
        ("https://аррӏе.com", [.lookAlike]), ("https://xn--80ak6aa92e.com", [.lookAlike]),
        ("https://www.paypаl.com", [.lookAlike]), ("https://%D0%B0pple.com", [.lookAlike]),
        ("http://google.com@203.0.113.9:81/", [.userName, .numericHost, .notEncrypted, .unusualPort]),
    ])
    func tricksOfScamsAreNamed(text: String, expected: [LinkWarning]) {
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

    /// Links that browsers guess, and links that browsers open differently than they read.
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
        "https://\(String(repeating: "ü", count: 64)).com", "https://[fe80::1%25eth0]",
        "https://[fe80::1%eth0]",
        "https://[1.2.3.4]", "https://[:::::]", "https://[::1]x", "https://a[b].com", "https://a]",
        "https://[v1.x]",
        "https://a%25b.com", "https://a%2541.com", "https://a%E2%80%AEb.com", "https://a%C2%ADb.com",
        "https://a%FF.com",
        "https://a%", "https://a:+80", "https://a:-1", "https://a:0x50", "https://a:80:81",
        "https://a:\u{661}",
        "https://a@b:c", "https://a;b", "https://a,b", "https://a!b", "https://⒈.com", "https://℀.com",
        "https:////a", "//a", ":", "://a", "https://?a", "https://#a", "https://:80", "https://[]",
        "https://%3A%3A1", "https://[%3A%3A1]", "https://[@%3A%3A1", "https://a%3Ab",
        "https://example.com:4294967376",
        "https://example.com/\u{202E}gpj", "hTtPs//x",
    ])
    func ambiguousTextIsNoLink(text: String) { #expect(WebLink(text) == nil) }
}
