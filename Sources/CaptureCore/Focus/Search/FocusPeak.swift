// SPDX-License-Identifier: GPL-3.0-or-later
/// The top of a sharpness curve.
struct FocusPeak: Hashable, Sendable {
    /// Part of the range.
    var place: Double
    /// The score to be expected there.
    var score: Double
    /// How far from the top the score has fallen by `drop`.
    var width: Double
    var drop: Double
    /// Score above the out-of-focus base.
    var prominence: Double
    /// Whether the curve falls on both sides, or the range ends.
    var isEnclosed: Bool
}

extension FocusCurve {
    /// Nodes this near to the top are always part of the fit.
    private static let nearby = 0.025

    /// Finds the top and fits a parabola to the scores around it.
    ///
    /// Scores are logarithms, so the parabola is a Gaussian through sharpness itself, as in Subbarao, Choi and Nikzad
    /// ("Focusing techniques", Optical Engineering 32, 1993). The fit covers the part of the curve within `drop` of
    /// the top; farther away it is no parabola, and with two things in the window not even symmetric.
    ///
    /// - Parameter noise: the standard deviation of a score.
    func peak(noise: Double) -> FocusPeak? {
        guard let top, nodes.count >= 2 else { return nil }
        let (place, high) = (nodes[top].place, nodes[top].score)
        let prominence = high - base
        let drop = min(max(0.15, 8 * noise), 0.55 * prominence)
        let left = crossing(from: top, step: -1, level: high - drop)
        let right = crossing(from: top, step: 1, level: high - drop)
        var peak = FocusPeak(
            place: place, score: high, width: Self.width(left?.place, place, right?.place), drop: drop,
            prominence: prominence,
            isEnclosed: (left != nil || place < 0.02) && (right != nil || place > 0.98))
        let near = place - Self.nearby...place + Self.nearby
        let first = min(left?.index ?? 0, nodes.firstIndex { near.contains($0.place) } ?? top)
        let last = max(right?.index ?? nodes.count - 1, nodes.lastIndex { near.contains($0.place) } ?? top)
        if let vertex = vertex(of: first...last, around: place, width: peak.width) {
            (peak.place, peak.score) = vertex
        }
        return peak
    }

    private static func width(_ left: Double?, _ top: Double, _ right: Double?) -> Double {
        switch (left, right) {
        case (let left?, let right?): (right - left) / 2
        case (let left?, nil): max(top - left, 1 - top)
        case (nil, let right?): max(right - top, top)
        case (nil, nil): 0.5
        }
    }

    /// Where the score falls below a level, walking away from the top, and the node beyond.
    private func crossing(from top: Int, step: Int, level: Double) -> (place: Double, index: Int)? {
        var index = top + step
        while nodes.indices.contains(index) {
            if nodes[index].score < level {
                let (inner, outer) = (nodes[index - step], nodes[index])
                let share = (inner.score - level) / max(1e-9, inner.score - outer.score)
                return (inner.place + (outer.place - inner.place) * min(1, max(0, share)), index)
            }
            index += step
        }
        return nil
    }

    /// The vertex of a parabola through nodes, the middle ones counting more; nil if it opens upwards, or lies
    /// beyond them.
    private func vertex(
        of range: ClosedRange<Int>, around center: Double, width: Double
    ) -> (place: Double, score: Double)? {
        guard range.count >= 3 else { return nil }
        let width = max(width, 0.015)
        var fit = ParabolaFit()
        for node in nodes[range] {
            let x = (node.place - center) / width
            let reach = max(0, 1 - x * x / 4)
            fit.add(x, node.score, weight: reach * reach * Double(min(4, node.count)) + 1e-6)
        }
        guard let (x, score) = fit.vertex else { return nil }
        let place = center + x * width
        guard place >= nodes[range.lowerBound].place, place <= nodes[range.upperBound].place else {
            return nil
        }
        return (place, score)
    }
}
