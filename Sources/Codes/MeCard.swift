// SPDX-License-Identifier: GPL-3.0-or-later
/// The contact format of older codes: `MECARD:N:Lovelace,Ada;TEL:…;;`, and its way of writing fields.
enum MeCard {
    /// nil if the text is no such contact.
    static func fields(_ text: String) -> [CodeField]? {
        guard text.prefix(7).uppercased() == "MECARD:" else { return nil }
        let found = split(text.dropFirst(7))
        return names.flatMap { key, name in
            (found[key] ?? []).filter { !$0.isEmpty }.map { CodeField(name, key == "N" ? inOrder($0) : $0) }
        }
    }

    private static let names: [(String, CodeField.Name)] = [
        ("N", .name), ("ORG", .organization), ("TEL", .phone), ("EMAIL", .email), ("ADR", .address),
        ("URL", .website), ("BDAY", .birthday), ("NOTE", .note),
    ]

    /// "Lovelace,Ada" is Ada Lovelace.
    private static func inOrder(_ name: String) -> String {
        name.split(separator: ",").reversed().map { $0.trimmed }.joined(separator: " ")
    }

    /// Fields end with a semicolon, names with a colon; a backslash takes the next character as it is.
    static func split(_ text: Substring) -> [String: [String]] {
        var fields: [String: [String]] = [:]
        var (name, value): (String?, String) = (nil, "")
        var isEscaped = false
        for character in text + ";" {
            if isEscaped {
                value.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == ":", name == nil {
                name = value.uppercased()
                value = ""
            } else if character == ";" {
                if let name { fields[name, default: []].append(value) }
                (name, value) = (nil, "")
            } else {
                value.append(character)
            }
        }
        return fields
    }
}

extension Substring {
    var trimmed: String { String(self).trimmingSpaces() }
}
