// SPDX-License-Identifier: GPL-3.0-or-later
/// Makes foreign text safe to show: invisible characters, and those that change how others are shown, are spelled
/// out.
///
/// The rules are those of Unicode Technical Report 36 ("Bidirectional Text Spoofing") and of the list of default
/// ignorable characters, except where a script needs them: the joiners U+200C and U+200D stay.
public enum SafeText {
    /// - Returns: the text with `⟨U+202E⟩` and the like in place of each such character. Line ends become "\n".
    public static func visible(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            defer { last = scalar }
            if scalar == "\n", last == "\r" { continue }
            if scalar == "\r" || scalar == "\n" {
                result.append("\n")
            } else if scalar == "\t" || !isTreacherous(scalar) {
                result.append(scalar)
            } else {
                result.append(contentsOf: spelledOut(scalar).unicodeScalars)
            }
        }
        return String(result)
    }

    /// The same on one line, for a name or a value beside others.
    public static func visibleLine(_ text: String) -> String {
        String(visible(text).map { $0 == "\n" || $0 == "\t" ? " " : $0 })
    }

    /// Isolates text within other text, so that neither changes how the other is shown. Left to right, as hosts
    /// are read.
    public static func isolated(_ text: String) -> String { "\u{2066}" + visibleLine(text) + "\u{2069}" }

    /// Whether a character is invisible, or changes how others are shown.
    public static func isTreacherous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F: true
        // Soft hyphen, grapheme joiner, invisible fillers.
        case 0xAD, 0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0: true
        // Direction marks, embeddings, overrides and isolates.
        case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        // Spaces of no width, separators of lines, invisible operators, deprecated formatting.
        case 0x200B, 0x2028, 0x2029, 0x2060...0x2065, 0x206A...0x206F, 0x180E, 0xFEFF: true
        // Interlinear annotation, the replacement's neighbours, noncharacters, private use.
        case 0xFFF0...0xFFFB, 0xFDD0...0xFDEF, 0xE000...0xF8FF, 0xF0000...0x10FFFF: true
        // Tags.
        case 0xE0000...0xE0FFF: true
        case let value where value & 0xFFFE == 0xFFFE: true
        default: false
        }
    }

    private static func spelledOut(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "⟨U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "⟩"
    }
}
