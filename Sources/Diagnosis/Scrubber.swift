// SPDX-License-Identifier: GPL-3.0-or-later
/// Removes names and serial numbers from a text.
///
///     let scrubber = Scrubber(home: "/home/ada", words: ["ada", "ada-laptop"])
///     scrubber.scrub("/home/ada/Pictures")   // ~/Pictures
///
/// Whole words are replaced, in upper or lower case.
public struct Scrubber: Equatable, Sendable {
    private let home: String
    private let words: [[Character]]
    private static let mark = "…"

    /// - Parameters:
    ///   - home: the home folder; nil if there is none.
    ///   - words: names of people and computers, and serial numbers. Single letters are left out.
    public init(home: String?, words: [String]) {
        self.home = home.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } ?? ""
        // The longest first: "ada-laptop" before "ada".
        self.words = Set(words).filter { $0.count > 1 }.sorted { ($1.count, $0) < ($0.count, $1) }
            .map { $0.lowercased().map(\.self) }
    }

    public func scrub(_ text: String) -> String {
        words.reduce(withoutHome(text)) { Self.replace($1, in: $0) }
    }

    private func withoutHome(_ text: String) -> String {
        guard !home.isEmpty else { return text }
        return Self.replace(Array(home), in: text, by: "~")
    }

    /// Only whole words: neighbours are no letters and no digits.
    private static func replace(
        _ word: [Character], in text: String, by mark: String = Scrubber.mark
    ) -> String {
        let original = Array(text)
        // Letter by letter, so that both have the same length.
        let folded = original.map { mark == "~" ? $0 : Character(lowered: $0) }
        var (result, index) = ("", 0)
        while index < original.count {
            let end = index + word.count
            let isWord =
                end <= original.count && folded[index..<end].elementsEqual(word)
                && !(index > 0 && original[index - 1].isPartOfWord)
                && !(end < original.count && original[end].isPartOfWord)
            result += isWord ? mark : String(original[index])
            index = isWord ? end : index + 1
        }
        return result
    }
}

extension Character {
    fileprivate init(lowered character: Character) {
        let text = character.lowercased()
        self = text.count == 1 ? text.first ?? character : character
    }

    fileprivate var isPartOfWord: Bool { isLetter || isNumber }
}
