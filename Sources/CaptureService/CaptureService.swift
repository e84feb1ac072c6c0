// SPDX-License-Identifier: GPL-3.0-or-later
public import Cameras
public import CaptureCore
public import Diagnosis
public import Permissions
public import Platform

/// The capture session for the views and the app.
///
/// Thread-safe; every call returns at once.
public final class CaptureService: PictureFeeding, ControlSteering, FocusSteering, SessionSteering {
    public let mailbox = PictureMailbox()
    public let loupe = PictureMailbox()

    private let assistants: AssistantWorker
    private let streams = SessionStreams()
    private let session: CaptureSession
    /// The longest that a shot, not yet safe on disk, waits for its measured settings: a hanging camera blocks the capture
    /// thread for seconds. A healthy one takes about 30 ms, after the frame in progress.
    private static let measuringLimit: Duration = .milliseconds(500)

    /// - Parameters:
    ///   - preferred: the camera to use when it is there.
    ///   - notes: tell which cameras Tintype has crashed with; nil if there is no place for that.
    ///   - clock: the time of the capture thread, by which it waits, retries and calls a stream stalled; called on any
    ///     thread. One that stands still makes nothing happen by itself; `afterwards` wakes the thread to look again.
    public init(
        provider: any CameraProviding, preferred: CameraID?, notes: OpeningNotes? = nil,
        clock: @escaping @Sendable () -> MonotonicTime = { .now }
    ) {
        assistants = AssistantWorker { [streams] in streams.findings.send($0) }
        session = CaptureSession(
            provider: provider, mailbox: mailbox, loupe: loupe, assistants: assistants, streams: streams,
            preferred: preferred, notes: notes, clock: clock)
    }

    deinit { session.thread.end() }

    public func snapshots() -> AsyncStream<SessionSnapshot> { streams.snapshots.stream() }
    public func refusals() -> AsyncStream<[ControlRefusal]> { streams.refusals.stream() }
    public func controls() -> AsyncStream<ControlReport> { streams.controls.stream() }
    public func focusReports() -> AsyncStream<FocusReport> { streams.focus.stream() }

    /// Opens the best camera as soon as there is one.
    public func allow(_ grant: CameraGrant) { session.post { $0.allow(grant) } }

    /// The permission is gone: closes the camera.
    public func revoke() { session.post { $0.revoke() } }

    /// Cameras came or went.
    public func camerasMayHaveChanged() { session.post { $0.scan() } }

    public func setTarget(_ target: ViewfinderTarget) { session.post { $0.setTarget(target) } }

    public func setAssistants(_ work: AssistantWork) { assistants.setWork(work) }

    public func findings() -> AsyncStream<AssistantFindings> { streams.findings.stream() }

    public func setModes(_ modes: PreferredModes) { session.post { $0.setModes(modes) } }

    public func setCameraDefaults(_ defaults: CameraDefaults) { session.post { $0.defaults = defaults } }

    public func setLoupe(_ target: ViewfinderTarget?) { session.post { $0.setLoupe(target) } }

    public func collectFrames(for use: FrameUse, _ sink: (@Sendable (Frame) -> Void)?) {
        session.post { $0.collectFrames(for: use, sink) }
    }

    public func measure() async -> MeasuredSettings {
        let session = session
        return await Blocking.answer(within: Self.measuringLimit) { give in
            session.post { give($0.measure()) }
        } ?? MeasuredSettings()
    }

    public func select(_ camera: CameraInfo) { session.post { $0.handle(.selected(camera)) } }

    public func retry() { session.post { $0.handle(.retryRequested) } }

    public func watchControls(_ isWatching: Bool) {
        session.post { $0.watchControls(isWatching) }
    }

    public func request(_ request: ControlRequest) { session.post { $0.take(request) } }

    public func resetToAutomatic() { session.post { $0.resetToAutomatic() } }

    public func focus(_ request: FocusRequest) { session.post { $0.focus(request) } }

    public func cancelFocus() { session.post { $0.cancelFocus() } }

    public func compensateExposure(_ stops: Double) { session.post { $0.compensateExposure(stops) } }

    /// Leaves a camera alone until the reservation is over.
    ///
    /// - Returns: its figures if it streams here and can't be reserved; else nil.
    public func reserve(_ camera: CameraID, with reservation: CameraReservation) async -> StreamFigures? {
        await session.reserve(camera, with: reservation)
    }

    public func pause() { session.post { $0.handle(.left) } }

    public func resume() { session.post { $0.handle(.returned) } }

    public func stop() { session.post { $0.handle(.stopped) } }

    /// Runs `body` on the capture thread after everything queued before, e.g. the closing of the camera.
    public func afterwards(_ body: @escaping @Sendable () -> Void) { session.post { _ in body() } }
}

/// The channels on which the session reports to its readers.
struct SessionStreams: Sendable {
    let snapshots = Broadcast<SessionSnapshot>()
    let controls = Broadcast<ControlReport>()
    let refusals = EventChannel<[ControlRefusal]>()
    let focus = Broadcast<FocusReport>()
    let findings = Broadcast<AssistantFindings>()
}

/// The source of cameras. The app's opens devices and the test scene; tests bring another.
public protocol CameraProviding: Sendable {
    /// The cameras there are now, without opening any. Called on the capture thread.
    ///
    /// - Parameter grant: without one, only cameras known without asking a service are listed.
    func scan(grant: CameraGrant?) -> [CameraInfo]

    /// Opens one. Called on the capture thread, to which the device then belongs.
    ///
    /// - Parameter grant: nil is enough for the test scene only.
    func open(_ camera: CameraInfo, grant: CameraGrant?) throws(CameraError) -> any CameraDevice

    /// Opens one that another program uses through a service that several can share. Called on the capture thread.
    ///
    /// - Throws: if no such service has it.
    func open(sharing camera: CameraInfo, grant: CameraGrant?) throws(CameraError) -> any CameraDevice
}

extension CameraProviding {
    public func open(
        sharing camera: CameraInfo, grant: CameraGrant?
    ) throws(CameraError) -> any CameraDevice {
        throw CameraError(.gone, step: "sharing")
    }
}
