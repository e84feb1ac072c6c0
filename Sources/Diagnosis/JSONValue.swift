// SPDX-License-Identifier: GPL-3.0-or-later
/// A JSON document (RFC 8259), to be written.
public indirect enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// Infinity and NaN, which JSON lacks, are written as null.
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// In the order in which it is written; every name once.
    case object([(name: String, value: JSONValue)])

    public static func == (left: Self, right: Self) -> Bool { left.text == right.text }

    /// As text without a line break at the end: indented by two blanks a level.
    public var text: String {
        var result = ""
        write(to: &result, indent: 0)
        return result
    }

    private func write(to result: inout String, indent: Int) {
        switch self {
        case .null: result += "null"
        case .bool(let value): result += value ? "true" : "false"
        case .integer(let value): result += String(value)
        case .number(let value): result += value.isFinite ? value.description : "null"
        case .string(let value): Self.write(value, to: &result)
        case .array(let values):
            Self.write("[", values, "]", to: &result, indent) { $0.write(to: &$1, indent: indent + 1) }
        case .object(let members):
            Self.write("{", members, "}", to: &result, indent) { member, result in
                Self.write(member.name, to: &result)
                result += ": "
                member.value.write(to: &result, indent: indent + 1)
            }
        }
    }

    private static func write<Element>(
        _ open: String, _ elements: [Element], _ close: String, to result: inout String, _ indent: Int,
        _ body: (Element, inout String) -> Void
    ) {
        result += open
        for (index, element) in elements.enumerated() {
            result += (index == 0 ? "\n" : ",\n") + String(repeating: "  ", count: indent + 1)
            body(element, &result)
        }
        if !elements.isEmpty { result += "\n" + String(repeating: "  ", count: indent) }
        result += close
    }

    /// Escapes the quotation mark, the backslash and control characters (section 7), including DEL and those
    /// beyond ASCII, which terminals also interpret.
    private static func write(_ text: String, to result: inout String) {
        result += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value):
                result += escape(scalar.value)
            default: result.unicodeScalars.append(scalar)
            }
        }
        result += "\""
    }

    private static func escape(_ number: UInt32) -> String {
        let digits = String(number, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}

extension JSONValue: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self = .string(value) }
}
