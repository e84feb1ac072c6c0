internal import Synchronization

/// Counts what this module owns on behalf of C: object references and closure boxes. For tests: after a window
/// is closed the count must be what it was before it was opened.
public enum LiveObjects {
    private static let counter = Atomic<Int>(0)

    /// How many there are now. Thread-safe.
    public static var count: Int { counter.load(ordering: .relaxed) }

    static func add() { counter.add(1, ordering: .relaxed) }
    static func remove() { counter.subtract(1, ordering: .relaxed) }
}
