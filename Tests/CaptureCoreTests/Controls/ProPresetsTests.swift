// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

struct ProPresetsTests {
    private let camera = CameraID(rawValue: "usb:046d:0825::1-2")
    private let twin = CameraID(rawValue: "usb:046d:0825::1-3")

    private func number(_ id: ControlID, _ value: Int64) -> ControlReading {
        ControlReading(
            descriptor: ControlDescriptor(
                id: id, name: "", kind: .integer(range: 0...255, step: 1), defaultValue: 128), value: value)
    }

    /// Focus by hand at 10, gain with no automatic at its default, brightness at 200.
    private var readings: [ControlReading] {
        let auto = ControlReading(
            descriptor: ControlDescriptor(id: .focusAutomatic, name: "", kind: .boolean, defaultValue: 1),
            value: 0)
        return [auto, number(.focusPosition, 10), number(.gain, 128), number(.brightness, 200)]
    }

    @Test func savedValuesAreRestoredOnTheirCamera() {
        var presets = ProPresets()
        presets.save("Night", for: camera, [.gain: 200, .brightness: 3])
        presets.save("Day", for: camera, [:])
        let restored = ProPresets(lines: presets.lines)
        #expect(restored == presets)
        #expect(restored.presets(for: camera).map(\.name) == ["Day", "Night"])
        #expect(restored.presets(for: camera)[1].values == [.gain: 200, .brightness: 3])
        #expect(restored.presets(for: twin).isEmpty)
    }

    @Test func savingAgainReplacesAndDeletingForgets() {
        var presets = ProPresets()
        presets.save("Night", for: camera, [.gain: 1])
        presets.save(" Night ", for: camera, [.gain: 2])
        #expect(presets.presets(for: camera).map(\.values) == [[.gain: 2]])
        presets.delete("Night", for: camera)
        #expect(presets.lines.isEmpty)
    }

    @Test(arguments: ["", "   ", "\t\n"])
    func emptyNameIsNoName(_ name: String) {
        var presets = ProPresets()
        let isSaved = presets.save(name, for: camera, [:])
        #expect(!isSaved && presets.lines.isEmpty)
    }

    @Test func presetNamesMayHoldAllButTabsAndLineBreaks() {
        var presets = ProPresets()
        presets.save("a|b=c,\t„Ü“\n", for: camera, [.gain: 1])
        #expect(ProPresets(lines: presets.lines).presets(for: camera).map(\.name) == ["a|b=c, „Ü“"])
    }

    @Test(arguments: ["", "\t", "a\tb", "a\tb\tc\td", "a\t\t1=2"])
    func damagedLinesAreDropped(_ line: String) {
        #expect(ProPresets(lines: [line]).lines.isEmpty)
    }

    @Test func applyingSetsJustThis() throws {
        var presets = ProPresets()
        presets.save("Bright", for: camera, [.gain: 250])
        let preset = try #require(presets.presets(for: camera).first)
        let dials = Dial.all(from: readings)
        let focus = try #require(dials.first { $0.kind == .focus })
        let gain = try #require(dials.first { $0.kind == .gain })
        #expect(
            preset.requests(for: readings, setByHand: [.brightness: 7]) == [
                .automatic(focus), .standard(.brightness, 128), .manual(gain, 250),
            ])
    }

    @Test func resetUndoesWritesThatWereNotReadBack() throws {
        var presets = ProPresets()
        presets.save("Plain", for: camera, [:])
        let preset = try #require(presets.presets(for: camera).first)
        let free = readings.filter { $0.descriptor.id == .gain }
        let gain = try #require(Dial.all(from: free).first { $0.kind == .gain })
        #expect(preset.requests(for: free, setByHand: [:]).isEmpty)
        let requests = preset.requests(for: free, setByHand: [.gain: 255])
        guard case .automatic(let undone)? = requests.first else {
            Issue.record("the gain of the hand stays: \(requests)")
            return
        }
        #expect(requests.count == 1 && undone.control == gain.control)
    }

    @Test func presetHoldsDialsAndPendingRequests() {
        var requested = ProValues()
        requested.note(.set(.brightness, 200), on: camera, readings)
        let values = ProValues.present(on: camera, readings, requested: requested)
        #expect(values == [.focusPosition: 10, .brightness: 200])
    }
}
