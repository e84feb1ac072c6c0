// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Codes

struct SafeTextTests {
    @Test func invisibleCharactersAreSpelledOut() {
        #expect(SafeText.visible("a\u{202E}gpj.exe") == "a⟨U+202E⟩gpj.exe")
        #expect(
            SafeText.visible("\u{2066}x\u{2069}\u{200B}y\u{FEFF}") == "⟨U+2066⟩x⟨U+2069⟩⟨U+200B⟩y⟨U+FEFF⟩")
        #expect(
            SafeText.visible("\u{0}\u{7}\u{1B}[31m\u{7F}\u{85}")
                == "⟨U+0000⟩⟨U+0007⟩⟨U+001B⟩[31m⟨U+007F⟩⟨U+0085⟩")
        #expect(SafeText.visible("\u{E0041}") == "⟨U+E0041⟩")
    }

    @Test func lineEndsAndTabsStay() {
        #expect(SafeText.visible("a\r\nb\rc\nd\te") == "a\nb\nc\nd\te")
        #expect(SafeText.visibleLine("a\r\nb\tc") == "a b c")
        #expect(SafeText.visible("a\u{2028}b") == "a⟨U+2028⟩b")
    }

    @Test(arguments: ["Grüße, 日本語, العربية, हिन्दी", "👩‍🚀 🏳️‍🌈", "می‌خواهم", "e\u{301}"])
    func ordinaryTextStays(text: String) { #expect(SafeText.visible(text) == text) }

    /// Every character alone and between others: nothing traps, and nothing treacherous is left.
    @Test func misleadingCharactersAreRemoved() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let shown = SafeText.visible("a" + String(Character(scalar)) + "b").unicodeScalars
            #expect(!shown.contains { SafeText.isTreacherous($0) && $0 != "\n" && $0 != "\t" })
        }
    }
}
