// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads the part after the colon of `mailto:` (RFC 6068), `sms:` (RFC 5724) and `geo:` (RFC 5870).
enum AddressText {
    static func mail(_ text: String) -> [CodeField] {
        let (address, query) = parts(text, at: "?")
        var fields = [CodeField(.recipient, decoded(address))]
        for item in query.split(separator: "&") {
            let (name, value) = parts(String(item), at: "=")
            switch name.lowercased() {
            case "subject": fields.append(CodeField(.subject, decoded(value)))
            case "body": fields.append(CodeField(.body, decoded(value)))
            case "to", "cc", "bcc": fields.append(CodeField(.recipient, decoded(value)))
            default: break
            }
        }
        return fields.filter { !$0.value.isEmpty }
    }

    /// `+491234:Hello` or `+491234?body=Hello`.
    static func message(_ text: String) -> [CodeField] {
        let query = parts(text, at: "?")
        if !query.1.isEmpty {
            let body = query.1.split(separator: "&").map { parts(String($0), at: "=") }
                .first { $0.0.lowercased() == "body" }
            return [CodeField(.recipient, decoded(query.0)), CodeField(.body, decoded(body?.1 ?? ""))]
                .filter { !$0.value.isEmpty }
        }
        let (number, body) = parts(text, at: ":")
        return [CodeField(.recipient, number), CodeField(.body, body)].filter { !$0.value.isEmpty }
    }

    /// nil if it is not two numbers.
    static func place(_ text: String) -> [CodeField]? {
        let numbers = parts(parts(text, at: "?").0, at: ";").0.split(separator: ",")
        guard numbers.count >= 2, let latitude = Double(numbers[0]), let longitude = Double(numbers[1]),
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        return [CodeField(.latitude, String(numbers[0])), CodeField(.longitude, String(numbers[1]))]
    }

    /// Decodes percent signs; an invalid text stays as it is.
    static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self) ?? text
    }

    /// The parts before and after the first such character; all of it and nothing if there is none.
    private static func parts(_ text: String, at mark: Character) -> (String, String) {
        guard let index = text.firstIndex(of: mark) else { return (text, "") }
        return (String(text[..<index]), String(text[text.index(after: index)...]))
    }
}
