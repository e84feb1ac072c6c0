// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Synchronization

/// A capture core without a camera: it records requests and reports nothing by itself.
///
/// Thread-safe; like the real one it returns at once from every call.
final class FakeCapture: PictureFeeding, ControlSteering, FocusSteering, SessionSteering {
    /// The requests of views.
    enum Request: Equatable, Sendable {
        case select(CameraID)
        case retry, stop, resetToAutomatic, cancelFocus
        case control(ControlRequest)
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
        var controls: [AsyncStream<ControlReport>.Continuation] = []
        var refusals: [AsyncStream<[ControlRefusal]>.Continuation] = []
    }

    let mailbox = PictureMailbox()
    let loupe = PictureMailbox()
    private let state = Mutex(State())

    var requests: [Request] { state.withLock { $0.requests } }

    /// Sends a frame to this use's collector, on the caller's thread, as the capture thread does.
    ///
    /// - Returns: whether frames are collected for it.
    @discardableResult func deliver(_ frame: Frame, for use: FrameUse) -> Bool {
        let sink = state.withLock { $0.sinks[use] }
        sink?(frame)
        return sink != nil
    }

    /// The result of `measure` from now on.
    func setMeasured(_ measured: MeasuredSettings) { state.withLock { $0.measured = measured } }

    /// How many read what the camera says of its controls.
    var readerCount: Int { state.withLock { $0.controls.count + $0.refusals.count } }

    /// The camera reports its controls.
    func report(_ report: ControlReport) {
        for reader in state.withLock({ $0.controls }) { reader.yield(report) }
    }

    /// The camera refuses values.
    func refuse(_ refusals: [ControlRefusal]) {
        for reader in state.withLock({ $0.refusals }) { reader.yield(refusals) }
    }

    // MARK: Pictures

    func setTarget(_ target: ViewfinderTarget) {}
    func setAssistants(_ work: AssistantWork) { note(.assistants(work)) }
    func findings() -> AsyncStream<AssistantFindings> { AsyncStream { _ in } }
    func setLoupe(_ target: ViewfinderTarget?) {}

    func collectFrames(for use: FrameUse, _ sink: (@Sendable (Frame) -> Void)?) {
        note(.collect(use, sink != nil))
        state.withLock { $0.sinks[use] = sink }
    }

    // MARK: Controls

    func controls() -> AsyncStream<ControlReport> {
        let (reports, reader) = AsyncStream.makeStream(of: ControlReport.self)
        state.withLock { $0.controls.append(reader) }
        return reports
    }

    func watchControls(_ isWatching: Bool) { note(.watchControls(isWatching)) }
    func request(_ request: ControlRequest) { note(.control(request)) }
    func resetToAutomatic() { note(.resetToAutomatic) }
    func refusals() -> AsyncStream<[ControlRefusal]> {
        let (refusals, reader) = AsyncStream.makeStream(of: [ControlRefusal].self)
        state.withLock { $0.refusals.append(reader) }
        return refusals
    }

    func measure() async -> MeasuredSettings { state.withLock { $0.measured } }
    func setCameraDefaults(_ defaults: CameraDefaults) {}

    // MARK: Focus

    func focus(_ request: FocusRequest) { note(.focus(request)) }
    func cancelFocus() { note(.cancelFocus) }
    func compensateExposure(_ stops: Double) { note(.compensateExposure(stops)) }
    func focusReports() -> AsyncStream<FocusReport> { AsyncStream { _ in } }

    // MARK: Session

    func snapshots() -> AsyncStream<SessionSnapshot> { AsyncStream { _ in } }
    func select(_ camera: CameraInfo) { note(.select(camera.id)) }
    func retry() { note(.retry) }
    func setModes(_ requests: PreferredModes) {}
    func stop() { note(.stop) }

    private func note(_ request: Request) { state.withLock { $0.requests.append(request) } }
}
