// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@testable import TintypeUI

/// Values of dials and other controls in photographers' words, and what they type.
@MainActor @Suite struct DialWordingTests {
    private func dial(_ control: ControlID, _ range: ClosedRange<Int64>) throws -> Dial {
        try #require(Dial.all(from: [reading(control, range, value: range.lowerBound)]).first)
    }

    private func shutter() throws -> Dial { try dial(.exposureTime, 1...50_000) }
    private func compensation() throws -> Dial { try dial(.exposureCompensation, -3000...3000) }
    private func focus() throws -> Dial { try dial(.focusPosition, 100...300) }

    // MARK: Showing

    @Test(arguments: [
        (1, "1/10000 s", "1/10000"), (156, "1/64 s", "1/64"), (167, "1/60 s", "1/60"),
        (4999, "1/2 s", "1/2"), (5000, "0.5 s", "0.5"), (10_000, "1.0 s", "1.0"), (12_550, "1.3 s", "1.3"),
    ])
    func exposureIsAFractionBelowHalfASecond(value: Int64, text: String, mark: String) throws {
        let dial = try shutter()
        #expect(DialWording.text(value, dial) == text)
        #expect(DialWording.mark(value, dial) == mark)
    }

    @Test func exposureIsSpokenInSeconds() throws {
        let dial = try shutter()
        #expect(DialWording.spoken(167, dial) == "1/60 second")
        #expect(DialWording.spoken(20_000, dial) == "2.0 seconds")
        #expect(try DialWording.spoken(5200, self.dial(.whiteBalanceTemperature, 2000...8000)) == "5200 K")
    }

    @Test func unreadableControlShowsADash() throws {
        let dial = try shutter()
        for value in [nil, 0, -5] as [Int64?] { #expect(DialWording.text(value, dial) == "–") }
        // A broken camera's mark is no division by zero.
        #expect(!DialWording.mark(0, dial).isEmpty)
    }

    @Test(arguments: [
        (0, "0.0"), (49, "0.0"), (-49, "0.0"), (333, "+0.3"), (-333, "−0.3"), (667, "+0.7"), (-1000, "−1.0"),
        (3000, "+3.0"),
    ])
    func compensationShowsItsSign(value: Int64, words: String) throws {
        #expect(try DialWording.mark(value, compensation()) == words)
        #expect(try DialWording.text(value, compensation()) == words + " EV")
    }

    @Test(arguments: [(100, "Far"), (101, "Far"), (102, "1 %"), (200, "50 %"), (299, "99 %"), (300, "Near")])
    func focusIsAPartOfItsWay(value: Int64, words: String) throws {
        #expect(try DialWording.text(value, focus()) == words)
    }

    @Test func everyDialHasANameAndAShorterOne() {
        for kind in Dial.Kind.allCases {
            #expect(DialWording.caption(kind).count <= DialWording.title(kind).count)
        }
        #expect(Set(Dial.Kind.allCases.map(DialWording.caption)).count == Dial.Kind.allCases.count)
    }

    // MARK: Typing

    @Test(arguments: [
        ("1/60", 167), ("1/60 s", 167), ("0.5", 5000), ("0,5", 5000), ("2", 20_000), ("1/0.5", 20_000),
        (" 1/125", 80),
    ])
    func exposureIsTypedAsItIsShown(text: String, value: Int64) throws {
        #expect(try DialWording.value(typed: text, shutter()) == value)
    }

    @Test(arguments: [
        "", "abc", "/", "1/", "/60", "1/0", "1/2/3", "1..2", "--1", String(repeating: "9", count: 400),
    ])
    func meaninglessValueIsNotSet(text: String) throws {
        #expect(try DialWording.value(typed: text, shutter()) == nil)
    }

    @Test func valueBeyondTheRangeIsClamped() throws {
        #expect(try DialWording.value(typed: "60", shutter()) == 50_000)
        #expect(try DialWording.value(typed: "1/100000", shutter()) == 1)
        #expect(try DialWording.value(typed: "-9", compensation()) == -3000)
    }

    @Test func compensationIsTypedInStops() throws {
        #expect(try DialWording.value(typed: "+0.7", compensation()) == 700)
        #expect(try DialWording.value(typed: "-1 EV", compensation()) == -1000)
    }

    @Test func focusIsTypedInPerCent() throws {
        #expect(try DialWording.value(typed: "50 %", focus()) == 200)
        #expect(try DialWording.value(typed: "0", focus()) == 100)
    }

    @Test func temperatureIsTypedInKelvin() throws {
        #expect(try DialWording.value(typed: "5200 K", dial(.whiteBalanceTemperature, 2000...8000)) == 5200)
    }

    /// What a dial shows can be typed into it again.
    @Test func shownValuesCanBeTyped() throws {
        for value in [-3000, -1000, 0, 700, 3000] as [Int64] {
            let dial = try compensation()
            #expect(DialWording.value(typed: DialWording.text(value, dial), dial) == value)
        }
        for value in [10, 167, 5000, 20_000] as [Int64] {
            let dial = try shutter()
            #expect(DialWording.value(typed: DialWording.text(value, dial), dial) == value)
        }
    }

    // MARK: Controls without a dial

    private func control(
        _ kind: ControlDescriptor.Kind, id: ControlID = ControlID(rawValue: 1),
        flags: ControlDescriptor.Flags = []
    ) -> ControlDescriptor {
        ControlDescriptor(id: id, name: "LED Mode", kind: kind, defaultValue: 0, flags: flags)
    }

    @Test func aSwitchAndAMenuReadAsWords() {
        #expect(ControlWording.text(1, control(.boolean)) == "On")
        #expect(ControlWording.text(0, control(.boolean)) == "Off")
        let menu = control(.menu([.init(value: 1, name: "50 Hz"), .init(value: 3, name: "Auto")]))
        #expect(ControlWording.text(3, menu) == "Auto")
        // A camera may report an entry that it does not list.
        #expect(ControlWording.text(2, menu) == "–")
        let number = control(.integer(range: 0...36_000, step: 1))
        #expect(ControlWording.text(36_000, number) == "36000")
        #expect(ControlWording.text(38_293_396, number) == "–")
        #expect(ControlWording.text(-1, control(.bitmask(maximum: 3))) == "–")
        #expect(ControlWording.text(nil, menu) == "–")
    }

    @Test func aControlThatNobodyKnowsKeepsTheDriversName() {
        #expect(ControlWording.name(control(.boolean)) == "LED Mode")
        #expect(ControlWording.name(control(.boolean, id: .privacy)) == "Privacy Shutter")
    }

    @Test func lastingMessagesComeBeforePassingOnes() {
        #expect(ControlWording.obstacle(control(.boolean)) == nil)
        #expect(
            ControlWording.obstacle(control(.boolean, flags: [.inactive, .readOnly, .grabbed]))
                == "The camera only reports this")
        #expect(
            ControlWording.obstacle(control(.boolean, flags: [.inactive, .grabbed]))
                == "Another program is using this setting")
        #expect(
            ControlWording.obstacle(control(.boolean, flags: .inactive))
                == "This is set automatically right now")
    }
}
