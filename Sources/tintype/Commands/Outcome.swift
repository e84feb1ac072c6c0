internal import Dispatch
internal import Synchronization

/// A value that one thread waits for and another delivers, once.
nonisolated final class Outcome<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let ready = DispatchSemaphore(value: 0)

    func set(_ value: Value) {
        self.value.withLock { $0 = value }
        ready.signal()
    }

    /// Blocks until the value is there.
    func wait() -> Value {
        while true {
            ready.wait()
            if let value = value.withLock({ $0 }) { return value }
        }
    }
}
