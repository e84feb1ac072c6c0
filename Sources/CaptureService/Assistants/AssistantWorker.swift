// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Dispatch
internal import Imaging
internal import Synchronization

/// Examines pictures for the assistants, on a queue of low priority, while any is on; costs nothing otherwise.
///
/// At most one picture waits or is examined; others meanwhile are skipped. Thread-safe.
final class AssistantWorker: Sendable {
    /// The shortest time between two examined pictures: every second one at 30 frames/s.
    private static let interval: Duration = .milliseconds(60)

    private struct State {
        var work: AssistantWork = []
        var isBusy = false
        var lastAt: MonotonicTime?
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "tintype-assistants", qos: .utility)
    /// Used on the queue alone.
    private let analyst = QueueBound(PictureAnalyst())
    private let onFindings: @Sendable (AssistantFindings) -> Void

    init(onFindings: @escaping @Sendable (AssistantFindings) -> Void) { self.onFindings = onFindings }

    /// Sets the work; an empty set ends it and publishes that once.
    func setWork(_ work: AssistantWork) {
        state.withLock { $0.work = work }
        if work.isEmpty { onFindings(AssistantFindings()) }
    }

    /// Offers a picture that will be shown.
    func offer(_ picture: Picture, at now: MonotonicTime) {
        let work = state.withLock { state -> AssistantWork in
            let isDue = state.lastAt.map { now - $0 >= Self.interval } ?? true
            guard !state.work.isEmpty, !state.isBusy, isDue else { return [] }
            state.isBusy = true
            state.lastAt = now
            return state.work
        }
        guard !work.isEmpty else { return }
        queue.async { [self] in
            // Without memory there are no marks, which is harmless.
            let findings = try? analyst.value.findings(in: picture, work)
            let isWanted = state.withLock { state in
                state.isBusy = false
                return state.work == work
            }
            if isWanted, let findings { onFindings(findings) }
        }
    }
}

/// Lends an object that is not thread-safe to closures of one serial queue.
///
/// `AssistantWorker` reads `value` nowhere but on its serial queue.
// Unchecked is safe: that queue runs one closure at a time, and `sending` leaves no other reference.
private final class QueueBound<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: sending Value) { self.value = value }
}
