// SPDX-License-Identifier: GPL-3.0-or-later
import Platform
import Testing

struct TextTests {
    @Test func aValueIsPutWhereTheMarkIs() {
        #expect("%s is using the camera".filling("%s", with: "Cheese") == "Cheese is using the camera")
    }

    @Test func onlyTheFirstMarkIsFilled() {
        #expect("%s and %s".filling("%s", with: "a") == "a and %s")
    }

    @Test func aMarkInsideAValueIsOnlyText() {
        let filled = "%1$s uses %2$s".filling("%2$s", with: "100 %s").filling("%1$s", with: "x")
        #expect(filled == "x uses 100 %s")
    }

    @Test func textWithoutTheMarkStaysAsItIs() {
        #expect("plain".filling("%s", with: "x") == "plain")
        #expect("".filling("%s", with: "x") == "")
    }

    @Test func umlautsAroundTheMarkSurvive() {
        #expect("Größe „%s“ übrig".filling("%s", with: "ß") == "Größe „ß“ übrig")
    }

    @Test func untranslatedMessageIsUnchanged() {
        #expect(tr("No such message in any catalogue") == "No such message in any catalogue")
        #expect(trn("%d photo", "%d photos", 1) == "1 photo")
        #expect(trn("%d photo", "%d photos", 3) == "3 photos")
    }
}
