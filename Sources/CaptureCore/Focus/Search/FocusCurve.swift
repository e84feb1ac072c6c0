// SPDX-License-Identifier: GPL-3.0-or-later
/// Sharpness as a function of the lens's place, from the frames of a search.
struct FocusCurve: Hashable, Sendable {
    struct Node: Hashable, Sendable {
        /// Part of the range.
        var place: Double
        /// The mean score there.
        var score: Double
        var count: Int
    }

    /// In the order of their places.
    private(set) var nodes: [Node] = []

    /// - Parameter resolution: samples closer than this, as a part of the range, become one node.
    init(places: ArraySlice<Double>, scores: ArraySlice<Double>, resolution: Double) {
        for (place, score) in zip(places, scores).sorted(by: { $0.0 < $1.0 }) {
            if let last = nodes.last, place - last.place < resolution {
                nodes[nodes.count - 1] = last.joined(place, score)
            } else {
                nodes.append(Node(place: place, score: score, count: 1))
            }
        }
    }

    /// The sharpest node's index.
    var top: Int? { nodes.indices.max { nodes[$0].score < nodes[$1].score } }

    /// What the picture shows out of focus: the tenth percentile of the scores.
    var base: Double {
        let sorted = nodes.map(\.score).sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 10]
    }

    /// The change of the score over a distance, by the steepest slope between nodes near a place.
    func fall(over distance: Double, near place: Double, within reach: Double) -> Double {
        zip(nodes, nodes.dropFirst()).filter {
            abs($0.place - place) < reach || abs($1.place - place) < reach
        }
        .map { abs($1.score - $0.score) * min(1, distance / max(1e-9, $1.place - $0.place)) }.max() ?? 0
    }

    /// Where the lens has not been: the first stretch wider than `limit`, at the range's ends half of that.
    static func gap(in places: [Double], wider limit: Double) -> ClosedRange<Double>? {
        let stops = [0] + places.sorted() + [1]
        for index in 1..<stops.count {
            let isEnd = index == 1 || index == stops.count - 1
            if stops[index] - stops[index - 1] > (isEnd ? limit / 2 : limit) {
                return stops[index - 1]...stops[index]
            }
        }
        return nil
    }
}

extension FocusCurve.Node {
    /// The node with one more sample.
    fileprivate func joined(_ place: Double, _ score: Double) -> Self {
        let share = 1 / Double(count + 1)
        return Self(
            place: self.place + (place - self.place) * share,
            score: self.score + (score - self.score) * share,
            count: count + 1)
    }
}
