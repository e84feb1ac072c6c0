// SPDX-License-Identifier: GPL-3.0-or-later
extension FocusCurve {
    /// A node within this distance, in steps, counts as measured at the position.
    private static let near = 0.25

    /// Estimates the score at `place`, a step from the lens position `standing`, so that it can be ruled out unvisited.
    ///
    /// It is the score measured there. Without one, it is extrapolated from the nodes beyond, but rises no more steeply than
    /// the curve does on the other side of the lens.
    ///
    /// - Returns: `score` if there is no node beyond.
    func score(at place: Double, besides standing: Double, _ score: Double) -> Double {
        // In steps towards the neighbour.
        let ways = nodes.map { (way: ($0.place - standing) / (place - standing), score: $0.score) }
        if let shown = ways.min(by: { abs($0.way - 1) < abs($1.way - 1) }), abs(shown.way - 1) < Self.near {
            return shown.score
        }
        let beyond = ways.filter { $0.way > Self.near }.sorted { $0.way < $1.way }
        guard let first = beyond.first else { return score }
        // At the range's end there may be only one.
        let second = beyond.count > 1 ? beyond[1] : (way: 0, score: score)
        let fall = (first.score - second.score) / (second.way - first.way)
        let expected = first.score + fall * (first.way - 1)
        let behind = ways.filter { $0.way < -Self.near }.max { $0.way < $1.way }
        let rise = behind.map { max(0, (score - $0.score) / -$0.way) }
        return min(expected, rise.map { score + $0 } ?? expected)
    }
}
