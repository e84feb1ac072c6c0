// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

struct AutomaticResetTests {
    private func number(
        _ id: ControlID, _ value: Int64, flags: ControlDescriptor.Flags = []
    ) -> ControlReading {
        ControlReading(
            descriptor: ControlDescriptor(
                id: id, name: "\(id.rawValue)", kind: .integer(range: 0...255, step: 1), defaultValue: 128,
                flags: flags), value: value)
    }

    private func exposureMode(_ value: Int64) -> ControlReading {
        let entries = [1, 3].map { ControlDescriptor.MenuEntry(value: $0, name: "\($0)") }
        return ControlReading(
            descriptor: ControlDescriptor(
                id: .exposureMode, name: "Exposure", kind: .menu(entries), defaultValue: 3),
            value: value)
    }

    @Test func resetReturnsSetControlsToTheirDefault() {
        let readings = [number(.brightness, 200), number(.contrast, 10)]
        #expect(
            AutomaticReset.writes(for: readings, touched: [.brightness]) == [ControlWrite(.brightness, 128)])
    }

    @Test func valuesOfOtherProgramsStay() {
        #expect(AutomaticReset.writes(for: [number(.brightness, 200)]).isEmpty)
    }

    @Test func resetIncludesValuesNotReadBackYet() {
        let readings = [exposureMode(3), number(.exposureTime, 100), number(.exposureCompensation, 128)]
        #expect(
            AutomaticReset.writes(for: readings, touched: [.exposureTime, .exposureCompensation]) == [
                ControlWrite(.exposureMode, 3), ControlWrite(.exposureCompensation, 128),
            ])
    }

    @Test func gainIsResetBeforeAutomaticReturns() {
        let readings = [exposureMode(1), number(.gain, 250)]
        #expect(
            AutomaticReset.writes(for: readings, touched: [.gain]) == [
                ControlWrite(.gain, 128), ControlWrite(.exposureMode, 3),
            ])
    }

    @Test(
        arguments: [(-8...8, 0), (10...20, 15), (.min ... .max, 0), (1 ... .max, .max / 2)]
            as [(ClosedRange<Int64>, Int64)])
    func whatMovesIsStoppedAndNotReturnedToItsDefault(_ range: ClosedRange<Int64>, _ rest: Int64) {
        let speed = ControlReading(
            descriptor: ControlDescriptor(
                id: .tiltSpeed, name: "Tilt, Speed", kind: .integer(range: range, step: 1),
                defaultValue: range.upperBound, flags: .writeOnly), value: nil)
        #expect(
            AutomaticReset.writes(for: [speed], touched: [.tiltSpeed]) == [ControlWrite(.tiltSpeed, rest)])
    }

    @Test(arguments: [ControlDescriptor.Flags.executeOnWrite, .volatile])
    func whatActsOrChangesByItselfIsNotReset(_ flags: ControlDescriptor.Flags) {
        #expect(AutomaticReset.writes(for: [number(.hue, 7, flags: flags)], touched: [.hue]).isEmpty)
    }

    @Test func readOnlyControlsAreLeftAlone() {
        let readings = [number(.privacy, 1, flags: .readOnly)]
        #expect(AutomaticReset.writes(for: readings, touched: [.privacy]).isEmpty)
    }
}
