import Synchronization

/// How much memory frames may take on their way to the disk. Thread-safe.
///
///     guard let frame = budget.copy(frame) else { return stop() }
public final class FrameBudget: Sendable {
    /// A part of the budget; returned with the last reference.
    private final class Share: Sendable {
        private let budget: FrameBudget
        private let byteCount: Int

        /// - Parameter byteCount: was taken.
        init(of budget: FrameBudget, byteCount: Int) {
            self.budget = budget
            self.byteCount = byteCount
        }

        deinit { budget.taken.withLock { $0 -= byteCount } }
    }

    /// Bytes.
    private let limit: Int
    private let taken = Mutex(0)

    /// - Parameter limit: in bytes.
    public init(limit: Int) { self.limit = limit }

    /// The bytes of all copies that are still referred to.
    public var used: Int { taken.withLock { $0 } }

    /// A copy of the frame in memory of its own, which counts as long as it is referred to; nil where there is no room.
    public func copy(_ frame: Frame) -> Frame? {
        guard take(frame.byteCount) else { return nil }
        let share = Share(of: self, byteCount: frame.byteCount)
        let copy = frame.detached()
        return copy.withBytes { bytes in
            Frame(
                layout: copy.layout, sequence: copy.sequence, arrival: copy.arrival,
                sourceTime: copy.sourceTime, isSourceMonotonic: copy.captured == copy.sourceTime,
                isDamaged: copy.isDamaged, memory: .own, bytes: bytes,
                release: { withExtendedLifetime((copy, share)) {} })
        }
    }

    private func take(_ byteCount: Int) -> Bool {
        taken.withLock { taken in
            guard byteCount <= limit - taken else { return false }
            taken += byteCount
            return true
        }
    }
}
