internal import Synchronization

/// Stands in for the passing of time: who pauses goes on when the test says so. Thread-safe.
public final class ManualPause: Sendable {
    private let pausing = Mutex<[AsyncStream<Void>.Continuation]>([])
    /// How long each pause is meant to be, as they begin.
    public let durations: AsyncStream<Duration>
    private let listener: AsyncStream<Duration>.Continuation

    public init() { (durations, listener) = AsyncStream.makeStream() }

    /// - Throws: `CancellationError` when the task is cancelled meanwhile.
    public func pause(for duration: Duration) async throws {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        pausing.withLock { $0.append(end) }
        listener.yield(duration)
        for await _ in ends { return }
        throw CancellationError()
    }

    /// All who pause go on.
    public func end() {
        let ended = pausing.withLock { pausing in
            defer { pausing = [] }
            return pausing
        }
        for pause in ended { pause.yield() }
    }
}
