// SPDX-License-Identifier: GPL-3.0-or-later
/// Contacts as address books write them (RFC 6350, and the older versions that codes still use).
enum VCard {
    /// nil if the text is no contact.
    static func fields(_ text: String) -> [CodeField]? {
        guard text.prefix(11).uppercased() == "BEGIN:VCARD" else { return nil }
        let lines = ContentLines.lines(text)
        // The full name contains everything of the structured one.
        let hasFullName = lines.contains { $0.name == "FN" && !$0.value.isEmpty }
        return lines.compactMap { line in
            guard !hasFullName || line.name != "N", let name = names[line.name] else { return nil }
            let value = value(of: line)
            return value.isEmpty ? nil : CodeField(name, value)
        }
    }

    private static let names: [String: CodeField.Name] = [
        "FN": .name, "N": .name, "ORG": .organization, "TITLE": .title, "TEL": .phone, "EMAIL": .email,
        "ADR": .address, "URL": .website, "BDAY": .birthday, "NOTE": .note,
    ]

    private static func value(of line: ContentLines.Line) -> String {
        let parts = ContentLines.components(line.value).map { $0[...].trimmed }
        switch line.name {
        case "N":
            // Family, given, additional, prefix, suffix; spoken: prefix, given, additional, family, suffix.
            let order = [3, 1, 2, 0, 4].filter { parts.indices.contains($0) }.map { parts[$0] }
            return order.filter { !$0.isEmpty }.joined(separator: " ")
        case "ADR", "ORG": return parts.filter { !$0.isEmpty }.joined(separator: ", ")
        case "TEL" where line.value.lowercased().hasPrefix("tel:"): return String(line.value.dropFirst(4))
        default: return ContentLines.plain(line.value).trimmingSpaces()
        }
    }
}
