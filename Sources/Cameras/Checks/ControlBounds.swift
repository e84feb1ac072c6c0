internal import CaptureCore

/// The limits within which a device's controls are believed, be it a driver or a PipeWire source.
enum ControlBounds {
    /// The range of values: whole numbers that floating point holds exactly (2^53), whose sums and small multiples do
    /// not overflow. Dials, the focus search and metering calculate with them.
    static let values: ClosedRange<Int64> = -(1 << 53)...(1 << 53)
    /// More controls than any camera has; an end for devices whose list has none.
    static let mostControls = 256

    static func clamped(_ value: Int64) -> Int64 {
        min(max(value, values.lowerBound), values.upperBound)
    }
}

extension ControlDescriptor.Kind {
    /// Reversed ends are swapped, and a step that is zero or leads nowhere is 1.
    ///
    /// - Returns: nil for a range with nothing in it, and for one beyond what a control can have.
    static func integer(from start: Int64, to end: Int64, step: Int64) -> Self? {
        let (low, high) = (min(start, end), max(start, end))
        let bounds = ControlBounds.values
        guard low < high, bounds.contains(low), bounds.contains(high) else { return nil }
        return .integer(range: low...high, step: step > 0 && step <= high - low ? step : 1)
    }

    /// Without entries beyond what a control can have.
    ///
    /// - Returns: nil if none is left.
    static func menu(of entries: [ControlDescriptor.MenuEntry]) -> Self? {
        let possible = entries.filter { ControlBounds.values.contains($0.value) }
        return possible.isEmpty ? nil : .menu(possible)
    }

    /// The value, or the nearest that the control can have; the first entry of a menu that has no such one.
    func nearest(_ value: Int64) -> Int64 {
        switch self {
        case .integer(let range, _): min(max(value, range.lowerBound), range.upperBound)
        case .boolean: value == 0 ? 0 : 1
        case .menu(let entries): entries.contains { $0.value == value } ? value : entries[0].value
        case .bitmask, .button: value
        }
    }
}
