// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
internal import Synchronization

/// A clock that stands still until it is turned. Thread-safe.
///
/// Whoever waits for one of its times asks it again after each turn; `every` is for what runs by itself, as a camera.
public final class TurnedClock: Sendable {
    private struct Beat {
        let interval: Duration
        var nextAt: MonotonicTime
        let body: @Sendable () -> Void
    }

    private struct State {
        var now = MonotonicTime(nanoseconds: 1_000_000_000)
        var beats: [Int: Beat] = [:]
        var lastBeat = 0
    }

    private let state = Mutex(State())

    public init() {}

    public var now: MonotonicTime { state.withLock { $0.now } }

    /// When the next beat is due; nil without one.
    public var nextBeatAt: MonotonicTime? { state.withLock { $0.beats.values.map(\.nextAt).min() } }

    /// Turns it. Beats that are due on the way run here, in their order, each at its own time.
    public func advance(by duration: Duration) {
        let end = now + duration
        while let body = takeBeat(until: end) { body() }
        state.withLock { $0.now = max($0.now, end) }
    }

    /// Moves to the next beat, if it is due by then.
    private func takeBeat(until end: MonotonicTime) -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard let (number, beat) = state.beats.min(by: { $0.value.nextAt < $1.value.nextAt }),
                beat.nextAt <= end
            else { return nil }
            state.now = max(state.now, beat.nextAt)
            state.beats[number]?.nextAt = beat.nextAt + beat.interval
            return beat.body
        }
    }

    /// Runs `body` whenever this much more time has passed.
    ///
    /// - Returns: a number for `stop`.
    public func every(_ interval: Duration, _ body: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.lastBeat += 1
            state.beats[state.lastBeat] = Beat(
                interval: interval, nextAt: state.now + interval, body: body)
            return state.lastBeat
        }
    }

    public func stop(_ beat: Int) { state.withLock { $0.beats[beat] = nil } }
}
