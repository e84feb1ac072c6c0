// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Synchronization

/// Stands in for the passing of time: a pause ends when the test says so. Thread-safe.
final class ManualPause: Sendable {
    private struct Pause {
        let number: Int
        let duration: Duration
        let end: AsyncStream<Void>.Continuation
    }

    private let pausing = Mutex<[Pause]>([])
    private let lastNumber = Atomic<Int>(0)
    /// The intended length of each pause, as they begin.
    let durations: AsyncStream<Duration>
    private let listener: AsyncStream<Duration>.Continuation

    init() { (durations, listener) = AsyncStream.makeStream() }

    /// The present pauses; cancelled ones are left out.
    var present: [Duration] { pausing.withLock { $0.map(\.duration) } }

    /// - Throws: `CancellationError` when the task is cancelled meanwhile.
    func pause(for duration: Duration) async throws {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let number = lastNumber.add(1, ordering: .relaxed).newValue
        try await withTaskCancellationHandler {
            pausing.withLock { $0.append(Pause(number: number, duration: duration, end: end)) }
            if Task.isCancelled { forget(number) }
            listener.yield(duration)
            for await _ in ends { return }
            throw CancellationError()
        } onCancel: {
            forget(number)
        }
    }

    private func forget(_ number: Int) { pausing.withLock { $0.removeAll { $0.number == number } } }

    /// Ends all pauses.
    func end() {
        let ended = pausing.withLock { pausing in
            defer { pausing = [] }
            return pausing
        }
        for pause in ended { pause.end.yield() }
    }
}

/// A clock that stands still until it is advanced. Thread-safe.
final class ManualClock: Sendable {
    private let time = Mutex(MonotonicTime(nanoseconds: 1_000_000_000))

    var now: MonotonicTime { time.withLock { $0 } }

    func advance(by duration: Duration) {
        time.withLock { $0 = $0 + duration }
    }
}
