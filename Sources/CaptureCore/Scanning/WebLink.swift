/// A link to a web page, taken apart, with what a person should know before it is opened.
public struct WebLink: Equatable, Sendable {
    /// What is opened: the text of the code, without spaces around it.
    public let address: String
    /// Where it leads, as it reads: `münchen.example`.
    public let host: String
    /// Where it leads, in the letters that no other can be taken for: `xn--mnchen-3ya.example`.
    public let plainHost: String
    /// Grave ones first.
    public let warnings: [LinkWarning]
}

/// What scams use.
public enum LinkWarning: Hashable, Sendable, CaseIterable {
    /// The host has letters that can be taken for others, or is written in punycode.
    case lookAlike
    /// What looks like a host is a user's name: `https://bank.example@evil.example`.
    case userName
    /// A number in place of a name.
    case numericHost
    /// Everybody on the way can read and change the page: `http:`.
    case notEncrypted
    /// Another port than the web's own.
    case unusualPort
}

extension WebLink {
    /// Takes a text apart as browsers do (URL Standard, "URL parsing"), but where browsers are lenient it is no link:
    /// other slashes, characters that are not seen, spaces inside, a missing host.
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
    /// Whether it is seen, and only itself.
    fileprivate var isShown: Bool {
        !SafeText.isTreacherous(self) && !properties.isWhitespace && self != "\u{200C}" && self != "\u{200D}"
    }
}

extension String {
    /// Without spaces and line ends around it.
    func trimmingSpaces() -> String {
        let isSpace = { (character: Character) in character == " " || character == "\t" || character.isNewline
        }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
