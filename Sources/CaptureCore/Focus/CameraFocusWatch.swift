// SPDX-License-Identifier: GPL-3.0-or-later
/// Watches the camera's own focus, and accepts its success only when the picture agrees.
public struct CameraFocusWatch: Sendable {
    enum Verdict: Hashable, Sendable {
        case wait
        /// Ask for the status.
        case ask
        case locked
        case failed(FocusFailure)
    }

    /// Whether the camera reports the end. A region of interest does not: then the picture must stand still.
    let reports: Bool
    private let began: MonotonicTime
    private var samples = FocusSamples()
    private var steadySince: Double?
    private var hasReached = false

    /// The shortest time after which a camera reacts, in seconds.
    private static let start = 0.4
    /// Sharpness that does not change for this long has settled, in seconds.
    private static let calm = 0.35

    init(reports: Bool, at time: MonotonicTime) {
        self.reports = reports
        began = time
    }

    /// Processes a frame.
    mutating func take(_ sample: SharpnessSample, at time: MonotonicTime) -> Verdict {
        let now = Double(time.nanoseconds - began.nanoseconds) / 1e9
        let isFirst = samples.count == 0
        samples.append(sample, at: now)
        samples.score()
        if reports, !hasReached { return isFirst || samples.count % 3 == 0 ? .ask : .wait }
        guard isSteady(now) else { return .wait }
        return judged
    }

    /// Processes the camera's status.
    mutating func read(_ status: OneShotStatus) -> Verdict {
        if status.contains(.failed) { return .failed(.noPeak) }
        hasReached = hasReached || (status.contains(.reached) && !status.contains(.busy))
        return .wait
    }

    private mutating func isSteady(_ now: Double) -> Bool {
        guard now > Self.start, let last = samples.scores.last, samples.count > 1 else { return false }
        let change = abs(last - samples.scores[samples.count - 2])
        guard change < max(0.05, 5 * samples.noise) else {
            steadySince = nil
            return false
        }
        let since = steadySince ?? now
        steadySince = since
        return now - since >= Self.calm
    }

    /// There must be detail, about as sharp as the sharpest on the way.
    private var judged: Verdict {
        guard samples.hasDetail, let last = samples.scores.last, let best = samples.scores.max() else {
            return .failed(.noContrast)
        }
        return last > best - max(0.3, 8 * samples.noise) ? .locked : .failed(.notVerified)
    }
}

/// Checks whether the scene is still the one that was clicked.
public struct SceneWatch: Hashable, Sendable {
    private var detector = SceneChangeDetector()

    mutating func take(_ frame: FocusFrame) -> Bool {
        frame.signature.map { detector.take($0, at: frame.arrival) } ?? false
    }
}
