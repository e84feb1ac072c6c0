internal import CaptureCore
internal import Synchronization

/// The session's promise to leave a camera alone, so that the diagnosis can examine it.
///
/// Thread-safe. Ends when it is given back, or recalled because the camera has to be closed.
public final class CameraLoan: Sendable {
    private let over = Atomic<Bool>(false)

    public init() {}

    /// Whether the camera is to be closed at once.
    public var isOver: Bool { over.load(ordering: .acquiring) }

    /// Ends the loan, from either side; may be called more than once.
    public func end() { over.store(true, ordering: .releasing) }
}

/// The cameras that are lent, each until its loan is over. On the capture thread.
struct CameraLoans {
    private var loans: [(camera: CameraID, loan: CameraLoan)] = []

    mutating func add(_ camera: CameraID, _ loan: CameraLoan) { loans.append((camera, loan)) }

    mutating func isLent(_ camera: CameraID?) -> Bool {
        loans.removeAll { $0.loan.isOver }
        return loans.contains { $0.camera == camera }
    }

    /// Ends the loans that an event ends.
    mutating func recall(before event: SessionEvent) {
        switch event {
        // The camera is not in view, or not allowed: every camera is closed now.
        case .left, .stopped:
            for lent in loans { lent.loan.end() }
            loans = []
        case .selected(let camera):
            for lent in loans where lent.camera == camera.id { lent.loan.end() }
        case .allowed, .returned, .camerasChanged, .opened, .openFailed, .picturesArrived, .streamFailed,
            .retryDue, .retryRequested:
            break
        }
    }
}
