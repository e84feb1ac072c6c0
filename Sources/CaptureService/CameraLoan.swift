internal import Synchronization

/// The promise that the session leaves a camera alone for a moment, so that somebody else may try it out.
///
/// Thread-safe. It is over when it is given back, or recalled because the camera has to be closed.
public final class CameraLoan: Sendable {
    private let over = Atomic<Bool>(false)

    public init() {}

    /// Whether the camera is to be closed at once.
    public var isOver: Bool { over.load(ordering: .acquiring) }

    /// Takes the camera back, or gives it back; at any time, and more than once.
    public func end() { over.store(true, ordering: .releasing) }
}
