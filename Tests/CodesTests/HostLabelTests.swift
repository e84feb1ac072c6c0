// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Codes

struct HostLabelTests {
    /// From RFC 3492, section 7.1, and names that are in use.
    static let pairs = [
        ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"), ("ليهمابتكلموشعربي؟", "xn--egbpdaj6bu4bxfgehfvwxn"),
        ("münchen", "xn--mnchen-3ya"), ("bücher", "xn--bcher-kva"), ("аррӏе", "xn--80ak6aa92e"),
        ("例え", "xn--r8jz45g"), ("παράδειγμα", "xn--hxajbheg2az3al"), ("☃", "xn--n3h"),
        // Browsers keep these two letters (UTS 46, "Non-transitional"); RFC 3490 made others of them.
        ("straße", "xn--strae-oqa"), ("ελλάς", "xn--hxarsa0b"),
    ]

    @Test(arguments: pairs) func bothWays(readable: String, plain: String) {
        for text in [readable, plain, plain.uppercased()] {
            #expect(HostLabel(text)?.plain == plain)
            #expect(HostLabel(text)?.readable == readable)
            #expect(HostLabel(text)?.isLookAlike == true)
        }
    }

    @Test(arguments: [
        "xn--", "xn--99999999999", "xn--zzzzzzzzzzzzzzzzzzzzz", "plain", "a_b-c", "xn--fmb",
    ])
    func otherTextIsNoPunycode(label: String) throws {
        let read = try #require(HostLabel(label)).readable
        #expect(read == label || !read.hasPrefix("xn--"))
    }

    /// Browsers' mapping of these before they look a host up (UTS 46, "Mapping").
    @Test(arguments: [
        ("ｇoogle", "google"), ("１２７", "127"), ("a\u{308}", "xn--4ca"), ("\u{212A}", "k"), ("ﬁn", "fin"),
    ])
    func letterFormsAreMadePlainAndNamed(label: String, plain: String) {
        #expect(HostLabel(label)?.plain == plain)
        #expect(HostLabel(label)?.isLookAlike == true)
    }

    /// Too long, punycode with letters beyond ASCII, and what stands for dots, slashes or nothing.
    @Test(arguments: [
        String(repeating: "ü", count: 64), "xn--\u{FC}", "⒈", "℀", "a／b", "a．b", "\u{FE0F}", "a.b", "a b",
        "a/b", "",
    ])
    func textBeyondALabelIsNoLabel(label: String) { #expect(HostLabel(label) == nil) }
}
