import Testing

@testable import Codes

struct PunycodeTests {
    /// From RFC 3492, section 7.1, and names that are in use.
    static let pairs = [
        ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"), ("ليهمابتكلموشعربي؟", "xn--egbpdaj6bu4bxfgehfvwxn"),
        ("münchen", "xn--mnchen-3ya"), ("bücher", "xn--bcher-kva"), ("аррӏе", "xn--80ak6aa92e"),
        ("例え", "xn--r8jz45g"), ("παράδειγμα", "xn--hxajbheg2az3al"), ("☃", "xn--n3h"),
    ]

    @Test(arguments: pairs) func bothWays(readable: String, plain: String) {
        #expect(Punycode.plain(readable) == plain)
        #expect(Punycode.readable(plain) == readable)
        #expect(Punycode.readable(plain.uppercased()).lowercased() == readable)
    }

    @Test(arguments: [
        "xn--", "xn--a-ecp.ru", "xn--99999999999", "xn--\u{FC}", "xn--zzzzzzzzzzzzzzzzzzzzz", "plain",
    ])
    func whatIsNoneStays(label: String) {
        let read = Punycode.readable(label)
        #expect(read == label || !read.hasPrefix("xn--"))
    }

    @Test func aLabelThatIsTooLongIsNone() {
        #expect(Punycode.plain(String(repeating: "ü", count: 64)) == nil)
    }
}
