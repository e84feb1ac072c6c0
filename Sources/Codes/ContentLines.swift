// SPDX-License-Identifier: GPL-3.0-or-later
/// The lines that vCard (RFC 6350) and iCalendar (RFC 5545) are made of: `NAME;PARAMETER=…:VALUE`, folded.
enum ContentLines {
    struct Line: Equatable {
        /// In capitals, without a group before it.
        let name: String
        let parameters: [String]
        /// With its escapes.
        let value: String
    }

    static func lines(_ text: String) -> [Line] {
        var unfolded: [String] = []
        for line in text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline) {
            if let first = line.first, first == " " || first == "\t", !unfolded.isEmpty {
                unfolded[unfolded.count - 1] += line.dropFirst()
            } else {
                unfolded.append(String(line))
            }
        }
        return unfolded.compactMap(line)
    }

    private static func line(_ text: String) -> Line? {
        // A colon in quotes belongs to a parameter.
        var isQuoted = false
        guard
            let colon = text.firstIndex(where: { character in
                if character == "\"" { isQuoted.toggle() }
                return character == ":" && !isQuoted
            })
        else { return nil }
        let parts = text[..<colon].split(separator: ";", omittingEmptySubsequences: false)
        guard let first = parts.first, !first.isEmpty else { return nil }
        let name = first.split(separator: ".").last.map(String.init) ?? String(first)
        let value = String(text[text.index(after: colon)...])
        return Line(name: name.uppercased(), parameters: parts.dropFirst().map(String.init), value: value)
    }

    /// A value's parts between semicolons, without their escapes.
    static func components(_ value: String) -> [String] {
        var (parts, isEscaped) = ([""], false)
        for character in value {
            if isEscaped {
                parts[parts.count - 1].append(character == "n" || character == "N" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == ";" {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts
    }

    /// A whole value without its escapes; semicolons that are not escaped stay.
    static func plain(_ value: String) -> String { components(value).joined(separator: ";") }
}
