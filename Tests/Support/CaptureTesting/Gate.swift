// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// Makes others wait, as on a slow disk. Thread-safe.
public final class Gate: Sendable {
    private struct State {
        var isHeldUp = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// Makes everyone wait from now on, or lets all go on.
    public func holdUp(_ isHeldUp: Bool) {
        let waiting = state.withLock { state in
            state.isHeldUp = isHeldUp
            defer { if !isHeldUp { state.waiting = [] } }
            return isHeldUp ? [] : state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    public func pass() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isHeldUp { state.waiting.append(continuation) }
                return !state.isHeldUp
            }
            if isFree { continuation.resume() }
        }
    }
}
