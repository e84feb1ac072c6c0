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

    enum Stage: Hashable, Sendable {
        /// Seeing the whole range.
        case sweeping
        /// Crossing the top; started at this time.
        case refining(since: Double)
        /// Standing at the top. The fine pass began `since`; frames from `shown` on have shown all of it.
        case proving(target: Double, since: Double, shown: Double)
    }

    let plan: SweepPlan
    private let origin: MonotonicTime
    private var isWriting = false
    /// Targets still to be sent.
    var queue: [Int64]
    var stage = Stage.sweeping
    var track: LensTrack
    var samples = FocusSamples()
    private let known: LensMotion?
    var estimator: LensEstimator?
    /// The lens's motion, as far as known.
    var motion: LensMotion?
    /// The direction of the last fine pass.
    var direction = 1.0
    var tries = Tries()

    /// How often each part was repeated; each is bounded.
    struct Tries: Hashable, Sendable {
        var finePasses = 0
        var corrections = 0
        var misses = 0
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

    var range: FocusRange { plan.range }

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
    mutating func next() -> Action {
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
