extension FocusCurve {
    /// This near, in steps, a node shows a position itself.
    private static let near = 0.25

    /// The score to be expected of the position `place`, next to the one where the lens stands.
    ///
    /// What frames have shown on the way is enough, so that no position need be visited to be left out: the score there, or
    /// where the curve would come down to what it shows beyond, and no more than it rises up to where the lens stands.
    ///
    /// - Returns: the standing lens's score where nothing speaks for the neighbour.
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
