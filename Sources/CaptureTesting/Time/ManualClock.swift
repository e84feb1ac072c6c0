public import CaptureCore
import Synchronization

/// A clock that stands still until it is advanced. Thread-safe.
public final class ManualClock: Sendable {
    private let time = Mutex(MonotonicTime(nanoseconds: 1_000_000_000))

    public init() {}

    public var now: MonotonicTime { time.withLock { $0 } }

    public func advance(by duration: Duration) {
        time.withLock { $0 = $0 + duration }
    }
}
