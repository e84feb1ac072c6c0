// SPDX-License-Identifier: GPL-3.0-or-later
/// Looks for the lens position at which the point of interest is sharpest.
///
/// - **Sweep.** To the nearer end, then in eight steps through the whole range, one a frame, without waiting: a hill
///   climb (Krotkov, "Focusing", International Journal of Computer Vision 1, 1988; He, Zhou and Hong, "Modified fast
///   climbing search auto-focus algorithm", IEEE Transactions on Consumer Electronics 49, 2003) would stop at the first
///   local maximum, and stopping at each position would cost the whole delay each time. A motor slower than that
///   lags behind, which only makes the samples denser.
/// - **Motion.** `LensEstimator` finds out how late frames are and how fast the motor is, and whether it has arrived.
///   Places where the lens has not been, after all, are swept again.
/// - **Fine pass.** Five steps across the top, from coarse to fine as in Kehtarnavaz and Oh ("Development and real-time
///   implementation of a rule-based auto-focus algorithm", Real-Time Imaging 9, 2003), then a parabola through the
///   logarithms of sharpness.
/// - **Proof.** The lens goes to the top and stands there. Its sharpness must be what the curve promises, clearly above
///   what the picture shows out of focus, and no other motion may be about as likely that has the lens elsewhere. The
///   lens must have been beyond the top on both sides, and must have changed the picture on its way.
public struct ContrastSearch: Sendable {
    enum Action: Hashable, Sendable {
        case wait
        case move(to: Int64)
        case locked(at: Int64)
        case failed(FocusFailure)
    }

    private enum Stage: Hashable, Sendable {
        /// Sweeping the whole range.
        case sweeping
        /// Crossing the top; started at this time.
        case refining(since: Double)
        /// Standing at the top. The fine pass began `since`; frames from `shown` on have shown all of it.
        case proving(target: Double, since: Double, shown: Double)
    }

    private let plan: SweepPlan
    private let origin: MonotonicTime
    private var isWriting = false
    /// Targets still to be sent.
    private var queue: [Int64]
    private var stage = Stage.sweeping
    private var track: LensTrack
    private var samples = FocusSamples()
    private let known: LensMotion?
    private var estimator: LensEstimator?
    /// The lens's motion, as far as known.
    var motion: LensMotion?
    /// The direction of the last fine pass.
    private var direction = 1.0
    private var tries = Tries()

    /// Where the lens stood, and how sharp that was.
    private struct Standing: Hashable, Sendable {
        var target: Double
        var score: Double
    }

    /// Repetitions of each part, all of them bounded.
    private struct Tries: Hashable, Sendable {
        var finePasses = 0
        var corrections = 0
        var misses = 0
        var neighbours = 0
        /// The best of the proofs so far.
        var best: Standing?
        /// Frames in a row that have proved the top.
        var proofs = 0
    }

    /// - Parameters:
    ///   - position: where the lens is.
    ///   - known: how it moved in an earlier search.
    init(range: FocusRange, position: Int64, known: LensMotion?, at time: MonotonicTime) {
        plan = SweepPlan(range: range)
        origin = time
        track = LensTrack(start: range.place(of: position))
        self.known = known
        queue = plan.first(from: position)
    }

    /// Begins anew at another point while the lens is still moving: its place follows from the earlier commands,
    /// which stay known.
    func restarted() -> ContrastSearch {
        var search = self
        search.samples = FocusSamples(after: samples.last)
        search.queue = plan.first(from: range.position(at: track.target))
        search.stage = .sweeping
        search.tries = Tries()
        search.estimator = nil
        search.isWriting = false
        return search
    }

    private var range: FocusRange { plan.range }

    /// The first move.
    mutating func begin() -> Action { next() }

    /// The camera accepted a target: the lens moves from now on.
    mutating func moved(to position: Int64, at time: MonotonicTime) {
        isWriting = false
        track.record(range.place(of: position), at: seconds(time))
    }

    /// Processes a frame and returns what to do.
    mutating func take(_ sample: SharpnessSample, at time: MonotonicTime) -> Action {
        let now = seconds(time)
        guard now > samples.last else { return .wait }
        samples.append(sample, at: now)
        guard !isWriting else { return .wait }
        if !queue.isEmpty {
            if motion != nil, samples.count % 3 == 0 { estimate() }
            return isReady(now) ? next() : .wait
        }
        guard samples.count >= 3 else { return .wait }
        estimate()
        return decide(now)
    }

    /// Sends the next target.
    private mutating func next() -> Action {
        guard !queue.isEmpty else { return .wait }
        isWriting = true
        return .move(to: queue.removeFirst())
    }

    /// Whether the next target may be sent. The motion is unknown in the first sweep, so the lens may lag behind;
    /// later each target is awaited.
    private func isReady(_ now: Double) -> Bool {
        guard let motion else { return true }
        return now + samples.interval / 2 > track.arrival(motion)
    }

    private mutating func estimate() {
        samples.score()
        if estimator == nil {
            let interval = samples.interval
            let all = LensMotion.unknown(interval: interval, slowest: LensMotion.slowestTravel(range))
            estimator = LensEstimator(
                candidates: known?.variations(interval: interval) ?? all, interval: interval)
        }
        motion = estimator?.best(track, samples) ?? motion
    }

    private func seconds(_ time: MonotonicTime) -> Double {
        Double(time.nanoseconds - origin.nanoseconds) / 1e9
    }
}

extension ContrastSearch {
    /// Decides what follows when all targets are sent.
    private mutating func decide(_ now: Double) -> Action {
        let waited = now - track.lastTime
        if !samples.hasDetail, waited > 0.3 + 5 * samples.interval { return .failed(.noContrast) }
        guard let motion else { return .wait }
        if now > timeLimit { return .failed(.noPeak) }
        let arrival = track.arrival(motion)
        guard now >= arrival else { return .wait }
        let whole = curve(motion)
        let isClear = isCrossed(whole, motion) || !mayBeMoving(now, until: arrival + motion.delay)
        guard isClear else { return .wait }
        if let gap = FocusCurve.gap(in: places(motion, until: arrival + motion.delay), wider: widestGap) {
            stage = .sweeping
            queue = plan.fill(gap, from: track.target)
            return next()
        }
        let isShown = now >= arrival + motion.delay
        switch stage {
        case .sweeping:
            return swept(whole, isShown: isShown, waited: waited)
        case .refining(let since):
            return refined(latest(whole, motion, since), since: since, shown: arrival + motion.delay)
        case .proving(let target, let since, let shown):
            guard now >= shown else { return .wait }
            return proved(latest(whole, motion, since), target, isShown ? now : nil)
        }
    }

    /// Seconds after which a search fails in any state: five times through the range.
    private var timeLimit: Double { 10 + 5 * LensMotion.slowestTravel(range) }

    /// A third fine pass finds no better place, and takes some searches beyond 25 frames.
    private static let finePasses = 2

    private static let corrections = 2

    /// The most steps from the computed top to a neighbour with a higher expected score.
    private static let neighbours = 2

    /// As a part of the range: a top between here and the end needs no search.
    private static let endMargin = 0.01

    /// As a part of the range: finer steps gain nothing.
    private static let coarseStep = 0.03

    /// As a part of the range: finer steps are within the depth of field.
    private static let finestSeen = 0.006

    /// The logarithm of a visible loss of sharpness: a quarter.
    private static let visibleFall = 0.3

    /// If frames come irregularly, this many in a row must show the top.
    private static let irregularProofs = 5

    /// This many frames are awaited to tell a standing lens from a moving one.
    private static let doubtfulFrames = 6.0

    /// Seconds for the whole range.
    private static let quickTravel = 0.25

    private var widestGap: Double { plan.coarseSpacing * 1.7 }

    private func isDistinct(_ peak: FocusPeak) -> Bool { peak.prominence > max(0.3, 7 * samples.noise) }

    /// Whether the sweep of a fast lens has clearly crossed a hill; the rest then need not be certain.
    private func isCrossed(_ curve: FocusCurve, _ motion: LensMotion) -> Bool {
        guard case .sweeping = stage, motion.travel < Self.quickTravel else { return false }
        return curve.peak(noise: samples.noise).map { $0.isEnclosed && $0.prominence > 1 } ?? false
    }

    /// Whether, by a similarly likely motion, the lens still moves. Deciding too early would judge the wrong place; but
    /// if nothing tells the motions apart, waiting does not help.
    private func mayBeMoving(_ now: Double, until shown: Double) -> Bool {
        estimator?.hasArrived(at: now) != true && now <= shown + Self.doubtfulFrames * samples.interval
    }

    private mutating func swept(_ curve: FocusCurve, isShown: Bool, waited: Double) -> Action {
        if let peak = curve.peak(noise: samples.noise), isDistinct(peak) {
            // After a crossed hill there is no need for the frames in transit.
            return isShown || (peak.isEnclosed && peak.prominence > 1) ? refine(peak) : .wait
        }
        // A slow lens may not have reached the detail yet.
        let slowest = LensMotion.slowestTravel(range) + 5 * samples.interval
        return isShown && waited > slowest ? .failed(.noContrast) : .wait
    }

    private mutating func refine(_ peak: FocusPeak, widened: Double = 1) -> Action {
        stage = .refining(since: samples.last)
        tries.finePasses += 1
        direction = track.target < peak.place ? 1 : -1
        queue = plan.fine(peak, direction: direction, widened: widened)
        return next()
    }

    /// The fine pass was sent, though frames may not show it yet: goes to the apparent top meanwhile.
    private mutating func refined(_ curve: FocusCurve, since: Double, shown: Double) -> Action {
        guard let peak = curve.peak(noise: samples.noise), isDistinct(peak) else { return .failed(.noPeak) }
        return prove(peak, since: since, shown: shown)
    }

    private mutating func prove(_ peak: FocusPeak, since: Double, shown: Double) -> Action {
        queue = plan.approach(peak, from: track.target, direction: direction)
        let target = range.place(of: range.position(at: peak.place))
        stage = .proving(target: target, since: since, shown: shown)
        tries.proofs = 0
        return next()
    }

    /// - Parameter now: nil as long as frames do not show the lens standing.
    private mutating func proved(_ curve: FocusCurve, _ target: Double, _ now: Double?) -> Action {
        guard case .proving(_, let since, let shown) = stage, let peak = curve.peak(noise: samples.noise)
        else {
            return .failed(.noPeak)
        }
        if now != nil, let score = samples.scores.last, score > tries.best?.score ?? -.infinity {
            tries.best = Standing(target: target, score: score)
        }
        if !isResolved(curve, peak), tries.finePasses < Self.finePasses { return refine(peak) }
        if abs(peak.place - target) > tolerance(curve, peak), tries.corrections < Self.corrections {
            tries.corrections += 1
            return prove(peak, since: since, shown: shown)
        }
        guard let now, let score = samples.scores.last else { return .wait }
        let tolerance = max(5 * samples.noise, peak.drop * max(1, 0.015 / max(0.001, peak.width)))
        guard score > promise(of: peak) - tolerance, isDistinct(peak) else {
            tries.misses += 1
            return tries.misses >= 2 ? .failed(.notVerified) : refine(peak)
        }
        guard estimator?.isShown(at: now) == true else { return .wait }
        if let best = tries.best, best.target != target, best.score > score + max(0.1, 7 * samples.noise) {
            // A correction has gone too far.
            (tries.best, tries.corrections) = (nil, Self.corrections)
            var earlier = peak
            earlier.place = best.target
            return prove(earlier, since: since, shown: shown)
        }
        if !hasChanged(since: since), tries.finePasses < Self.finePasses { return refine(peak, widened: 3) }
        if tries.neighbours < Self.neighbours, let place = sharperNeighbour(of: target, score, curve) {
            tries.neighbours += 1
            tries.corrections = Self.corrections
            var beside = peak
            beside.place = place
            return prove(beside, since: since, shown: shown)
        }
        tries.proofs += 1
        guard samples.isRegular || tries.proofs >= Self.irregularProofs else { return .wait }
        return .locked(at: range.position(at: target))
    }

    /// A position next to the lens that should be visibly sharper, judging by the frames so far.
    private func sharperNeighbour(of target: Double, _ score: Double, _ curve: FocusCurve) -> Double? {
        let least = score + max(Self.visibleFall, 7 * samples.noise)
        return [target - range.stepFraction, target + range.stepFraction]
            .filter { (-0.001...1.001).contains($0) }
            .map { (place: $0, score: curve.score(at: $0, besides: target, score)) }
            .filter { $0.score > least }
            .max { $0.score < $1.score }?.place
    }

    /// The sharpness to expect of a lens that stands at the top: with coarse steps the top may lie between two
    /// positions.
    private func promise(of peak: FocusPeak) -> Double {
        guard let motion, range.stepFraction > Self.coarseStep else { return peak.score }
        var places: [Double] = []
        track.places(at: samples.times, motion, into: &places)
        let held = places.indices.filter { isPosition(places[$0]) }.map { samples.scores[$0] }.max()
        return min(peak.score, held ?? peak.score)
    }

    /// Whether frames show a movement of the lens since the fine pass began. Otherwise it may still be moving through
    /// a stretch that looks uniform.
    private func hasChanged(since start: Double) -> Bool {
        let shown = samples.times.indices.filter { samples.times[$0] - (motion?.delay ?? 0) > start }
            .map { samples.scores[$0] }
        return (shown.max() ?? 0) - (shown.min() ?? 0) > 6 * samples.noise
    }

    /// Whether the lens has been close to the top, and beyond it on both sides: a curve that rises up to its end has
    /// its top farther on.
    private func isResolved(_ curve: FocusCurve, _ peak: FocusPeak) -> Bool {
        let (near, limit) = (0.25 * plan.fineSpacing(peak), 1.5 * plan.fineSpacing(peak))
        let left = curve.nodes.last { $0.place < peak.place - near }.map { peak.place - $0.place < limit }
        let right = curve.nodes.first { $0.place > peak.place + near }.map { $0.place - peak.place < limit }
        return (left ?? (peak.place < Self.endMargin)) && (right ?? (peak.place > 1 - Self.endMargin))
    }

    /// How far from the top the lens may stand: if a single step is visible, only at the nearest position.
    private func tolerance(_ curve: FocusCurve, _ peak: FocusPeak) -> Double {
        let step = range.stepFraction
        let fall = curve.fall(over: step, near: peak.place, within: 2 * plan.fineSpacing(peak))
        let isSeen =
            (Self.finestSeen..<Self.coarseStep).contains(step)
            && fall > max(Self.visibleFall, 7 * samples.noise)
        return isSeen ? 0.55 * step : max(0.009, 0.75 * step)
    }

    // MARK: Curves

    /// The lens's places in the frames that arrive until `end`.
    private func places(_ motion: LensMotion, until end: Double) -> [Double] {
        var times = samples.times
        while let last = times.last, last < end { times.append(min(end, last + samples.interval)) }
        var places: [Double] = []
        track.places(at: times, motion, into: &places)
        return places
    }

    private func curve(_ motion: LensMotion, since start: Double = -.infinity) -> FocusCurve {
        var places: [Double] = []
        track.places(at: samples.times, motion, into: &places)
        // With two or three positions the lens shows each for long; the sharpness in passing can't be kept.
        let isCoarsest = range.count <= 3
        let shown = places.indices.filter {
            samples.times[$0] - motion.delay > start && (!isCoarsest || isPosition(places[$0]))
        }
        return FocusCurve(
            places: shown.map { places[$0] }[...], scores: shown.map { samples.scores[$0] }[...],
            resolution: max(0.004, range.stepFraction / 2))
    }

    /// Whether the lens can stand here.
    private func isPosition(_ place: Double) -> Bool {
        abs(place - range.place(of: range.position(at: place))) < 0.1 * range.stepFraction
    }

    /// The curve since the fine pass, if it shows the same top: direction and exposure did not change during it.
    private func latest(_ whole: FocusCurve, _ motion: LensMotion, _ since: Double) -> FocusCurve {
        let fine = curve(motion, since: since)
        guard let top = fine.peak(noise: samples.noise), let highest = whole.peak(noise: samples.noise),
            isDistinct(top), top.isEnclosed, abs(top.place - highest.place) < 0.1
        else { return whole }
        return fine
    }
}
