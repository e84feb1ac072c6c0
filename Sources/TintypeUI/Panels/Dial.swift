internal import CaptureCore
internal import GLibBridge

/// What one of Pro's dials shows.
struct Dial: Equatable {
    let title: String
    /// With its unit.
    let value: String
    /// Whether the camera decides it.
    let isAutomatic: Bool

    /// The dials a camera has, in the order a photographer looks for them.
    static func all(from readings: [ControlReading]) -> [Dial] {
        let values = Dictionary(readings.map { ($0.descriptor.id, $0) }) { first, _ in first }
        let isExposureAutomatic = (values[.exposureMode]?.value ?? 1) != 1
        func isOn(_ id: ControlID) -> Bool { values[id]?.value == 1 }
        func dial(
            _ id: ControlID, _ title: String, automatic: Bool, _ format: (Int64, ControlDescriptor) -> String
        ) -> Dial? {
            guard let reading = values[id] else { return nil }
            let value = reading.value.map { format($0, reading.descriptor) } ?? "–"
            return Dial(title: title, value: value, isAutomatic: automatic)
        }
        return [
            dial(.exposureTime, tr("Shutter"), automatic: isExposureAutomatic) { value, _ in
                exposureTime(hundredMicroseconds: value)
            },
            dial(.gain, tr("Gain"), automatic: isExposureAutomatic) { value, _ in String(value) },
            dial(.whiteBalanceTemperature, tr("White Balance"), automatic: isOn(.whiteBalanceAutomatic)) {
                value, _ in tr("%d K").filling("%d", with: String(value))
            },
            dial(.focusPosition, tr("Focus"), automatic: isOn(.focusAutomatic), focus),
            dial(.exposureCompensation, tr("Exposure"), automatic: false) { value, _ in
                compensation(thousandthsOfEV: value)
            },
        ].compactMap { $0 }
    }

    /// As photographers write it: 1/60 s below half a second, 0.8 s above.
    static func exposureTime(hundredMicroseconds value: Int64) -> String {
        guard value > 0 else { return "–" }
        if value < 5000 {
            let parts = (10_000 + value / 2) / value
            return tr("1/%d s").filling("%d", with: String(parts))
        }
        let tenths = (value + 500) / 1000
        return tr("%s s").filling("%s", with: "\(tenths / 10).\(tenths % 10)")
    }

    /// How near: from 0 % (far) to 100 % (near), whatever the motor counts.
    private static func focus(_ value: Int64, _ descriptor: ControlDescriptor) -> String {
        guard case .integer(let range, _) = descriptor.kind, range.upperBound > range.lowerBound else {
            return String(value)
        }
        let percent = (value - range.lowerBound) * 100 / (range.upperBound - range.lowerBound)
        return tr("%d %%").filling("%d", with: String(percent)).filling("%%", with: "%")
    }

    private static func compensation(thousandthsOfEV value: Int64) -> String {
        let tenths = (abs(value) + 50) / 100
        let sign = tenths == 0 ? "" : value < 0 ? "−" : "+"
        return tr("%s EV").filling("%s", with: "\(sign)\(tenths / 10).\(tenths % 10)")
    }
}
