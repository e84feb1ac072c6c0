// SPDX-License-Identifier: GPL-3.0-or-later
/// The positions a focus motor can take, as the camera numbers them, and as parts of the whole range.
///
/// The search uses parts: 0 is the control's minimum (far), 1 its maximum (near).
public struct FocusRange: Hashable, Sendable {
    public let lower: Int64
    public let upper: Int64
    /// At least 1.
    let step: Int64

    /// nil if there is nothing to choose from.
    public init?(lower: Int64, upper: Int64, step: Int64) {
        guard upper > lower, upper - lower >= max(1, step) else { return nil }
        (self.lower, self.upper, self.step) = (lower, upper, max(1, step))
    }

    /// The range of a focus control; nil for other kinds of control and for an empty range.
    public init?(_ descriptor: ControlDescriptor) {
        guard case .integer(let range, let step) = descriptor.kind else { return nil }
        self.init(lower: range.lowerBound, upper: range.upperBound, step: step)
    }

    /// How many positions there are.
    public var count: Int { Int(clamping: (upper - lower) / step) + 1 }

    /// One step as a part of the range.
    var stepFraction: Double { Double(step) / Double(upper - lower) }

    /// The nearest position that the motor can take.
    func position(at place: Double) -> Int64 {
        let wanted = min(1, max(0, place)) * Double(upper - lower) / Double(step)
        return lower + min((upper - lower) / step, Int64(wanted.rounded())) * step
    }

    /// Where a position lies, 0…1.
    func place(of position: Int64) -> Double {
        min(1, max(0, Double(position - lower) / Double(upper - lower)))
    }
}
