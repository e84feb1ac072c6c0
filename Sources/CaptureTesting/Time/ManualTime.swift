public import CaptureCore
internal import Synchronization

/// Stands in for the passing of time: a pause ends when the test says so. Thread-safe.
public final class ManualPause: Sendable {
    private struct Pause {
        let number: Int
        let duration: Duration
        let end: AsyncStream<Void>.Continuation
    }

    private let pausing = Mutex<[Pause]>([])
    private let lastNumber = Atomic<Int>(0)
    /// The intended length of each pause, as they begin.
    public let durations: AsyncStream<Duration>
    private let listener: AsyncStream<Duration>.Continuation

    public init() { (durations, listener) = AsyncStream.makeStream() }

    /// The present pauses; cancelled ones are left out.
    public var present: [Duration] { pausing.withLock { $0.map(\.duration) } }

    /// - Throws: `CancellationError` when the task is cancelled meanwhile.
    public func pause(for duration: Duration) async throws {
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
    public func end() {
        let ended = pausing.withLock { pausing in
            defer { pausing = [] }
            return pausing
        }
        for pause in ended { pause.end.yield() }
    }
}

/// A clock that stands still until it is advanced. Thread-safe.
public final class ManualClock: Sendable {
    private let time = Mutex(MonotonicTime(nanoseconds: 1_000_000_000))

    public init() {}

    public var now: MonotonicTime { time.withLock { $0 } }

    public func advance(by duration: Duration) {
        time.withLock { $0 = $0 + duration }
    }
}
