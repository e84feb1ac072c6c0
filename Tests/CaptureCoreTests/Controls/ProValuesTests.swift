// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

struct ProValuesTests {
    private let camera = CameraID(rawValue: "usb:046d:0825::1-2")
    private let twin = CameraID(rawValue: "usb:046d:0825::1-3")

    private func controls(_ range: ClosedRange<Int64> = 0...255) -> [ControlReading] {
        let ids: [ControlID] = [.gain, .brightness]
        return ids.map { id in
            let descriptor = ControlDescriptor(
                id: id, name: "\(id.rawValue)", kind: .integer(range: range, step: 1), defaultValue: 0)
            return ControlReading(descriptor: descriptor, value: 0)
        }
    }

    private func gain(_ range: ClosedRange<Int64> = 0...255) throws -> Dial {
        try #require(Dial.all(from: controls(range)).first)
    }

    @Test func valuesAreRestoredOnTheirCameraOnly() throws {
        var values = ProValues()
        values.note(.manual(try gain(), 80), on: camera, controls())
        let restored = ProValues(lines: values.lines)
        #expect(restored == values)
        #expect(restored.requests(for: camera, controls()) == [.manual(try gain(), 80)])
        #expect(restored.requests(for: twin, controls()).isEmpty)
    }

    @Test func releasedControlsAreForgotten() throws {
        var values = ProValues()
        values.note(.manual(try gain(), 80), on: camera, controls())
        values.note(.automatic(try gain()), on: camera, controls())
        #expect(values.lines.isEmpty)
    }

    @Test func aValueOutOfTodaysRangeIsBroughtIntoIt() throws {
        var values = ProValues()
        values.note(.manual(try gain(), 200), on: camera, controls())
        #expect(values.requests(for: camera, controls(0...100)) == [.manual(try gain(0...100), 100)])
    }

    @Test func controlsWithoutADialAreRestored() throws {
        var values = ProValues()
        values.note(.set(.brightness, 300), on: camera, controls())
        values.note(.press(.privacy), on: camera, controls())
        #expect(values.requests(for: camera, controls()) == [.set(.brightness, 255)])
        values.note(.standard(.brightness, 0), on: camera, controls())
        #expect(values.lines.isEmpty)
    }

    private func turning(_ flags: ControlDescriptor.Flags, _ id: ControlID) -> [ControlReading] {
        let descriptor = ControlDescriptor(
            id: id, name: "Tilt, Speed", kind: .integer(range: -8...8, step: 1), defaultValue: 8, flags: flags
        )
        return [ControlReading(descriptor: descriptor, value: nil)]
    }

    @Test(
        arguments: [
            (.writeOnly, .tiltSpeed), ([], .tiltSpeed), (.writeOnly, .hue), (.executeOnWrite, .hue),
            (.volatile, .hue),
        ] as [(ControlDescriptor.Flags, ControlID)])
    func whatMovesOrActsIsNeitherStoredNorRestored(_ flags: ControlDescriptor.Flags, _ id: ControlID) {
        var values = ProValues()
        values.note(.set(id, 2), on: camera, turning(flags, id))
        #expect(values.lines.isEmpty)
        values[camera] = [id: 2]
        #expect(values.requests(for: camera, turning(flags, id)).isEmpty)
    }

    @Test func speedsOfEarlierVersionsAreDropped() {
        let line = "a|\(ControlID.tiltSpeed.rawValue)=2,\(ControlID.brightness.rawValue)=3"
        #expect(ProValues(lines: [line]).lines == ["a|\(ControlID.brightness.rawValue)=3"])
    }

    @Test(arguments: ["", "|", "x", "a|b=c", "a|1=2=3", "a|99999999999=1", "|1=1,,"])
    func unreadableTextIsDropped(_ line: String) {
        let values = ProValues(lines: [line])
        #expect(ProValues(lines: values.lines) == values)
    }
}
