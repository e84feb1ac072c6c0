internal import Synchronization

/// A main-actor closure that any thread can trigger; set once it exists. Thread-safe.
final class CallBack: Sendable {
    private let body = Mutex<(@MainActor @Sendable () -> Void)?>(nil)

    func set(_ body: @escaping @MainActor @Sendable () -> Void) { self.body.withLock { $0 = body } }

    /// Runs it soon.
    func call() {
        guard let body = body.withLock({ $0 }) else { return }
        Task { @MainActor in body() }
    }
}
