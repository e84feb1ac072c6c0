// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// The session's state as the window shows it: read by every controller, changed by the window alone.
final class SessionModel {
    /// The last known state of the session.
    private(set) var snapshot = SessionSnapshot(state: .off, cameras: [])
    /// Auto or Pro.
    private(set) var mode: ShootingMode

    /// What the person last wanted of a camera that is off; the message answers it.
    var attempt: SessionWording.Attempt?

    private let consent: any CameraConsenting
    /// The last requested modes; nil if the window has requested none yet.
    private var wishedModes: PreferredModes?

    init(consent: any CameraConsenting, mode: ShootingMode) { (self.consent, self.mode) = (consent, mode) }

    func update(_ snapshot: SessionSnapshot) { self.snapshot = snapshot }

    func update(_ mode: ShootingMode) { self.mode = mode }

    /// These modes were requested.
    func update(_ requests: PreferredModes) { wishedModes = requests }

    /// The chosen camera; nil if there is none.
    var camera: CameraInfo? { snapshot.state.camera }

    /// The session's state, ahead of the driver: `off` once permission is withdrawn, and `opening` once a mode is changed,
    /// because a press would still get pictures of the old mode.
    var state: SessionState {
        let isWithdrawn =
            consent.isAccessKnown && consent.access != .authorized
            && camera.map { $0.id != .testScene } ?? false
        if isWithdrawn { return .off }
        if case .streaming(let camera, _, _) = snapshot.state, let wishedModes,
            wishedModes[camera.id] != snapshot.preferredMode
        {
            return .opening(camera, attempt: 1)
        }
        return snapshot.state
    }

    var isStreaming: Bool { if case .streaming = state { true } else { false } }

    /// Whether a picture will come in a moment: what is pressed meanwhile waits for it.
    var isStarting: Bool { !isStreaming && message == nil }

    /// Whether the camera is off because its picture can't be seen.
    var isPaused: Bool { if case .paused = state { true } else { false } }

    /// The viewfinder's message in place of a picture; nil where there is one, or will be in a moment.
    var message: Message? {
        // Nothing is explained before the state is known.
        guard consent.isAccessKnown || state != .off else { return nil }
        return SessionWording.message(
            for: state, access: consent.access, cameras: snapshot.cameras, hasGivenUp: snapshot.hasGivenUp,
            attempt: attempt,
            isListedByDesktop: consent.isListedByDesktop)
    }
}
