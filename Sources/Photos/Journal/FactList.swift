// SPDX-License-Identifier: GPL-3.0-or-later
/// Named texts, one a line: `name=text`, with `\n` for a line's end and `\\` for a backslash.
///
/// Unknown names are skipped, so that a later version may add some.
struct FactList: Equatable {
    private var texts: [String: String] = [:]

    init() {}

    /// Lines without `=` are skipped.
    init(parsing text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
            guard let end = line.firstIndex(of: "=") else { continue }
            texts[String(line[..<end])] = Self.unescaped(line[line.index(after: end)...])
        }
    }

    /// Setting nil removes the fact.
    subscript(name: String) -> String? {
        get { texts[name] }
        set { texts[name] = newValue }
    }

    func number<Number: FixedWidthInteger>(_ name: String) -> Number? { texts[name].flatMap { Number($0) } }

    func flag(_ name: String) -> Bool? { texts[name].map { $0 == "1" } }

    mutating func set(_ name: String, number: (some FixedWidthInteger)?) {
        texts[name] = number.map { String($0) }
    }

    mutating func set(_ name: String, flag: Bool?) { texts[name] = flag.map { $0 ? "1" : "0" } }

    /// Ordered by name, so that equal lists make equal texts.
    var text: String {
        texts.sorted { $0.key < $1.key }.map { $0.key + "=" + Self.escaped($0.value) + "\n" }.joined()
    }

    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for letter in text.unicodeScalars {
            switch letter {
            case "\\": result += "\\\\".unicodeScalars
            case "\n": result += "\\n".unicodeScalars
            default: result.append(letter)
            }
        }
        return String(result)
    }

    private static func unescaped(_ text: Substring) -> String {
        var result = String.UnicodeScalarView()
        var isEscaped = false
        for letter in text.unicodeScalars {
            if !isEscaped, letter == "\\" {
                isEscaped = true
            } else {
                result.append(isEscaped && letter == "n" ? "\n" : letter)
                isEscaped = false
            }
        }
        return String(result)
    }
}
