// SPDX-License-Identifier: GPL-3.0-or-later
/// The samples of one search's frames, with their scores.
struct FocusSamples: Hashable, Sendable {
    /// When each frame arrived, in seconds since the search began; ascending.
    private(set) var times: [Double] = []
    private(set) var samples: [SharpnessSample] = []
    /// Logarithms: differences matter, not values. Up to date after `score()`.
    private(set) var scores: [Double] = []
    /// The standard deviation of a score near the top. Up to date after `score()`.
    private(set) var noise = 0.02

    var count: Int { times.count }
    var last: Double { times.last ?? began }
    /// When the first sample may come.
    private let began: Double

    /// - Parameter began: frames from then on count.
    init(after began: Double = 0) { self.began = began }

    /// Seconds between frames, on average.
    var interval: Double {
        guard let first = times.first, count > 1, last > first else { return 1.0 / 30 }
        return (last - first) / Double(count - 1)
    }

    /// Whether frames came as regularly as a camera sends them. On a busy machine their arrival says little about
    /// their exposure.
    var isRegular: Bool {
        let limit = 1.6 * interval
        return zip(times, times.dropFirst()).allSatisfy { $1 - $0 < limit }
    }

    /// Whether any frame showed more than noise.
    private(set) var hasDetail = false

    mutating func append(_ sample: SharpnessSample, at time: Double) {
        times.append(time)
        samples.append(sample)
        hasDetail = hasDetail || sample.hasDetail
    }

    /// Scores all frames relative to their common noise. Texture looks like noise to the estimate, so frames with
    /// little, which are those out of focus, decide.
    mutating func score() {
        guard !samples.isEmpty else { return }
        let floors = samples.map(\.relativeNoise).sorted()
        let floor = floors[floors.count / 4]
        scores = samples.map { $0.score(floor: floor) }
        noise = samples.max { $0.bands.x < $1.bands.x }?.scoreNoise ?? noise
    }
}
