// SPDX-License-Identifier: GPL-3.0-or-later
/// Estimates how the lens moves from what the frames showed.
///
/// Delay and speed are unknown at the first click. For each plausible motion, the lens's places follow from the
/// commands, and `LensLikelihood` rates how well they explain the frames.
struct LensEstimator: Sendable {
    private let candidates: [LensMotion]
    /// The steps of the candidates' delays, in seconds.
    private let delayStep: Double
    private var likelihood = LensLikelihood()
    private var last: LensMotion?
    /// The motions of the last estimate, with their costs.
    private var estimates: [Ranked] = []

    /// When the lens comes to a stop for an assumed motion, and when frames show that.
    private struct Ranked: Sendable {
        let cost: Double
        let arrival: Double
        let shownAt: Double
    }

    /// A candidate is ruled out when its cost is higher by this: when it is e^1.5 times less likely.
    private static let margin = 3.0
    /// Seconds by which two motions' arrivals may differ and still be the same.
    private static let tolerance = 0.02
    /// Enough frames to tell motions apart; longer searches use only every second, third …
    private static let sufficient = 100

    init(candidates: [LensMotion], interval: Double) {
        self.candidates = candidates
        delayStep = interval / 2
    }

    /// The motion that explains the samples best.
    ///
    /// The likelihood has many small hills, so it is searched three times, first blurred and on a coarse grid, then
    /// ever sharper around the best.
    mutating func best(_ track: LensTrack, _ samples: FocusSamples) -> LensMotion? {
        likelihood.prepare(samples, thinning: max(1, samples.count / Self.sufficient))
        var ranked = rank(candidates, track, tolerance: 0.002)
        let centers = ranked.prefix(8).map(\.motion) + (last.map { [$0] } ?? [])
        var near = centers.flatMap {
            Self.grid(around: $0, delays: 2, by: delayStep / 4, travels: 6, by: 0.015)
        }
        // In the blurred search a slow lens looks like a standing one, so all speeds are compared again here.
        ranked = rank(near + Self.bestOfEachSpeed(ranked), track, tolerance: 0.0002)
        estimates = ranked.map { cost, motion in
            let arrival = track.arrival(motion)
            return Ranked(
                cost: cost - LensLikelihood.prior(motion), arrival: arrival, shownAt: arrival + motion.delay)
        }
        near = ranked.prefix(3).flatMap {
            Self.grid(around: $0.motion, delays: 2, by: delayStep / 12, travels: 4, by: 0.003)
        }
        last = rank(near, track, tolerance: 0.000_03).first?.motion
        return last
    }

    /// Whether the lens is at its target by every similarly likely motion.
    func hasArrived(at now: Double) -> Bool { plausible.allSatisfy { $0.arrival <= now + Self.tolerance } }

    /// Whether frames show it there as well.
    func isShown(at now: Double) -> Bool { plausible.allSatisfy { $0.shownAt <= now + Self.tolerance } }

    private var plausible: [Ranked] {
        let least = estimates.map(\.cost).min() ?? 0
        return estimates.filter { $0.cost <= least + Self.margin }
    }

    private mutating func rank(
        _ motions: [LensMotion], _ track: LensTrack, tolerance: Double
    ) -> [(cost: Double, motion: LensMotion)] {
        motions
            .map { (likelihood.cost(of: $0, track, tolerance: tolerance), $0) }
            .sorted { $0.0 < $1.0 }
    }

    private static func bestOfEachSpeed(_ ranked: [(cost: Double, motion: LensMotion)]) -> [LensMotion] {
        var travels: Set<Double> = []
        return ranked.map(\.motion).filter { travels.insert($0.travel).inserted }
    }

    private static func grid(
        around center: LensMotion, delays: Int, by delayStep: Double, travels: Int, by travelShare: Double
    ) -> [LensMotion] {
        (-delays...delays).flatMap { delay in
            (-travels...travels).map { travel in
                LensMotion(
                    delay: max(0, center.delay + Double(delay) * delayStep),
                    travel: center.travel * (1 + Double(travel) * travelShare))
            }
        }
    }
}
