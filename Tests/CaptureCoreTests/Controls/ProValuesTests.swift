import CaptureCore
import Testing

struct ProValuesTests {
    private let camera = CameraID(rawValue: "usb:046d:0825::1-2")
    private let twin = CameraID(rawValue: "usb:046d:0825::1-3")

    private func gain(_ range: ClosedRange<Int64> = 0...255) throws -> Dial {
        let descriptor = ControlDescriptor(
            id: .gain, name: "Gain", kind: .integer(range: range, step: 1), defaultValue: 0)
        return try #require(Dial.all(from: [ControlReading(descriptor: descriptor, value: 0)]).first)
    }

    @Test func whatWasSetComesBackOnThatCameraOnly() throws {
        var values = ProValues()
        values.note(.manual(try gain(), 80), on: camera)
        let restored = ProValues(lines: values.lines)
        #expect(restored == values)
        #expect(restored.wishes(for: camera, [try gain()]) == [.manual(try gain(), 80)])
        #expect(restored.wishes(for: twin, [try gain()]).isEmpty)
    }

    @Test func whatWasGivenBackIsForgotten() throws {
        var values = ProValues()
        values.note(.manual(try gain(), 80), on: camera)
        values.note(.automatic(try gain()), on: camera)
        #expect(values.lines.isEmpty)
    }

    @Test func aValueOutOfTodaysRangeIsBroughtIntoIt() throws {
        var values = ProValues()
        values.note(.manual(try gain(), 200), on: camera)
        #expect(values.wishes(for: camera, [try gain(0...100)]) == [.manual(try gain(0...100), 100)])
    }

    @Test(arguments: ["", "|", "x", "a|b=c", "a|1=2=3", "a|99999999999=1", "|1=1,,"])
    func damagedTextIsDropped(_ line: String) {
        let values = ProValues(lines: [line])
        #expect(ProValues(lines: values.lines) == values)
    }
}
