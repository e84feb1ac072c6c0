internal import Synchronization

/// Sends a state to everyone who listens; who starts to listen gets the present one first.
///
/// A slow listener sees the present, not the past: only the newest value waits for it. What happens once and must be
/// heard is an event and belongs on an `EventChannel`. Thread-safe.
final class Broadcast<Value: Sendable>: Sendable {
    private struct Contents {
        var latest: Value?
        var listeners = Listeners<Value>()
    }

    private let contents = Mutex(Contents())

    func send(_ value: Value) {
        // Under the lock, here and below: else who begins to listen at this moment might be told of the present first and
        // of the past after it, and stay with that. Telling runs nobody's code.
        contents.withLock {
            $0.latest = value
            $0.listeners.tell(value)
        }
    }

    /// A stream that ends when its reader's task is cancelled.
    func stream() -> AsyncStream<Value> {
        contents.withLock { contents in
            let (stream, continuation) = contents.listeners.add(buffering: .bufferingNewest(1))
            if let latest = contents.latest { continuation.yield(latest) }
            return stream
        }
    }

    /// How many are told, among them who left since the last time.
    var listenerCount: Int { contents.withLock { $0.listeners.count } }
}

/// Sends events to everyone who listens at that time: each of them, in order, and none from before.
///
/// Events wait for a slow listener without limit, so this is for those that answer what a person does. Thread-safe.
final class EventChannel<Event: Sendable>: Sendable {
    private let listeners = Mutex(Listeners<Event>())

    func send(_ event: Event) { listeners.withLock { $0.tell(event) } }

    /// A stream of the events from now on; ends when its reader's task is cancelled.
    func stream() -> AsyncStream<Event> { listeners.withLock { $0.add(buffering: .unbounded).stream } }
}

/// Who listens to a channel, which guards it with its lock.
private struct Listeners<Value: Sendable> {
    private var listeners: [AsyncStream<Value>.Continuation] = []

    var count: Int { listeners.count }

    /// Who has left is noticed only here. To be told of it when it happens (`onTermination`) would be to take the
    /// channel's lock within the cancelling of a task, which holds the task's own lock, while telling takes them the
    /// other way round.
    mutating func tell(_ value: Value) { listeners.removeAll { $0.yield(value).isTerminated } }

    mutating func add(
        buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy
    ) -> (stream: AsyncStream<Value>, continuation: AsyncStream<Value>.Continuation) {
        let made = AsyncStream.makeStream(of: Value.self, bufferingPolicy: policy)
        listeners.append(made.continuation)
        return made
    }
}

extension AsyncStream.Continuation.YieldResult {
    /// Whether nobody reads any more.
    fileprivate var isTerminated: Bool {
        if case .terminated = self { true } else { false }
    }
}
