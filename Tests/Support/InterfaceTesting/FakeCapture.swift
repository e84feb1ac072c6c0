// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
import Synchronization

/// A capture core without a camera: it records requests and reports nothing by itself.
///
/// Thread-safe; like the real one it returns at once from every call.
public final class FakeCapture: PictureFeeding, ControlSteering, FocusSteering, SessionSteering {
    /// The requests of views.
    public enum Request: Equatable, Sendable {
        case select(CameraID)
        case retry, stop, resetToAutomatic, cancelFocus
        case control(ControlRequest)
        case watchControls(Bool)
        case focus(FocusRequest)
        case compensateExposure(Double)
        case assistants(AssistantWork)
        case collect(FrameUse, Bool)
    }

    /// Set by tests.
    public struct Script: Sendable {
        /// Makes the picture of a target, on the caller's thread; nil while there are no pictures.
        public var picture: (@Sendable (ViewfinderTarget) -> Picture?)?
        /// What a click comes to; nil while the lens is on its way.
        public var focus: (@Sendable (PointOfInterest) -> FocusIndicator)?
        /// How far exposure can be changed at a point.
        public var exposureRange: ClosedRange<Double>?
        /// The settings that a photo was taken with.
        public var measured = MeasuredSettings()
    }

    private struct State {
        var script = Script()
        var requests: [Request] = []
        var sinks: [FrameUse: @Sendable (Frame) -> Void] = [:]
    }

    public let mailbox = PictureMailbox()
    public let loupe = PictureMailbox()
    private let state = Mutex(State())
    private let session = Readers<SessionSnapshot>()
    private let reports = Readers<ControlReport>()
    private let refused = Readers<[ControlRefusal]>()
    private let focused = Readers<FocusReport>()
    private let found = Readers<AssistantFindings>()

    public init() {}

    public var requests: [Request] { state.withLock { $0.requests } }

    public func script(_ change: (inout Script) -> Void) { state.withLock { change(&$0.script) } }

    /// Sends a frame to this use's collector, on the caller's thread, as the capture thread does.
    ///
    /// - Returns: whether frames are collected for it.
    @discardableResult public func deliver(_ frame: Frame, for use: FrameUse) -> Bool {
        let sink = state.withLock { $0.sinks[use] }
        sink?(frame)
        return sink != nil
    }

    /// The result of `measure` from now on.
    public func setMeasured(_ measured: MeasuredSettings) { script { $0.measured = measured } }

    /// How many read what the camera says of its controls.
    public var readerCount: Int { reports.count + refused.count }

    /// The camera reports its controls.
    public func report(_ report: ControlReport) { reports.tell(report) }

    /// The camera refuses values.
    public func refuse(_ refusals: [ControlRefusal]) { refused.tell(refusals) }

    /// The session's state changes.
    public func tell(_ snapshot: SessionSnapshot) {
        mailbox.begin(opening: snapshot.opening)
        session.tell(snapshot)
    }

    /// The assistants have findings.
    public func tell(_ findings: AssistantFindings) { found.tell(findings) }

    // MARK: Pictures

    public func setTarget(_ target: ViewfinderTarget) {
        if let picture = state.withLock({ $0.script.picture })?(target) { mailbox.publish(picture) }
    }

    public func setAssistants(_ work: AssistantWork) { note(.assistants(work)) }
    public func findings() -> AsyncStream<AssistantFindings> { found.stream(repeatsNewest: true) }

    public func setLoupe(_ target: ViewfinderTarget?) {
        guard let target, let picture = state.withLock({ $0.script.picture })?(target) else { return }
        loupe.publish(picture)
    }

    public func collectFrames(for use: FrameUse, _ sink: (@Sendable (Frame) -> Void)?) {
        note(.collect(use, sink != nil))
        state.withLock { $0.sinks[use] = sink }
    }

    // MARK: Controls

    public func controls() -> AsyncStream<ControlReport> { reports.stream(repeatsNewest: true) }
    public func watchControls(_ isWatching: Bool) { note(.watchControls(isWatching)) }
    public func request(_ request: ControlRequest) { note(.control(request)) }
    public func resetToAutomatic() { note(.resetToAutomatic) }
    public func refusals() -> AsyncStream<[ControlRefusal]> { refused.stream() }
    public func measure() async -> MeasuredSettings { state.withLock { $0.script.measured } }
    public func setCameraDefaults(_ defaults: CameraDefaults) {}

    // MARK: Focus

    public func focus(_ request: FocusRequest) {
        note(.focus(request))
        let script = state.withLock { $0.script }
        guard let outcome = script.focus?(request.point) else { return }
        focused.tell(
            FocusReport(number: request.number, indicator: outcome, exposureRange: script.exposureRange))
    }

    public func cancelFocus() { note(.cancelFocus) }
    public func compensateExposure(_ stops: Double) { note(.compensateExposure(stops)) }
    public func focusReports() -> AsyncStream<FocusReport> { focused.stream() }

    // MARK: Session

    public func snapshots() -> AsyncStream<SessionSnapshot> { session.stream(repeatsNewest: true) }
    public func select(_ camera: CameraInfo) { note(.select(camera.id)) }
    public func retry() { note(.retry) }
    public func setModes(_ requests: PreferredModes) {}
    public func stop() { note(.stop) }

    private func note(_ request: Request) { state.withLock { $0.requests.append(request) } }
}
