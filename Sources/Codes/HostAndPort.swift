// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk

/// The part of a link between `//` and the path, parsed as in the URL Standard ("host parsing").
///
/// GLib reads host and port, and only those: as a relaxed parser it ends a host at a semicolon, so that
/// `good.example;@evil.example` would seem to lead to the first, and as a strict one it ends a user's name at the first
/// @. Hosts that GLib accepts but browsers refuse (`a/b`, `a..b`, an interface behind an address) are refused here.
struct HostAndPort {
    /// Shown to people.
    let host: String
    /// In the network's form.
    let plainHost: String
    let port: Int?
    let isNumeric: Bool
    /// Whether the host has letters beyond ASCII, openly or in punycode.
    let isLookAlike: Bool

    /// nil if the host is ambiguous.
    init?(_ authority: Substring) {
        // A user's name ends at the last @, not the first.
        let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        var (text, number): (UnsafeMutablePointer<CChar>?, Int32) = (nil, -1)
        // Not DNS: names are converted label by label below.
        guard g_uri_split_network("https://" + place, G_URI_FLAGS_NON_DNS, nil, &text, &number, nil) != 0
        else { return nil }
        defer { g_free(text) }
        guard let found = text.flatMap({ String(validatingCString: $0) }) else { return nil }
        port = number < 0 ? nil : Int(number)
        if place.hasPrefix("[") {
            guard !found.contains("%") else { return nil }
            host = "[" + found + "]"
            (plainHost, isNumeric, isLookAlike) = (host, true, false)
            return
        }
        guard let labels = Self.labels(found) else { return nil }
        let names = labels.compactMap(HostLabel.init)
        let readable = names.map(\.readable)
        guard names.count == labels.count,
            !readable.joined().unicodeScalars.contains(where: SafeText.isTreacherous)
        else { return nil }
        host = readable.joined(separator: ".")
        plainHost = names.map(\.plain).joined(separator: ".")
        isNumeric = Self.isIPv4(plainHost)
        isLookAlike = names.contains { $0.isLookAlike }
    }

    /// The labels of a name, with its dots normalized; nil if it is no name.
    private static func labels(_ text: String) -> [String]? {
        let name = String(text.map { "\u{3002}\u{FF0E}\u{FF61}".contains($0) ? "." : $0 })
        // A last dot means the same host.
        let labels = (name.hasSuffix(".") ? name.dropLast() : name[...])
            .split(separator: ".", omittingEmptySubsequences: false)
        guard labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isPartOfName) }) else { return nil }
        return labels.map(String.init)
    }

    private static func isPartOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "-" || character == "_"
    }

    /// Browsers treat every host whose last label is a number as an address: `0x7f.1`, `2130706433`.
    private static func isIPv4(_ host: String) -> Bool {
        guard let last = host.split(separator: ".").last else { return false }
        if last.allSatisfy(\.isASCIIDigit) { return true }
        return last.hasPrefix("0x") && last.dropFirst(2).allSatisfy(\.isHexDigit)
    }
}

/// A label of a host's name, in both spellings (RFC 3490).
struct HostLabel: Equatable {
    private static let prefix = "xn--"

    /// As it reads: `xn--mnchen-3ya` as `münchen`. Invalid punycode stays as it is.
    let readable: String
    /// As the network writes it, e.g. `xn--mnchen-3ya`.
    let plain: String
    /// Whether it has letters beyond ASCII, openly or in punycode.
    let isLookAlike: Bool

    /// nil if it is too long, or means more than letters, digits, `-` and `_`: GLib reads `⒈` as a digit and a dot that
    /// ends the name.
    ///
    /// - Parameter label: without dots, in upper or lower case.
    init?(_ label: String) {
        let isASCII = label.utf8.allSatisfy { $0 < 0x80 }
        let lowered = label.lowercased()
        guard Self.text(g_utf8_normalize(lowered, -1, G_NORMALIZE_NFKC))?.contains(".") == false,
            let plain = isASCII ? lowered : Self.text(g_hostname_to_ascii(lowered)), !plain.isEmpty,
            plain.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isPartOfPlainName })
        else { return nil }
        self.plain = plain
        readable = plain.hasPrefix(Self.prefix) ? Self.text(g_hostname_to_unicode(plain)) ?? plain : plain
        isLookAlike = !isASCII || plain.contains(Self.prefix)
    }

    /// Takes over GLib's string; nil if there is none, or if it is not UTF-8.
    private static func text(_ result: UnsafeMutablePointer<CChar>?) -> String? {
        defer { g_free(result) }
        return result.flatMap { String(validatingCString: $0) }
    }
}

extension Character {
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }

    fileprivate var isPartOfPlainName: Bool {
        isASCII && (isLetter || isNumber || self == "-" || self == "_")
    }
}
