// SPDX-License-Identifier: GPL-3.0-or-later
/// The meaning of a code's text.
public enum CodeContent: Equatable, Sendable {
    case link(WebLink)
    case wifi(WiFiNetwork)
    case contact([CodeField])
    case event([CodeField])
    case mail([CodeField])
    case phone(String)
    case message([CodeField])
    case place([CodeField])
    /// A product's number.
    case product(String)
    /// Anything else, including near misses of the above.
    case text
}

/// One field of a code, with its name.
public struct CodeField: Equatable, Sendable {
    public enum Name: Hashable, Sendable, CaseIterable {
        case name, organization, title, phone, email, address, website, birthday, note
        case summary, starts, ends, location, details
        case recipient, subject, body
        case latitude, longitude
    }

    public let name: Name
    /// As it is in the code, without its escapes.
    public let value: String

    public init(_ name: Name, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension CodeContent {
    /// Reads a code's text. Anything uncertain is `.text`; nothing is dropped.
    public init(of code: ScannedCode) {
        let text = code.text.trimmingSpaces()
        if code.format.isProductNumber {
            self = .product(text)
        } else if let link = WebLink(text) {
            self = .link(link)
        } else {
            self =
                WiFiNetwork(text).map { .wifi($0) } ?? Self.contact(text) ?? Self.event(text)
                ?? Self.addressed(text) ?? .text
        }
    }

    private static func contact(_ text: String) -> CodeContent? {
        let fields = VCard.fields(text) ?? MeCard.fields(text) ?? []
        return fields.isEmpty ? nil : .contact(fields)
    }

    private static func event(_ text: String) -> CodeContent? {
        let fields = CalendarEvent.fields(text) ?? []
        return fields.isEmpty ? nil : .event(fields)
    }

    /// The short forms that begin with a scheme: `tel:`, `mailto:`, `sms:`, `geo:`.
    private static func addressed(_ text: String) -> CodeContent? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let rest = String(text[text.index(after: colon)...])
        guard !rest.isEmpty, !rest.contains(where: \.isNewline) || text.lowercased().hasPrefix("sms") else {
            return nil
        }
        return switch text[..<colon].lowercased() {
        case "tel": .phone(AddressText.decoded(rest))
        case "mailto": .mail(AddressText.mail(rest))
        case "smsto", "sms": .message(AddressText.message(rest))
        case "geo": AddressText.place(rest).map { .place($0) }
        default: nil
        }
    }
}
