// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// Limits for plausible controls of a device, be it a driver or a PipeWire source.
enum ControlBounds {
    /// The range of values: whole numbers that floating point holds exactly (2^53), whose sums and small multiples do
    /// not overflow. Dials, the focus search and metering calculate with them.
    fileprivate static let values: ClosedRange<Int64> = -(1 << 53)...(1 << 53)
    /// More controls than any camera has, for devices whose list never ends.
    static let maximumControls = 256

    static func clamped(_ value: Int64) -> Int64 {
        min(max(value, values.lowerBound), values.upperBound)
    }
}

extension ControlDescriptor.Kind {
    /// Swaps reversed ends, and replaces a step that is zero or too large by 1.
    ///
    /// - Returns: nil for an empty range, and for one beyond the limits.
    static func integer(from start: Int64, to end: Int64, step: Int64) -> Self? {
        let (low, high) = (min(start, end), max(start, end))
        let bounds = ControlBounds.values
        guard low < high, bounds.contains(low), bounds.contains(high) else { return nil }
        return .integer(range: low...high, step: step > 0 && step <= high - low ? step : 1)
    }

    /// Leaves out entries beyond the limits.
    ///
    /// - Returns: nil if none is left.
    static func menu(of entries: [ControlDescriptor.MenuEntry]) -> Self? {
        let possible = entries.filter { ControlBounds.values.contains($0.value) }
        return possible.isEmpty ? nil : .menu(possible)
    }

    /// The value, or the nearest that the control can have; the first entry of a menu without such a value.
    func nearest(_ value: Int64) -> Int64 {
        switch self {
        case .integer(let range, _): min(max(value, range.lowerBound), range.upperBound)
        case .boolean: value == 0 ? 0 : 1
        case .menu(let entries): entries.contains { $0.value == value } ? value : entries[0].value
        case .bitmask, .button: value
        }
    }
}
