internal import Synchronization

/// Sends a value to everyone who listens; who starts to listen gets the present one first.
///
/// A slow listener sees the present, not the past: only the newest value waits for it. Thread-safe.
final class Broadcast<Value: Sendable>: Sendable {
    private struct Contents {
        var latest: Value?
        var listeners: [AsyncStream<Value>.Continuation] = []
    }

    private let contents = Mutex(Contents())

    func send(_ value: Value) {
        // Under the lock, here and below: else who begins to listen at this moment might be told of the present first and
        // of the past after it, and stay with that. Telling runs nobody's code.
        //
        // Who has left is noticed only here. To be told of it when it happens (`onTermination`) would be to take this
        // lock within the cancelling of a task, which holds the task's own lock, while telling takes them the other
        // way round.
        contents.withLock {
            $0.latest = value
            $0.listeners.removeAll { $0.yield(value).isTerminated }
        }
    }

    /// A stream that ends when its reader's task is cancelled.
    func stream() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Value.self, bufferingPolicy: .bufferingNewest(1))
        contents.withLock {
            $0.listeners.append(continuation)
            if let latest = $0.latest { continuation.yield(latest) }
        }
        return stream
    }

    /// How many are told, among them who left since the last time.
    var listenerCount: Int { contents.withLock { $0.listeners.count } }
}

extension AsyncStream.Continuation.YieldResult {
    /// Whether nobody reads any more.
    fileprivate var isTerminated: Bool {
        if case .terminated = self { true } else { false }
    }
}
