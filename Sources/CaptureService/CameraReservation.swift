// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
internal import Synchronization

/// The session's promise to leave a camera alone, so that the diagnosis can examine it.
///
/// Thread-safe. Ends when it is given back, or recalled because the camera has to be closed.
public final class CameraReservation: Sendable {
    private let over = Atomic<Bool>(false)
    private let modes = Mutex<[CaptureMode]>([])

    public init() {}

    /// Whether the camera is to be closed at once.
    public var isOver: Bool { over.load(ordering: .acquiring) }

    /// The modes that ended the camera here, which the diagnosis does not try.
    public var avoidedModes: [CaptureMode] { modes.withLock(\.self) }

    func avoid(_ modes: [CaptureMode]) { self.modes.withLock { $0 = modes } }

    /// Ends the reservation, from either side; may be called more than once.
    public func end() { over.store(true, ordering: .releasing) }
}

/// The cameras that are reserved, each until its reservation is over. On the capture thread.
struct CameraReservations {
    private var reservations: [(camera: CameraID, reservation: CameraReservation)] = []

    mutating func add(_ camera: CameraID, _ reservation: CameraReservation) {
        reservations.append((camera, reservation))
    }

    mutating func isReserved(_ camera: CameraID?) -> Bool {
        reservations.removeAll { $0.reservation.isOver }
        return reservations.contains { $0.camera == camera }
    }

    /// Ends the reservations that an event ends.
    mutating func recall(before event: SessionEvent) {
        switch event {
        // The camera is not in view, or not allowed: every camera is closed now.
        case .left, .stopped:
            for reserved in reservations { reserved.reservation.end() }
            reservations = []
        case .selected(let camera):
            for reserved in reservations where reserved.camera == camera.id { reserved.reservation.end() }
        case .allowed, .returned, .camerasChanged, .opened, .openFailed, .picturesArrived, .streamFailed,
            .retryDue, .retryRequested:
            break
        }
    }
}
