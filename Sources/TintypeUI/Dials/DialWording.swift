// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// A dial's name and value in the words and units of photographers; reads what they type.
enum DialWording {
    static func title(_ kind: Dial.Kind) -> String {
        switch kind {
        // Translators: how long each picture is exposed; not the button.
        case .shutter: tr("Shutter")
        // Translators: how much the camera amplifies what its sensor measures, like ISO.
        case .gain: tr("Gain")
        case .whiteBalance: tr("White Balance")
        case .focus: tr("Focus")
        case .exposureCompensation: tr("Exposure")
        }
    }

    /// The short name.
    static func caption(_ kind: Dial.Kind) -> String {
        switch kind {
        // Translators: exposure value, as on a camera's display.
        case .exposureCompensation: tr("EV")
        // Translators: white balance, in one short word.
        case .whiteBalance: tr("White")
        case .shutter, .gain, .focus: title(kind)
        }
    }

    /// A value on the ruler, without its unit.
    static func mark(_ value: Int64, _ dial: Dial) -> String {
        switch dial.kind {
        case .shutter:
            value < 5000
                ? "1/\((10_000 + value / 2) / max(1, value))" : DecimalText.tenths((value + 500) / 1000)
        case .exposureCompensation: signed(thousandths: value)
        case .gain, .whiteBalance: String(value)
        case .focus: focus(value, dial)
        }
    }

    /// A value with its unit; a dash for none, and for one that the control can't have, which some drivers report.
    static func text(_ value: Int64?, _ dial: Dial) -> String {
        guard let value, dial.range.contains(value) else { return "–" }
        switch dial.kind {
        case .shutter: return exposureTime(hundredMicroseconds: value)
        case .gain: return String(value)
        case .whiteBalance: return tr("%d K").filling("%d", with: String(value))
        case .focus: return focus(value, dial)
        case .exposureCompensation: return compensation(thousandthsOfEV: value)
        }
    }

    /// A value as a person would say it.
    static func spoken(_ value: Int64, _ dial: Dial) -> String {
        guard dial.kind == .shutter, value > 0 else { return text(value, dial) }
        if value < 5000 {
            // Translators: an exposure time as it is spoken; %d is what a second is divided by.
            return tr("1/%d second").filling("%d", with: String((10_000 + value / 2) / value))
        }
        // Translators: an exposure time as it is spoken.
        return tr("%s seconds").filling("%s", with: DecimalText.tenths((value + 500) / 1000))
    }

    /// As photographers write it: 1/60 s below half a second, 0.8 s above.
    private static func exposureTime(hundredMicroseconds value: Int64) -> String {
        guard value > 0 else { return "–" }
        if value < 5000 {
            return tr("1/%d s").filling("%d", with: String((10_000 + value / 2) / value))
        }
        let tenths = (value + 500) / 1000
        return tr("%s s").filling("%s", with: DecimalText.tenths(tenths))
    }

    /// The distance, from far to near, in per cent.
    private static func focus(_ value: Int64, _ dial: Dial) -> String {
        let percent = (value - dial.range.lowerBound) * 100 / (dial.range.upperBound - dial.range.lowerBound)
        // Translators: what the lens is focused on is as far away as possible.
        if percent <= 0 { return tr("Far") }
        // Translators: what the lens is focused on is as near as possible.
        if percent >= 100 { return tr("Near") }
        return "\(percent) %"
    }

    private static func compensation(thousandthsOfEV value: Int64) -> String {
        tr("%s EV").filling("%s", with: signed(thousandths: value))
    }

    private static func signed(thousandths value: Int64) -> String {
        let tenths = (abs(value) + 50) / 100
        return (tenths == 0 ? "" : value < 0 ? "−" : "+") + DecimalText.tenths(tenths)
    }

    /// A typed value in the camera's units; nil if it has no meaning.
    static func value(typed text: String, _ dial: Dial) -> Int64? {
        let plain = text.plain.filter { "0123456789./-+".contains($0) }
        guard let number = fraction(plain) else { return nil }
        let factor: Double =
            switch dial.kind {
            case .shutter: 10_000
            case .exposureCompensation: 1000
            case .focus: Double(dial.range.upperBound - dial.range.lowerBound) / 100
            case .gain, .whiteBalance: 1
            }
        let offset = dial.kind == .focus ? Double(dial.range.lowerBound) : 0
        let value = number * factor + offset
        guard abs(value) < 1e12 else { return nil }
        return min(max(Int64(value.rounded()), dial.range.lowerBound), dial.range.upperBound)
    }

    private static func fraction(_ text: String) -> Double? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.first, let above = Double(String(first)), above.isFinite else { return nil }
        guard parts.count > 1 else { return above }
        guard parts.count == 2, let below = Double(String(parts[1])), below != 0 else { return nil }
        return above / below
    }
}

extension String {
    /// With decimal commas as points, and the minus that is shown as the one that is typed.
    fileprivate var plain: String { String(map { $0 == "," ? "." : $0 == "−" ? "-" : $0 }) }
}
