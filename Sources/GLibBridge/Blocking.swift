internal import Dispatch
internal import Synchronization

/// Runs work that may block for long: on a network disk, on a driver, on a service that hangs.
///
/// Neither the main thread nor Swift's own threads may wait for such work: of the latter there are only as many as
/// processors. Each piece of work gets a queue of its own and with it a thread, so that the next one runs however many
/// are blocked. Thread-safe.
public enum Blocking {
    /// Runs `work` and waits for it without blocking a thread of Swift's.
    public static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            start { continuation.resume(returning: work()) }
        }
    }

    /// The same for at most `limit`.
    ///
    /// - Returns: nil where the work is not done in time. It then goes on, and its result is dropped: a call into a
    ///   driver can't be taken back.
    public static func run<Value: Sendable>(
        within limit: Duration, _ work: @escaping @Sendable () -> Value
    ) async -> Value? {
        await answer(within: limit) { give in start { give(work()) } }
    }

    /// Waits for an answer that comes on any thread, for at most `limit`.
    ///
    /// - Parameter ask: gets what takes the answer; must not block.
    /// - Returns: nil where none came in time. One that comes later is dropped.
    public static func answer<Value: Sendable>(
        within limit: Duration, _ ask: (_ give: @escaping @Sendable (Value) -> Void) -> Void
    ) async -> Value? {
        await withCheckedContinuation { continuation in
            let first = FirstAnswer(continuation)
            ask { first.give($0) }
            newQueue().asyncAfter(deadline: .now() + .milliseconds(Int(limit / .milliseconds(1)))) {
                first.give(nil)
            }
        }
    }

    /// Starts `work` and returns at once.
    public static func start(_ work: @escaping @Sendable () -> Void) { newQueue().async(execute: work) }

    /// A serial queue has a thread as soon as it has work; the global queue has one for each processor.
    private static func newQueue() -> DispatchQueue {
        DispatchQueue(label: "tintype-blocking", qos: .userInitiated)
    }
}

/// Resumes a continuation with whatever comes first. Thread-safe.
private final class FirstAnswer<Value: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Value?, Never>?>

    init(_ continuation: CheckedContinuation<Value?, Never>) { self.continuation = Mutex(continuation) }

    func give(_ value: Value?) {
        let waiting = continuation.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        waiting?.resume(returning: value)
    }
}
