// SPDX-License-Identifier: GPL-3.0-or-later
/// A parsed link to a web page, with warnings for the person before it is opened.
public struct WebLink: Equatable, Sendable {
    /// The address to open: the text of the code, without surrounding spaces.
    public let address: String
    /// The host for people: `münchen.example`.
    public let host: String
    /// The host in unambiguous letters: `xn--mnchen-3ya.example`.
    public let plainHost: String
    /// The gravest first.
    public let warnings: [LinkWarning]
}

/// Tricks of scams.
public enum LinkWarning: Hashable, Sendable, CaseIterable {
    /// The host has letters that look like others, or is written in punycode.
    case lookAlike
    /// A user name that looks like a host: `https://bank.example@evil.example`.
    case userName
    /// A number in place of a name.
    case numericHost
    /// The page can be read and changed on the way: `http:`.
    case notEncrypted
    /// A port other than the web's.
    case unusualPort
}

extension WebLink {
    /// Parses a text as browsers do (URL Standard, "URL parsing"), but rejects errors that browsers tolerate:
    /// other slashes, invisible characters, spaces inside, a missing host.
    public init?(_ text: String) {
        let address = text.trimmingSpaces()
        guard !address.unicodeScalars.contains(where: { $0 == " " || $0 == "\\" || !$0.isShown }) else {
            return nil
        }
        guard let colon = address.firstIndex(of: ":") else { return nil }
        let scheme = address[..<colon].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let rest = address[address.index(after: colon)...]
        guard rest.hasPrefix("//") else { return nil }
        let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
        guard let place = HostAndPort(authority) else { return nil }

        var warnings: [LinkWarning] = []
        if place.isLookAlike { warnings.append(.lookAlike) }
        if authority.contains("@") { warnings.append(.userName) }
        if place.isNumeric { warnings.append(.numericHost) }
        if scheme == "http" { warnings.append(.notEncrypted) }
        if let port = place.port, port != (scheme == "http" ? 80 : 443) { warnings.append(.unusualPort) }
        self.init(address: address, host: place.host, plainHost: place.plainHost, warnings: warnings)
    }
}

extension Unicode.Scalar {
    /// Whether it is visible and unambiguous.
    fileprivate var isShown: Bool {
        !SafeText.isTreacherous(self) && !properties.isWhitespace && self != "\u{200C}" && self != "\u{200D}"
    }
}

extension String {
    /// Without surrounding spaces and line ends.
    func trimmingSpaces() -> String {
        let isSpace = { (character: Character) in character == " " || character == "\t" || character.isNewline
        }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
