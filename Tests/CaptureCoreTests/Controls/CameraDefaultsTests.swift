// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

struct CameraDefaultsTests {
    private func flicker(
        _ value: Int64, default standard: Int64 = 1, entries: [Int64] = [0, 1, 2]
    ) -> ControlReading {
        ControlReading(
            descriptor: ControlDescriptor(
                id: .powerLineFrequency, name: "Power Line Frequency",
                kind: .menu(entries.map { .init(value: $0, name: "\($0)") }), defaultValue: standard),
            value: value)
    }

    @Test(
        arguments: [("DE", nil), ("US", 2), ("JP", nil), ("", nil), ("de", nil), (nil, nil)]
            as [(String?, Int64?)])
    func regionDecidesAntiFlickerUnlessChosen(_ country: String?, _ expected: Int64?) {
        let defaults = CameraDefaults(antiFlicker: .byRegion, country: country)
        #expect(defaults.writes(for: flicker(1)).map(\.value) == [expected].compactMap { $0 })
    }

    @Test func aValueThatWasSetOverridesTheRegion() {
        let defaults = CameraDefaults(antiFlicker: .byRegion, country: "US")
        #expect(defaults.writes(for: flicker(0)).isEmpty)
    }

    @Test func antiFlickerChoiceOverridesTheRegion() {
        #expect(CameraDefaults(antiFlicker: .sixty).writes(for: flicker(0)).map(\.value) == [2])
        #expect(CameraDefaults(antiFlicker: .sixty).writes(for: flicker(2)).isEmpty)
        #expect(CameraDefaults(antiFlicker: .camera).writes(for: flicker(0)).isEmpty)
    }

    @Test func aMenuWithoutTheEntryIsLeftAlone() {
        #expect(CameraDefaults(antiFlicker: .sixty).writes(for: flicker(1, entries: [0, 1])).isEmpty)
    }

    @Test func lowLightIsAsked() {
        func reading(_ value: Int64) -> ControlReading {
            ControlReading(
                descriptor: ControlDescriptor(
                    id: .dynamicFrameRate, name: "Dynamic", kind: .boolean, defaultValue: 0), value: value)
        }
        #expect(CameraDefaults(lowLight: .fewerFrames).writes(for: reading(0)).map(\.value) == [1])
        #expect(CameraDefaults(lowLight: .allFrames).writes(for: reading(1)).map(\.value) == [0])
        #expect(CameraDefaults(lowLight: .camera).writes(for: reading(1)).isEmpty)
    }

    @Test func mainsFrequencyOfCountriesIsKnown() {
        #expect(MainsFrequency.hertz("BR") == 60 && MainsFrequency.hertz("KR") == 60)
        #expect(MainsFrequency.hertz("AT") == 50 && MainsFrequency.hertz("AU") == 50)
    }
}
