// SPDX-License-Identifier: GPL-3.0-or-later
/// An event as calendars write it (RFC 5545); the first, if there are several.
enum CalendarEvent {
    /// nil if the text is no event.
    static func fields(_ text: String) -> [CodeField]? {
        let start = text.prefix(15).uppercased()
        guard start.hasPrefix("BEGIN:VEVENT") || start.hasPrefix("BEGIN:VCALENDAR") else { return nil }
        let lines = ContentLines.lines(text)
        guard let begin = lines.firstIndex(where: { $0.name == "BEGIN" && $0.value.uppercased() == "VEVENT" })
        else { return nil }
        let event = lines[begin...].dropFirst().prefix { $0.name != "END" && $0.name != "BEGIN" }
        return event.compactMap { line in
            guard let name = names[line.name] else { return nil }
            let isTime = name == .starts || name == .ends
            let value = isTime ? time(line) : ContentLines.plain(line.value).trimmingSpaces()
            return value.isEmpty ? nil : CodeField(name, value)
        }
    }

    private static let names: [String: CodeField.Name] = [
        "SUMMARY": .summary, "DTSTART": .starts, "DTEND": .ends, "LOCATION": .location,
        "DESCRIPTION": .details, "URL": .website,
    ]

    /// `20260312T090000Z` as `2026-03-12 09:00 UTC`, with the zone that a parameter names; anything else stays as it
    /// is.
    private static func time(_ line: ContentLines.Line) -> String {
        let text = line.value.trimmingSpaces()
        let digits = text.prefix(8)
        guard digits.count == 8, digits.allSatisfy(\.isASCIIDigit) else { return text }
        let date = "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
        let rest = text.dropFirst(8)
        if rest.isEmpty { return date }
        let clock = rest.dropFirst().prefix(6)
        guard rest.first == "T", clock.count >= 4, clock.allSatisfy(\.isASCIIDigit) else { return text }
        let zone = rest.hasSuffix("Z") ? " UTC" : zone(line).map { " " + $0 } ?? ""
        return "\(date) \(clock.prefix(2)):\(clock.dropFirst(2).prefix(2))" + zone
    }

    private static func zone(_ line: ContentLines.Line) -> String? {
        line.parameters.first { $0.uppercased().hasPrefix("TZID=") }
            .map { String($0.dropFirst(5)).filter { $0 != "\"" } }
    }
}
