// SPDX-License-Identifier: GPL-3.0-or-later
/// The positions to send the lens to, in order.
struct SweepPlan: Hashable, Sendable {
    let range: FocusRange

    /// Positions of the first sweep, the ends included. Fewer would miss narrow peaks, more cost a frame each.
    private static let coarseCount = 9
    /// Frames that the first sweep takes at least, so that few positions are held for several.
    private static let minimumFrames = 6

    private var stops: Int { min(range.count, Self.coarseCount) }

    /// Between two stops of the first sweep, as a part of the range.
    var coarseSpacing: Double { 1 / Double(stops - 1) }

    /// To the nearer end, and from there in even steps to the other. The end is sent twice: a pause that shows how
    /// late frames are.
    func first(from position: Int64) -> [Int64] {
        let hold = max(1, Self.minimumFrames / stops)
        var targets = (0..<stops).flatMap { stop in
            [Int64](repeating: range.position(at: Double(stop) * coarseSpacing), count: hold)
        }
        if range.place(of: position) > 0.5 { targets.reverse() }
        return [targets[0]] + targets
    }

    /// Through a stretch where the lens has not been, from the side that is nearer.
    func fill(_ gap: ClosedRange<Double>, from target: Double) -> [Int64] {
        let width = gap.upperBound - gap.lowerBound
        let count = max(1, Int((width / coarseSpacing).rounded(.up)))
        let spacing = width / Double(count)
        let targets = (0...count).map { range.position(at: gap.lowerBound + Double($0) * spacing) }
        return target > gap.lowerBound + spacing / 2 ? targets.reversed() : targets
    }

    /// The distance of the stops around a peak: enough for the score to fall a little, within limits.
    func fineSpacing(_ peak: FocusPeak) -> Double {
        max(range.stepFraction, min(0.04, max(0.025, peak.width * 0.7)))
    }

    /// Five stops across a peak.
    ///
    /// - Parameters:
    ///   - direction: 1 towards the range's upper end, -1 away from it.
    ///   - widened: how many times as far apart as usual.
    func fine(_ peak: FocusPeak, direction: Double, widened: Double = 1) -> [Int64] {
        var targets: [Int64] = []
        for stop in [-2.0, -1, 0, 1, 2] {
            let target = range.position(at: peak.place + stop * direction * widened * fineSpacing(peak))
            if targets.last != target { targets.append(target) }
        }
        return targets
    }

    /// To a peak in the direction of the last pass, if necessary by first going back beyond it: a motor with play
    /// stops elsewhere from the other side.
    func approach(_ peak: FocusPeak, from target: Double, direction: Double) -> [Int64] {
        let goal = range.position(at: peak.place)
        let back = range.position(at: peak.place - direction * 2 * fineSpacing(peak))
        let isBeyond = (target - peak.place) * direction > -0.001
        return isBeyond && back != goal ? [back, goal] : [goal]
    }
}
