internal import Dispatch
internal import Synchronization

/// Work on a thread of its own that is not waited for longer than it may take.
nonisolated enum Deadline {
    /// - Returns: nil where the work is not done in time. It then goes on for nobody: a call into a driver can't be
    ///   taken back.
    static func run<Value: Sendable>(
        within limit: Duration, _ work: @escaping @Sendable () -> Value
    ) async -> Value? {
        let milliseconds = Int(limit / .milliseconds(1))
        return await withCheckedContinuation { continuation in
            let first = FirstAnswer(continuation)
            DispatchQueue.global().async { first.give(work()) }
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
                first.give(nil)
            }
        }
    }
}

/// Resumes a continuation with whatever comes first. Thread-safe.
private nonisolated final class FirstAnswer<Value: Sendable>: Sendable {
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
