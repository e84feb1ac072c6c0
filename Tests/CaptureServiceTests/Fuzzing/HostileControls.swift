// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting

/// All uses of a camera's controls.
enum HostileControls {
    static let numbers: [Int64] = [
        0, 1, -1, 2, 255, 65_536, Int64(Int32.max), Int64(Int32.min), 1 << 32, 1 << 53, .max, .min, .max - 1,
        .min + 1,
    ]

    static func use(_ readings: [ControlReading], _ random: inout SeededRandom) {
        let dials = Dial.all(from: readings)
        for dial in dials { turn(dial, &random) }
        let touched = Set(readings.map(\.descriptor.id).filter { _ in Bool.random(using: &random) })
        _ = AutomaticReset.writes(for: readings, touched: touched)
        _ = OtherControls.groups(in: readings)
        _ = FocusCapabilities(readings)
        let values = Dictionary(
            readings.map { ($0.descriptor.id, numbers.randomElement(using: &random) ?? 0) },
            uniquingKeysWith: { first, _ in first })
        _ = ProValues.requests(for: values, readings).flatMap(\.writes)
        let defaults = CameraDefaults(antiFlicker: .fifty, country: "DE", lowLight: .fewerFrames)
        for reading in readings {
            _ = defaults.writes(for: reading)
            zoom(reading.descriptor)
            focus(reading.descriptor, &random)
        }
        meter(readings, &random)
    }

    private static func turn(_ dial: Dial, _ random: inout SeededRandom) {
        let scale = DialScale(dial)
        let value = dial.value ?? dial.defaultValue
        for number in [value, dial.range.lowerBound, dial.range.upperBound] {
            _ = scale.position(of: number)
            _ = scale.detent(near: number)
            for count in [-1, 1, 40] { _ = scale.value(count, stopsFrom: number) }
        }
        _ = scale.value(at: .random(in: -10...500, using: &random))
    }

    private static func zoom(_ descriptor: ControlDescriptor) {
        guard let zoom = SensorZoomRange(descriptor) else { return }
        for request in [0.5, 1, 1.5, 8, 1e9] { _ = zoom.split(request) }
    }

    private static func focus(_ descriptor: ControlDescriptor, _ random: inout SeededRandom) {
        guard let range = FocusRange(descriptor) else { return }
        _ = range.count
        let capabilities = FocusCapabilities(
            focus: .contrast(range), metering: .none, hasContinuous: true)
        var machine = FocusMachine(capabilities)
        var now = MonotonicTime(nanoseconds: 0)
        var effects = machine.handle(.clicked(FocusTarget(.center, at: now, lensPosition: nil)))
        for _ in 0..<60 {
            now = now + .milliseconds(33)
            for case .setControl(let control, let value) in effects {
                effects = machine.handle(.controlWritten(control, value, at: now))
            }
            let sample = SharpnessSample(
                bands: SIMD4(repeating: .random(in: 0...9, using: &random)), counts: SIMD4(repeating: 100),
                noise: 1, brightness: 100)
            effects = machine.handle(.frame(FocusFrame(arrival: now, sharpness: sample)))
        }
    }

    private static func meter(_ readings: [ControlReading], _ random: inout SeededRandom) {
        guard var metering = SpotMetering(readings, frameInterval: .milliseconds(33)) else { return }
        var now = MonotonicTime(nanoseconds: 0)
        for _ in 0..<40 {
            var tones = SIMD64<UInt16>()
            for _ in 0..<8 {
                tones[.random(in: 0..<64, using: &random)] = .random(in: 0...9000, using: &random)
            }
            metering.take(LightSample(spot: .random(in: 0...255, using: &random), tones: tones), at: now)
            if let write = metering.step(at: now) { metering.note(write) }
            if Int.random(in: 0..<10, using: &random) == 0 {
                _ = metering.compensate(.random(in: -2...2, using: &random), at: now)
            }
            now = now + .milliseconds(50)
        }
    }
}
