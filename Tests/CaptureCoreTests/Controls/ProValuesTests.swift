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

    /// `V4L2_CID_PAN_RELATIVE`, and those of tilt, focus, zoom and iris, of a driver that takes them for settings.
    @Test(arguments: [0x9A_0904, 0x9A_0905, 0x9A_090B, 0x9A_090E, 0x9A_0912] as [UInt32])
    func whatMovesABitWithEachWriteIsNotStored(_ id: UInt32) {
        whatMovesOrActsIsNeitherStoredNorRestored([], ControlID(rawValue: id))
    }

    @Test func speedsOfEarlierVersionsAreDropped() {
        let line = "a|\(ControlID.tiltSpeed.rawValue)=2,\(ControlID.brightness.rawValue)=3"
        #expect(ProValues(lines: [line]).lines == ["a|\(ControlID.brightness.rawValue)=3"])
    }

    private func plugged(_ serial: String, port: Int, prefix: String = "") -> CameraInfo {
        CameraInfo(
            id: CameraID(rawValue: "\(prefix)usb:046d:082d:\(serial):0000:00:14.0-\(port):1.0"),
            name: "Webcam",
            node: "/dev/video\(port)", position: .external,
            portable: serial.count > 3 ? "\(prefix)046d:082d:\(serial):1.0" : nil)
    }

    @Test(arguments: ["", "pipewire:"])
    func valuesGoWithACameraToAnotherPort(prefix: String) {
        let (first, second) = (
            plugged("A1B2C3", port: 1, prefix: prefix), plugged("A1B2C3", port: 2, prefix: prefix)
        )
        var values = ProValues()
        values[first.id] = [.gain: 5]
        var presets = ProPresets()
        presets.save("Bench", for: first.id, [.gain: 7])
        values.note([plugged("D4E5F6", port: 3, prefix: prefix), second])
        presets.follow(second, values)
        values.follow(second)
        #expect(values[second.id] == [.gain: 5] && values[first.id].isEmpty)
        #expect(presets.presets(for: second.id).map(\.name) == ["Bench"])
        values.follow(first)
        #expect(values[first.id] == [.gain: 5])
    }

    /// Some makers give all their cameras one serial; also after a restart, and with one of them away.
    @Test func twinsInheritNothing() {
        let (owner, twin) = (plugged("A1B2C3", port: 1), plugged("A1B2C3", port: 2))
        var values = ProValues()
        values[owner.id] = [.gain: 5]
        values.note([owner, twin])
        var later = ProValues(lines: values.lines)
        #expect(later == values)
        later.note([twin])
        later.follow(twin)
        #expect(later[twin.id].isEmpty && later[owner.id] == [.gain: 5])
    }

    @Test(arguments: ["", "0", "001"]) func placeholdersAreNoSerials(serial: String) {
        var values = ProValues()
        values[plugged(serial, port: 1).id] = [.gain: 5]
        values.follow(plugged(serial, port: 2))
        #expect(values[plugged(serial, port: 2).id].isEmpty)
    }

    @Test func whatACameraHasAtItsPortStays() {
        var values = ProValues()
        values[plugged("A1B2C3", port: 1).id] = [.gain: 5]
        values[plugged("A1B2C3", port: 2).id] = [.gain: 6]
        values.follow(plugged("A1B2C3", port: 2))
        #expect(values[plugged("A1B2C3", port: 2).id] == [.gain: 6])
        // Which of the two is meant is not guessed.
        values.follow(plugged("A1B2C3", port: 3))
        #expect(values[plugged("A1B2C3", port: 3).id].isEmpty)
    }

    @Test(arguments: ["", "|", "x", "a|b=c", "a|1=2=3", "a|99999999999=1", "|1=1,,"])
    func unreadableTextIsDropped(_ line: String) {
        let values = ProValues(lines: [line])
        #expect(ProValues(lines: values.lines) == values)
    }
}
