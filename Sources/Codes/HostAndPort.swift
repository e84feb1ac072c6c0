/// The part of a link between `//` and the path, taken apart as the URL Standard does ("host parsing").
struct HostAndPort {
    /// As it reads.
    let host: String
    /// As the network writes it.
    let plainHost: String
    let port: Int?
    let isNumeric: Bool

    /// Whether the host has letters beyond ASCII, openly or in punycode.
    var isLookAlike: Bool { plainHost.lowercased().contains("xn--") }

    /// nil where no host can be made out for sure.
    init?(_ authority: Substring) {
        // A user's name ends at the last @, not the first.
        let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        if place.hasPrefix("[") {
            guard let end = place.firstIndex(of: "]"), Self.isIPv6(place[..<end].dropFirst()),
                let port = Self.port(place[place.index(after: end)...])
            else { return nil }
            self.init(String(place[...end]), port: port, isNumeric: true)
        } else {
            let colon = place.firstIndex(of: ":") ?? place.endIndex
            guard let host = Self.name(place[..<colon]), let port = Self.port(place[colon...]) else {
                return nil
            }
            self.init(host, port: port, isNumeric: Self.isIPv4(host))
        }
    }

    private init?(_ host: String, port: Int??, isNumeric: Bool) {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let plain = labels.compactMap { Punycode.plain($0) }
        let readable = labels.map { Punycode.readable($0) }
        guard plain.count == labels.count,
            !readable.joined().unicodeScalars.contains(where: SafeText.isTreacherous)
        else { return nil }
        self.host = readable.joined(separator: ".")
        plainHost = plain.joined(separator: ".")
        self.port = port ?? nil
        self.isNumeric = isNumeric
    }

    /// - Returns: nil where it is no port; `.some(nil)` where there is none.
    private static func port(_ text: Substring) -> Int?? {
        if text.isEmpty || text == ":" { return .some(nil) }
        guard text.first == ":", text.dropFirst().allSatisfy(\.isASCIIDigit),
            let port = Int(text.dropFirst()),
            port <= 65535
        else { return nil }
        return .some(port)
    }

    /// A name in lower case with its percent signs decoded and its dots made plain; nil where it is none.
    private static func name(_ text: Substring) -> String? {
        guard let decoded = decodingPercent(text) else { return nil }
        let name = String(decoded.lowercased().map { "\u{3002}\u{FF0E}\u{FF61}".contains($0) ? "." : $0 })
        // A last dot means the same host.
        let labels = (name.hasSuffix(".") ? name.dropLast() : name[...])
            .split(separator: ".", omittingEmptySubsequences: false)
        guard !labels.isEmpty, labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isPartOfName) }) else {
            return nil
        }
        return labels.joined(separator: ".")
    }

    private static func isPartOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "-" || character == "_"
    }

    private static func decodingPercent(_ text: Substring) -> String? {
        guard text.contains("%") else { return String(text) }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Browsers take every host whose last label is a number for an address: `0x7f.1`, `2130706433`.
    private static func isIPv4(_ host: String) -> Bool {
        guard let last = host.split(separator: ".").last else { return false }
        if last.allSatisfy(\.isASCIIDigit) { return true }
        return last.hasPrefix("0x") && last.dropFirst(2).allSatisfy(\.isHexDigit)
    }

    private static func isIPv6(_ text: Substring) -> Bool {
        text.contains(":") && text.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }
}

extension Character {
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
