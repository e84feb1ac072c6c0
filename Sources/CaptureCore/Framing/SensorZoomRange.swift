// SPDX-License-Identifier: GPL-3.0-or-later
/// The range of a camera's own zoom.
public struct SensorZoomRange: Equatable, Sendable {
    private let range: ClosedRange<Int64>
    private let step: Int64

    /// - Returns: nil if the control's enlargement is unknown: its lowest value has to mean "none", and the others
    ///   in proportion, as `V4L2_CID_ZOOM_ABSOLUTE` of 100 to 400 does.
    public init?(_ control: ControlDescriptor) {
        guard control.id == .zoom, case .integer(let range, let step) = control.kind, range.lowerBound > 0,
            range.lowerBound < range.upperBound,
            control.flags.isDisjoint(with: [.readOnly, .inactive, .grabbed])
        else { return nil }
        self.range = range
        self.step = step
    }

    /// The largest enlargement.
    public var reach: Double { Double(range.upperBound) / Double(range.lowerBound) }

    /// Splits a zoom into the control's value and the rest.
    ///
    /// The value never enlarges more than wanted, so that the rest is at least 1.
    public func split(_ zoom: Double) -> (value: Int64, rest: Double) {
        let low = Double(range.lowerBound)
        let wanted = min(max(1, zoom) * low, Double(range.upperBound))
        let steps = Int64(((wanted - low) / Double(step) + 1e-6).rounded(.down))
        let value = min(range.lowerBound + steps * step, range.upperBound)
        return (value, max(1, max(1, zoom) * low / Double(value)))
    }
}
