// SPDX-License-Identifier: GPL-3.0-or-later
internal import Dispatch
internal import Synchronization

/// Records a pipeline's first fault and lets callers wait for its end. Thread-safe.
final class FirstFault: Sendable {
    private struct State {
        var fault: MediaFault?
        var hasEnded = false
    }

    private let state = Mutex(State())
    private let changed = DispatchSemaphore(value: 0)

    var first: MediaFault? { state.withLock { $0.fault } }

    func handle(_ event: PipelineEvent) {
        state.withLock { state in
            switch event {
            case .ended: state.hasEnded = true
            case .failed(let fault): state.fault = state.fault ?? fault
            }
        }
        changed.signal()
    }

    /// Waits for the next event.
    ///
    /// - Returns: whether the pipeline has ended; nil if no event came in time.
    func wait(_ limit: Duration) -> Bool? {
        guard changed.wait(timeout: .now() + .nanoseconds(Int(limit.nanoseconds))) == .success else {
            return nil
        }
        return state.withLock { $0.hasEnded }
    }
}
