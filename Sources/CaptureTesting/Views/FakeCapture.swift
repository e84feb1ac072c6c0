public import CaptureCore
import Synchronization

/// A capture core without a camera: it records requests, and a test scripts its answers.
///
/// Thread-safe; like the real one it returns at once from every call.
public final class FakeCapture: PictureFeeding, ControlSteering, FocusSteering, SessionSteering {
    /// What a view asked for.
    public enum Request: Equatable, Sendable {
        case select(CameraID)
        case retry, stop, resetToAutomatic, cancelFocus
        case wish(ControlWish)
        case watchControls(Bool)
        case focus(FocusRequest)
        case compensateExposure(Double)
        case assistants(AssistantWork)
        case collect(FrameUse, Bool)
    }

    private struct State {
        var requests: [Request] = []
        var sinks: [FrameUse: @Sendable (Frame) -> Void] = [:]
        var measured = MeasuredSettings()
    }

    public let mailbox = PictureMailbox()
    public let loupe = PictureMailbox()
    private let state = Mutex(State())
    private let snapshotStream = AsyncStream.makeStream(of: SessionSnapshot.self)
    private let controlStream = AsyncStream.makeStream(of: ControlReport.self)
    private let refusalStream = AsyncStream.makeStream(of: [ControlRefusal].self)
    private let focusStream = AsyncStream.makeStream(of: FocusReport.self)
    private let findingStream = AsyncStream.makeStream(of: AssistantFindings.self)

    public init() {}

    public var requests: [Request] { state.withLock { $0.requests } }

    /// Sends a frame to this use's collector, on the caller's thread, as the capture thread does.
    ///
    /// - Returns: whether frames are collected for it.
    @discardableResult public func deliver(_ frame: Frame, for use: FrameUse) -> Bool {
        let sink = state.withLock { $0.sinks[use] }
        sink?(frame)
        return sink != nil
    }

    /// The result of `measure` from now on.
    public func setMeasured(_ measured: MeasuredSettings) { state.withLock { $0.measured = measured } }

    public func send(_ snapshot: SessionSnapshot) { snapshotStream.continuation.yield(snapshot) }
    public func send(_ report: ControlReport) { controlStream.continuation.yield(report) }
    public func send(_ refusals: [ControlRefusal]) { refusalStream.continuation.yield(refusals) }
    public func send(_ report: FocusReport) { focusStream.continuation.yield(report) }

    // MARK: Pictures

    public func setTarget(_ target: ViewfinderTarget) {}
    public func setAssistants(_ work: AssistantWork) { note(.assistants(work)) }
    public func findings() -> AsyncStream<AssistantFindings> { findingStream.stream }
    public func setLoupe(_ target: ViewfinderTarget?) {}

    public func collectFrames(for use: FrameUse, _ sink: (@Sendable (Frame) -> Void)?) {
        note(.collect(use, sink != nil))
        state.withLock { $0.sinks[use] = sink }
    }

    // MARK: Controls

    public func controls() -> AsyncStream<ControlReport> { controlStream.stream }
    public func watchControls(_ isWatching: Bool) { note(.watchControls(isWatching)) }
    public func wish(_ wish: ControlWish) { note(.wish(wish)) }
    public func resetToAutomatic() { note(.resetToAutomatic) }
    public func refusals() -> AsyncStream<[ControlRefusal]> { refusalStream.stream }
    public func measure() async -> MeasuredSettings { state.withLock { $0.measured } }
    public func setCameraDefaults(_ defaults: CameraDefaults) {}

    // MARK: Focus

    public func focus(_ request: FocusRequest) { note(.focus(request)) }
    public func cancelFocus() { note(.cancelFocus) }
    public func compensateExposure(_ stops: Double) { note(.compensateExposure(stops)) }
    public func focusReports() -> AsyncStream<FocusReport> { focusStream.stream }

    // MARK: Session

    public func snapshots() -> AsyncStream<SessionSnapshot> { snapshotStream.stream }
    public func select(_ camera: CameraInfo) { note(.select(camera.id)) }
    public func retry() { note(.retry) }
    public func setModes(_ wishes: ModeWishes) {}
    public func stop() { note(.stop) }

    private func note(_ request: Request) { state.withLock { $0.requests.append(request) } }
}
