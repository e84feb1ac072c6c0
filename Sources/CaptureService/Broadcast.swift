internal import Synchronization

/// Sends a value to everyone who listens; who starts to listen gets the present one first.
///
/// A slow listener sees the present, not the past: only the newest value waits for it. Thread-safe.
final class Broadcast<Value: Sendable>: Sendable {
    private struct Contents {
        var latest: Value?
        var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
        var nextKey = 0
    }

    private let contents = Mutex(Contents())

    func send(_ value: Value) {
        // Under the lock, here and below: else who begins to listen at this moment might be told of the present first and
        // of the past after it, and stay with that. Telling runs nobody's code.
        contents.withLock {
            $0.latest = value
            for listener in $0.listeners.values { listener.yield(value) }
        }
    }

    /// A stream that ends when its reader's task is cancelled.
    func stream() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let key = contents.withLock { contents in
            contents.nextKey += 1
            contents.listeners[contents.nextKey] = continuation
            if let latest = contents.latest { continuation.yield(latest) }
            return contents.nextKey
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.contents.withLock { $0.listeners.removeValue(forKey: key) }
        }
        return stream
    }
}
