// SPDX-License-Identifier: GPL-3.0-or-later
internal import Dispatch
internal import Synchronization

/// Runs work that may block for long: on a network disk, on a driver, on a service that hangs.
///
/// Neither the main thread nor Swift's own threads, of which there are only as many as processors, may wait for such
/// work. Each piece of work gets a queue of its own and with it a thread, so that the next one runs however many are
/// blocked. Thread-safe.
public enum Blocking {
    /// Runs `work` and waits for it without blocking a thread of Swift's.
    public static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await handover { give in start { give(work()) } }
    }

    /// The same for at most `limit`.
    ///
    /// - Returns: nil if the work is not done in time. It then goes on, and its result is dropped: a call into a
    ///   driver can't be taken back.
    public static func run<Value: Sendable>(
        within limit: Duration, _ work: @escaping @Sendable () -> Value
    ) async -> Value? {
        await answer(within: limit) { give in start { give(work()) } }
    }

    /// Waits for an answer that comes on any thread, for at most `limit`.
    ///
    /// - Parameter ask: gets what takes the answer; must not block.
    /// - Returns: nil if none came in time. One that comes later is dropped.
    public static func answer<Value: Sendable>(
        within limit: Duration, _ ask: (_ give: @escaping @Sendable (Value) -> Void) -> Void
    ) async -> Value? {
        await handover { answer in
            let first = FirstAnswer(answer)
            ask { first.give($0) }
            newQueue().asyncAfter(deadline: .now() + .milliseconds(Int(limit / .milliseconds(1)))) {
                first.give(nil)
            }
        }
    }

    /// Waits for a value that another thread gives.
    ///
    ///     let value = await Blocking.handover { give in queue.async { give(work()) } }
    ///
    /// The value goes through a lock, not with the continuation: Swift's own library is not instrumented, so if the
    /// continuation is resumed just as its task begins to wait, the thread sanitizer does not see the order and would
    /// report every reader of the value.
    ///
    /// - Parameter start: must not block; its argument has to be called once, on any thread.
    public static func handover<Value: Sendable>(
        _ start: (_ give: @escaping @Sendable (Value) -> Void) -> Void
    ) async -> Value {
        let slot = Slot<Value>()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            start { value in
                slot.value.withLock { $0 = value }
                continuation.resume()
            }
        }
        // Resumed only once the value is there.
        return slot.value.withLock { $0.take().unsafelyUnwrapped }
    }

    /// Starts `work` and returns at once.
    public static func start(_ work: @escaping @Sendable () -> Void) { newQueue().async(execute: work) }

    /// A serial queue has a thread as soon as it has work; the global queue has one for each processor.
    private static func newQueue() -> DispatchQueue {
        DispatchQueue(label: "tintype-blocking", qos: .userInitiated)
    }
}

/// Passes on the first answer. Thread-safe.
private final class FirstAnswer<Value: Sendable>: Sendable {
    private let answer: Mutex<(@Sendable (Value?) -> Void)?>

    init(_ answer: @escaping @Sendable (Value?) -> Void) { self.answer = Mutex(answer) }

    func give(_ value: Value?) {
        let waiting = answer.withLock { $0.take() }
        waiting?(value)
    }
}

private final class Slot<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
}
