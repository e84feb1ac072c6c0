internal import CaptureCore

/// What the session does, as the window shows it: read by every controller, changed by the window alone.
final class SessionModel {
    /// The last known state of the session.
    private(set) var snapshot = SessionSnapshot(state: .off, cameras: [])
    /// Auto or Pro.
    private(set) var mode: ShootingMode

    private let consent: any CameraConsenting

    init(consent: any CameraConsenting, mode: ShootingMode) { (self.consent, self.mode) = (consent, mode) }

    func update(_ snapshot: SessionSnapshot) { self.snapshot = snapshot }

    func update(_ mode: ShootingMode) { self.mode = mode }

    /// The camera that is chosen; nil where there is none.
    var camera: CameraInfo? { snapshot.state.camera }

    /// A permission that is gone counts before the driver has closed.
    var state: SessionState {
        let isWithdrawn =
            consent.isAccessKnown && consent.access != .authorized
            && camera.map { $0.id != .testScene } ?? false
        return isWithdrawn ? .off : snapshot.state
    }

    var isStreaming: Bool { if case .streaming = state { true } else { false } }

    /// The viewfinder's message in place of a picture; nil where there is one, or will be in a moment.
    var message: Message? {
        // A state that is not known yet is not explained.
        guard consent.isAccessKnown || state != .off else { return nil }
        return SessionWording.message(for: state, access: consent.access)
    }
}
