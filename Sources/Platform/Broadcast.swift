// SPDX-License-Identifier: GPL-3.0-or-later
internal import Synchronization

/// Sends a state to every reader; a new reader first gets the present one.
///
/// A slow reader gets only the newest value. Events that must not be lost belong on an `EventChannel`. Thread-safe.
public final class Broadcast<Value: Sendable>: Sendable {
    private struct Contents {
        var latest: Value?
        var listeners = Listeners<Value>()
    }

    private let contents = Mutex(Contents())

    public init() {}

    public func send(_ value: Value) {
        // Under the lock, here and below: otherwise a reader that starts now could get the present value first and
        // the older one after it, and keep that. Yielding runs no foreign code.
        contents.withLock {
            $0.latest = value
            $0.listeners.tell(value)
        }
    }

    /// A stream that ends when its reader's task is cancelled.
    public func stream() -> AsyncStream<Value> {
        contents.withLock { contents in
            let (stream, continuation) = contents.listeners.add(buffering: .bufferingNewest(1))
            if let latest = contents.latest { continuation.yield(latest) }
            return stream
        }
    }

    /// The number of readers, including those that left since the last send.
    var listenerCount: Int { contents.withLock { $0.listeners.count } }
}

/// Sends events to every present reader, in order, and none from before. Thread-safe.
public final class EventChannel<Event: Sendable>: Sendable {
    private let policy: AsyncStream<Event>.Continuation.BufferingPolicy
    private let listeners = Mutex(Listeners<Event>())

    /// - Parameter policy: which events wait for a slow reader. All of them suits answers to a person's actions.
    public init(keeping policy: AsyncStream<Event>.Continuation.BufferingPolicy = .unbounded) {
        self.policy = policy
    }

    public func send(_ event: Event) { listeners.withLock { $0.tell(event) } }

    /// A stream of the events from now on; ends when its reader's task is cancelled.
    public func stream() -> AsyncStream<Event> { listeners.withLock { $0.add(buffering: policy).stream } }
}

/// The readers of a channel, guarded by its lock.
private struct Listeners<Value: Sendable> {
    private var listeners: [AsyncStream<Value>.Continuation] = []

    var count: Int { listeners.count }

    /// Readers that ended are removed here. `onTermination` would take the channel's lock while a task is cancelled,
    /// which holds the task's own lock; yielding takes the two in the opposite order.
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
    /// Whether its reader has ended.
    fileprivate var isTerminated: Bool {
        if case .terminated = self { true } else { false }
    }
}
