// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

struct OtherControlsTests {
    private func reading(_ id: ControlID, _ kind: ControlDescriptor.Kind) -> ControlReading {
        ControlReading(
            descriptor: ControlDescriptor(id: id, name: "\(id.rawValue)", kind: kind, defaultValue: 0),
            value: 0)
    }

    private let vendor = ControlID(rawValue: 0x0800_0001)

    @Test func dialsAndTheirSwitchesAreNotShownTwice() {
        let readings = [
            reading(.focusPosition, .integer(range: 0...10, step: 1)), reading(.focusAutomatic, .boolean),
            reading(.brightness, .integer(range: 0...10, step: 1)),
        ]
        #expect(OtherControls.all(in: readings).map(\.descriptor.id) == [.brightness])
    }

    @Test func aSwitchWithoutItsDialIsShown() {
        #expect(OtherControls.all(in: [reading(.focusAutomatic, .boolean)]).count == 1)
    }

    @Test func controlsAreFoundWherePeopleLook() {
        let readings = [
            reading(vendor, .button), reading(.zoom, .integer(range: 0...4, step: 1)),
            reading(.powerLineFrequency, .menu([.init(value: 0, name: "Off")])),
            reading(.sharpness, .integer(range: 0...10, step: 1)),
        ]
        let groups = OtherControls.groups(in: readings)
        #expect(groups.map(\.group) == [.picture, .exposure, .lens, .camera])
        #expect(groups.map(\.controls.count) == [1, 1, 1, 1])
    }

    @Test func meaninglessControlsAreLeftOut() {
        let readings = [
            reading(vendor, .bitmask(maximum: 255)), reading(.sharpness, .integer(range: 3...3, step: 1)),
            reading(.powerLineFrequency, .menu([])),
        ]
        #expect(OtherControls.groups(in: readings).isEmpty)
    }

    @Test func onlyPossibleValuesAreSet() {
        let menu = reading(.powerLineFrequency, .menu([.init(value: 2, name: "60 Hz")])).descriptor
        #expect(menu.possible(2) == 2 && menu.possible(1) == nil)
        #expect(reading(.sharpness, .integer(range: 0...10, step: 1)).descriptor.possible(99) == 10)
        #expect(reading(.focusAutomatic, .boolean).descriptor.possible(7) == 1)
        #expect(reading(vendor, .button).descriptor.possible(1) == nil)
    }
}
