internal import Synchronization

/// Wakes those who wait until something has become true. Thread-safe.
final class Bell: Sendable {
    private let listeners = Mutex<[AsyncStream<Void>.Continuation]>([])

    /// Something has changed.
    func ring() {
        for listener in listeners.withLock({ $0 }) { listener.yield() }
    }

    /// Returns at once where it is true; a cancelled task waits no longer.
    func wait(until isTrue: () -> Bool) async {
        let (rings, listener) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        listeners.withLock { $0.append(listener) }
        if isTrue() { return }
        for await _ in rings where isTrue() { return }
    }
}
