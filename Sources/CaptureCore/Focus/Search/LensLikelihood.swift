// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// How well an assumed motion of the lens goes with the scores of the frames.
///
/// For the right motion, sharpness is a smooth function of the place: passing a place twice, or standing still, shows
/// the same sharpness. Wrong motions put unlike scores side by side. The measure is the likelihood of the scores, in
/// the order of their places, as a random walk seen through noise, worked out with the filter of Kalman ("A new
/// approach to linear filtering and prediction problems", Journal of Basic Engineering 82, 1960). Putting samples in
/// order and asking whether neighbours are alike is how astronomers find periods (Lafler and Kinman, "An RR Lyrae
/// star survey with the Lick 20-inch astrograph II", Astrophysical Journal Supplement 11, 1965).
struct LensLikelihood: Sendable {
    private var times: [Double] = []
    private var scores: [Double] = []
    private var noise = 0.0
    private var spread = 1.0
    private var places: [Double] = []
    /// The samples in the order of their places, kept from one motion to the next, which changes little.
    private var order: [Int] = []

    /// The steepest plausible curve: over the whole range the score changes by this many times the spread of all
    /// scores.
    private static let steepest = 30.0
    /// The highest cost of one outlier: something may have crossed the picture.
    private static let worst = 60.0

    /// Fast motors are common, and a slow one explains the same frames until the lens stands.
    static func prior(_ motion: LensMotion) -> Double { 4 * log(0.1 + motion.travel) }

    /// - Parameter thinning: uses only every n-th sample.
    mutating func prepare(_ samples: FocusSamples, thinning: Int) {
        let indices = stride(from: 0, to: samples.count, by: thinning)
        times = indices.map { samples.times[$0] }
        scores = indices.map { samples.scores[$0] }
        noise = samples.noise * samples.noise
        spread = max(0.05, (scores.max() ?? 0) - (scores.min() ?? 0))
        order = Array(times.indices)
    }

    /// Twice the negative logarithm of the likelihood, and the prior.
    ///
    /// - Parameter tolerance: variance beside the noise, as a share of the squared spread; blurs the likelihood.
    mutating func cost(of motion: LensMotion, _ track: LensTrack, tolerance: Double) -> Double {
        guard order.count > 1 else { return 0 }
        track.places(at: times, motion, into: &places)
        let steepness = steepness()
        sortByPlace()
        let noise = noise + tolerance * spread * spread
        var (cost, product) = (Self.prior(motion), 1.0)
        var (level, doubt, last) = (scores[order[0]], noise, places[order[0]])
        for index in order.dropFirst() {
            let step = steepness * (places[index] - last)
            doubt += step * step
            let (surprise, variance) = (scores[index] - level, doubt + noise)
            cost += min(Self.worst, surprise * surprise / variance)
            // A product takes one logarithm instead of many.
            product *= variance
            if product < 1e-200 || product > 1e200 {
                cost += log(product)
                product = 1
            }
            let gain = doubt / variance
            level += gain * surprise
            doubt *= 1 - gain
            last = places[index]
        }
        return cost + log(product)
    }

    /// The walk's steps over the whole range: the root mean square of the score's change from frame to frame, for the
    /// lens's way meanwhile.
    ///
    /// While the lens keeps moving, any speed explains the scores equally well, and the result must say so. A
    /// steepness known beforehand would favour the speed that makes the curve that steep, however long the lens has
    /// stood.
    private func steepness() -> Double {
        var (change, way) = (0.0, 0.0)
        for index in 1..<times.count {
            let difference = scores[index] - scores[index - 1]
            let distance = places[index] - places[index - 1]
            change += max(0, difference * difference - 2 * noise)
            way += distance * distance
        }
        let slope = (change / max(1e-9, way)).squareRoot()
        return min(Self.steepest * spread, max(spread, slope))
    }

    /// By insertion, since the order is nearly right.
    private mutating func sortByPlace() {
        for end in order.indices.dropFirst() {
            let moved = order[end]
            let place = places[moved]
            var index = end
            while index > 0, places[order[index - 1]] > place {
                order[index] = order[index - 1]
                index -= 1
            }
            order[index] = moved
        }
    }
}
