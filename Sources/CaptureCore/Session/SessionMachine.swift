// SPDX-License-Identifier: GPL-3.0-or-later
/// Decides what the session does next; knows no device and no clock.
///
///           allowed             opened                 streamFailed
///     off ───────────▶ opening ──────────▶ streaming ──────────────────▶ restarting
///      │               ▲ ▲ │                ▲    │                        │  │
///      │ no camera     │ │ │ openFailed     │    │ gone, or too often     │  │ openFailed
///      ▼               │ │ ▼                │    ▼                        │  ▼
///     noCamera ────────┘ └─ busy, failed,   └────────── opened ───────────┘  busy, failed, disconnected
///        camera found       disconnected
///
/// `busy` is left by `retryDue` and `retryRequested`, `disconnected` when its camera is found again, at any port. A camera that is
/// `failed` is opened again in silence: it goes to `resuming`, and to `streaming` only when new pictures come. Each try waits
/// longer than the one before, and there is a last one (`RetryPlan`): then cameras are only looked for, less and less, until the
/// person asks, or this one is plugged in anew. One that goes away each time it is opened is `restarting` for longer and longer, and `failed` in
/// the end.
/// A camera that nobody chose and that fails before it has shown anything is left for the next one: `opening` again.
/// Selecting a camera opens it in every state but `off` and `paused`, which remember it. `left` leads to `paused` from
/// everywhere but `off`, and `returned` from there to `disconnected`, which looks for the camera at once. `stopped`
/// leads to `off` from everywhere.
///
/// Every pair of state and event is handled by the one switch in `handle`. The table of all of them is in
/// docs/architecture.md; `SessionDiagramTests` sends every event in every state and compares.
public struct SessionMachine: Hashable, Sendable {
    /// How long to wait before the next try.
    public enum Delay {
        /// A node whose access list has not arrived (docs/cameras.md, "Finding cameras").
        public static let access: [Duration] = [
            .milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(800),
        ]
        /// After a fault in the stream.
        public static let restart: [Duration] = [.zero, .milliseconds(250), .seconds(1)]
    }

    /// How often, and how slowly, what does not work is tried again.
    public struct Plans: Hashable, Sendable {
        /// Another program rarely releases it at once; slow enough to cost nothing. For ten minutes.
        public var busy = RetryPlan(first: .seconds(2), longest: .seconds(10), count: 62)
        /// For ten minutes.
        public var failed = RetryPlan(first: .seconds(5), longest: .seconds(120), count: 9)
        /// A virtual camera whose program is about to be started; each try costs two calls and keeps nothing open. For ten
        /// minutes.
        public var noSource = RetryPlan(first: .milliseconds(500), longest: .seconds(2), count: 300)
        /// A camera that went away more often than it may before it had shown pictures.
        public var lost = RetryPlan(first: .seconds(1), longest: .seconds(60), count: 6)

        /// Looks at the list of cameras, which open none. The system's word of a new one brings it sooner, and for ever; this is
        /// for machines without that. For ten minutes each: for a camera that went away, for any, and once nothing is tried any
        /// more.
        public var disconnected = RetryPlan(first: .milliseconds(300), longest: .seconds(2), count: 300)
        public var noCamera = RetryPlan(first: .seconds(1), longest: .seconds(5), count: 122)
        public var look = RetryPlan(first: .seconds(5), longest: .seconds(60), count: 13)

        /// How often a device may go away before it has shown pictures, until it is opened less eagerly. It comes back because
        /// a person plugs it in, or its firmware restarts, which does no harm.
        public var freeLossesOfDevice = 12
        /// The same for a camera without a node: it may have ended the service behind which it is, and what others have there. A
        /// mode is not asked for a third time anyway (`FatalModes`).
        public var freeLossesOfService = 2

        public init() {}

        func freeLosses(of camera: CameraInfo) -> Int {
            camera.node.isEmpty ? freeLossesOfService : freeLossesOfDevice
        }
    }

    public private(set) var state: SessionState = .off
    /// The cameras there are, in the order to offer them; the test scene is never among them.
    public private(set) var cameras: [CameraInfo] = []
    /// The camera to use when it is there: chosen by hand, or the last one used.
    public private(set) var preferred: CameraID?

    /// What several cameras had as their `portable` at one time, which therefore tells none from another.
    private var ambiguous: Set<String> = []
    /// The camera that was asked for by name before there was permission: no other is opened.
    private var chosen: CameraInfo?
    /// The cameras are tried in their order until one shows pictures, where the person has named none: a dead entry, as
    /// laptops with image processors have by the dozen, does not stand before a good camera.
    private struct Choice: Hashable {
        /// The first one without colours: taken if the next ones are no better.
        var makeshift: CameraInfo?
        /// The first one that people may know to work, and why it does not: explained where no other does either. One in a
        /// format that can't be shown is no such camera.
        var failed: Failure?
    }

    private struct Failure: Hashable {
        let camera: CameraInfo
        let error: CameraError
    }

    /// nil once it is made.
    private var choice: Choice?
    /// Those that were left because they failed, until a camera is chosen, or fails later.
    public private(set) var passedOver: [CameraInfo] = []

    private let plans: Plans
    /// How many tries in a row, or looks at the list, have been planned for a camera that does not work or is not there.
    private var tries = 0
    /// How often in a row a camera went away before it had shown pictures.
    public private(set) var losses = 0
    /// Whether nothing is tried any more before the person asks for it, or a camera is plugged in anew.
    public private(set) var hasGivenUp = false

    public init(preferred: CameraID? = nil, plans: Plans = Plans()) {
        (self.preferred, self.plans) = (preferred, plans)
    }

    /// Handles an event and returns the effects. An event without meaning in the present state does nothing.
    public mutating func handle(_ event: SessionEvent) -> [SessionEffect] {
        switch (state, event) {
        case (_, .camerasChanged(let found)):
            return camerasChanged(to: found)
        case (.off, .allowed):
            return openBest()
        case (_, .stopped):
            (state, choice, passedOver) = (.off, nil, [])
            beginAnew()
            return [.cancelRetry, .close]
        case (.off, .left), (.off, .returned):
            return []
        case (.paused, _):
            return whilePaused(event)
        case (_, .left):
            state = .paused(state.camera)
            return [.cancelRetry, .close]
        case (.off, .selected(let camera)) where camera.id == .testScene:
            // No device, so no permission is needed.
            return open(camera)
        case (.off, .selected(let camera)):
            chosen = camera
            return []
        case (.failed(let camera, let error), .allowed) where error.code == .notAllowed:
            return open(camera)
        case (.off, _), (_, .allowed):
            return []
        case (.opening(let current, _), .selected(let camera)) where current.id == camera.id,
            (.streaming(let current, _, _), .selected(let camera)) where current.id == camera.id:
            preferred = camera.id
            chosen = nil
            return []
        case (_, .selected(let camera)):
            preferred = camera.id
            (chosen, choice, passedOver) = (nil, nil, [])
            losses = 0
            return open(camera)
        case (.noCamera, .retryDue):
            return [.scan] + look(by: plans.noCamera)
        case (.noCamera, .retryRequested):
            return [.scan] + beginLooking(by: plans.noCamera)
        case (.noCamera, _):
            return []
        case (.opening(let camera, _), .opened(let stream)), (.busy(let camera, _), .opened(let stream)):
            return opened(camera, stream)
        case (.restarting(let camera, let restarts), .opened(let stream)):
            state = .streaming(camera, stream, restarts: restarts)
            return [.cancelRetry]
        case (.opening(let camera, let attempt), .openFailed(let error)):
            return openFailed(camera, attempt: attempt, error)
        case (.restarting(let camera, let restarts), .openFailed(let error)):
            return error.code == .failed ? fault(camera, restarts: restarts, error) : ended(camera, error)
        case (.busy(let camera, _), .openFailed(let error)):
            return openFailed(camera, attempt: 1, error)
        case (.failed, .retryDue) where hasGivenUp, (.busy, .retryDue) where hasGivenUp:
            return [.scan] + look(by: plans.look)
        // In silence: what is said stays until something else is true.
        case (.failed(let camera, _), .retryDue), (.busy(let camera, _), .retryDue):
            return [.open(present(camera))]
        case (.failed(let camera, let error), .opened(let stream)):
            state = .resuming(camera, stream, after: error)
            return [.cancelRetry]
        case (.resuming(let camera, let stream, _), .picturesArrived):
            state = .streaming(camera, stream, restarts: 0)
            beginAnew()
            return []
        case (.failed(let camera, _), .openFailed(let error)),
            (.resuming(let camera, _, _), .streamFailed(let error)):
            return ended(camera, error)
        case (.streaming(let camera, let stream, _), .picturesArrived):
            choice = nil
            state = .streaming(camera, stream, restarts: 0)
            beginAnew()
            return []
        case (.streaming(let camera, _, let restarts), .streamFailed(let error)):
            return fault(camera, restarts: restarts, error)
        case (.opening(let camera, let attempt), .retryDue):
            state = .opening(camera, attempt: attempt)
            return [.open(camera)]
        case (.restarting(let camera, _), .retryDue):
            return [.open(camera)]
        case (.disconnected, .retryDue):
            return [.scan] + look(by: plans.disconnected)
        case (.busy(let camera, _), .retryRequested), (.failed(let camera, _), .retryRequested),
            (.disconnected(let camera), .retryRequested), (.restarting(let camera, _), .retryRequested),
            (.resuming(let camera, _, _), .retryRequested),
            (.opening(let camera, _), .retryRequested), (.streaming(let camera, _, _), .retryRequested):
            // The person means this one.
            (choice, passedOver) = (nil, [])
            losses = 0
            return open(camera)
        case (_, .returned),
            (.streaming, .opened), (.streaming, .openFailed), (.streaming, .retryDue),
            (.opening, .picturesArrived), (.opening, .streamFailed),
            (.restarting, .picturesArrived), (.restarting, .streamFailed),
            (.busy, .picturesArrived), (.busy, .streamFailed),
            (.disconnected, .opened), (.disconnected, .openFailed), (.disconnected, .picturesArrived),
            (.disconnected, .streamFailed),
            (.failed, .picturesArrived), (.failed, .streamFailed),
            (.resuming, .opened), (.resuming, .openFailed), (.resuming, .retryDue):
            return []
        }
    }

    /// Handles an event while paused. The camera may have another node by now, or be gone: after a suspend all nodes
    /// are new.
    private mutating func whilePaused(_ event: SessionEvent) -> [SessionEffect] {
        guard case .paused(let camera) = state else { return [] }
        switch event {
        case .selected(let camera):
            preferred = camera.id
            chosen = nil
            state = .paused(camera)
            return []
        case .returned, .retryRequested:
            guard let camera else {
                state = .noCamera
                return beginLooking(by: plans.noCamera) + [.scan]
            }
            if camera.id == .testScene { return open(camera) }
            state = .disconnected(camera)
            return beginLooking(by: plans.disconnected) + [.scan]
        case .allowed, .stopped, .left, .camerasChanged, .opened, .openFailed, .picturesArrived,
            .streamFailed, .retryDue:
            return []
        }
    }

    private mutating func openBest() -> [SessionEffect] {
        (choice, passedOver) = (Choice(), [])
        if let chosen { return open(chosen) }
        guard let camera = cameras.first(where: { $0.id == preferred }) ?? cameras.first else {
            state = .noCamera
            return beginLooking(by: plans.noCamera)
        }
        return open(camera)
    }

    /// The camera as found now. One that was asked for before it was found has the person's word as its id.
    private func present(_ wanted: CameraInfo) -> CameraInfo {
        wanted.id == .testScene ? wanted : cameras.meant(by: wanted.id.rawValue) ?? wanted
    }

    /// - Parameter found: the camera as found now, if that is known.
    private mutating func open(_ wanted: CameraInfo, as found: CameraInfo? = nil) -> [SessionEffect] {
        let camera = found ?? present(wanted)
        if chosen?.id == wanted.id { chosen = camera }
        if preferred == wanted.id { preferred = camera.id }
        state = .opening(camera, attempt: 1)
        (tries, hasGivenUp) = (0, false)
        return [.cancelRetry, .open(camera)]
    }

    /// There are pictures, or nothing is wanted any more: earlier faults count no longer.
    private mutating func beginAnew() { (tries, losses, hasGivenUp) = (0, 0, false) }

    /// A missing camera is reported by its stream; only cameras that came back matter here.
    private mutating func camerasChanged(to found: [CameraInfo]) -> [SessionEffect] {
        cameras = found
        ambiguous.formUnion(found.ambiguous)
        switch state {
        case .noCamera where !found.isEmpty:
            return openBest()
        case .disconnected(let camera):
            let again = found.meant(by: camera.id.rawValue) ?? moved(camera)
            return again.map { reopen(camera, as: $0) } ?? []
        case .failed(let camera, let error) where isReplaceable(camera, after: error):
            // It was only a makeshift: another camera is better.
            guard let other = found.first, other.id != camera.id else { return unplugged(camera) }
            return open(other)
        case .failed(let camera, _), .busy(let camera, _):
            return unplugged(camera)
        case .off, .noCamera, .paused, .opening, .streaming, .restarting, .resuming:
            return []
        }
    }

    /// A camera that does not work is opened at once when it is plugged in anew.
    private mutating func unplugged(_ camera: CameraInfo) -> [SessionEffect] {
        let isThere = cameras.meant(by: camera.id.rawValue) != nil || moved(camera) != nil
        guard !isThere, camera.id != .testScene else { return [] }
        // A hand has pulled it out; a service goes by itself.
        if hasGivenUp, !camera.node.isEmpty { losses = 0 }
        state = .disconnected(camera)
        return [.close] + beginLooking(by: plans.disconnected)
    }

    /// The camera was found again: it is opened at once, but later and later if it goes away each time, and in the end not any
    /// more. What ends with it may be a service that others need.
    private mutating func reopen(_ camera: CameraInfo, as found: CameraInfo) -> [SessionEffect] {
        let paced = losses - plans.freeLosses(of: found)
        guard paced > 0 else { return open(camera, as: found) }
        guard let delay = plans.lost.delay(after: paced - 1) else {
            state = .failed(found, CameraError(.gone, step: "opened too often"))
            return giveUp()
        }
        state = .restarting(found, restarts: Delay.restart.count)
        return [.retry(after: delay)]
    }

    /// The camera as found now, where it is plugged in elsewhere; nil if that is not certain.
    private func moved(_ camera: CameraInfo) -> CameraInfo? {
        guard let portable = camera.portable, !ambiguous.contains(portable) else { return nil }
        return cameras.first { $0.portable == portable }
    }

    /// Whether another camera may take its place: this one has no picture and was not asked for.
    private func isReplaceable(_ camera: CameraInfo, after error: CameraError) -> Bool {
        let hasPictures = error.code != .noSource && error.code != .unsupportedFormat
        return !hasPictures && !isAskedFor(camera)
    }

    private func isAskedFor(_ camera: CameraInfo) -> Bool {
        camera.id == preferred || camera.id == chosen?.id
    }

    /// The camera to try after one that was not asked for; nil if there is none.
    private func next(after camera: CameraInfo) -> CameraInfo? {
        cameras.drop { $0.id != camera.id }.dropFirst().first ?? choice?.makeshift
    }

    /// Infrared sensors, which show no colours, may come before the camera that people mean.
    private mutating func opened(_ camera: CameraInfo, _ stream: StreamDescription) -> [SessionEffect] {
        if let choice, stream.layout.format == .grey, !isAskedFor(camera), camera.id != choice.makeshift?.id,
            let next = next(after: camera)
        {
            self.choice?.makeshift = choice.makeshift ?? camera
            return open(next)
        }
        state = .streaming(camera, stream, restarts: 0)
        return [.cancelRetry]
    }

    /// The camera to try in place of one that failed before it showed anything; nil where the person asked for it, or none
    /// is left.
    private mutating func instead(of camera: CameraInfo, _ error: CameraError) -> CameraInfo? {
        guard choice != nil, !isAskedFor(camera) else { return nil }
        if camera.id == choice?.makeshift?.id { choice?.makeshift = nil }
        if choice?.failed == nil, error.code != .unsupportedFormat {
            choice?.failed = Failure(camera: camera, error: error)
        }
        guard let next = next(after: camera) else { return nil }
        passedOver.append(camera)
        return next
    }

    private mutating func openFailed(
        _ camera: CameraInfo, attempt: Int, _ error: CameraError
    ) -> [SessionEffect] {
        guard error.code == .notAllowed, attempt <= Delay.access.count else { return ended(camera, error) }
        state = .opening(camera, attempt: attempt + 1)
        return [.retry(after: Delay.access[attempt - 1])]
    }

    private mutating func fault(
        _ camera: CameraInfo, restarts: Int, _ error: CameraError
    ) -> [SessionEffect] {
        guard let delay = Self.restartDelay(after: error, restarts: restarts) else {
            return ended(camera, error)
        }
        state = .restarting(camera, restarts: restarts + 1)
        return [.close, .retry(after: delay)]
    }

    /// How long a stream that failed stays closed until it is started again.
    ///
    /// - Parameter restarts: how often that was done since the last pictures.
    /// - Returns: nil if it is not done any more.
    public static func restartDelay(after error: CameraError, restarts: Int) -> Duration? {
        let bound = error.code == .stalled ? 1 : Delay.restart.count
        guard error.code == .failed || error.code == .stalled, restarts < bound else { return nil }
        return Delay.restart[restarts]
    }

    /// The camera can't be used now: another is tried, or it is said why, and tried again slowly.
    private mutating func ended(_ camera: CameraInfo, _ error: CameraError) -> [SessionEffect] {
        if let next = instead(of: camera, error) { return open(next) }
        let failure = choice?.failed ?? Failure(camera: camera, error: error)
        let (camera, error) = (failure.camera, failure.error)
        (choice, passedOver) = (nil, [])
        switch error.code {
        case .gone:
            losses = min(losses + 1, plans.freeLosses(of: camera) + 1 + plans.lost.count)
            state = .disconnected(camera)
            return [.close] + beginLooking(by: plans.disconnected)
        case .busy(let owner):
            state = .busy(camera, by: owner)
            return tryLater(plans.busy)
        case .noSource:
            state = .failed(camera, error)
            return tryLater(plans.noSource)
        case .crashes:
            // The next try could be the next crash: only a person makes it.
            state = .failed(camera, error)
            return giveUp()
        case .notAllowed, .unsupportedFormat, .decoderMissing, .stalled, .noBandwidth, .controlRefused,
            .failed:
            state = .failed(camera, error)
            return tryLater(plans.failed)
        }
    }

    private mutating func tryLater(_ plan: RetryPlan) -> [SessionEffect] {
        guard let delay = plan.delay(after: tries) else { return giveUp() }
        tries += 1
        return [.close, .retry(after: delay)]
    }

    /// Nothing is tried any more, and cameras are only looked for.
    private mutating func giveUp() -> [SessionEffect] {
        (tries, hasGivenUp) = (0, true)
        return [.close] + look(by: plans.look)
    }

    private mutating func beginLooking(by plan: RetryPlan) -> [SessionEffect] {
        (tries, hasGivenUp) = (0, false)
        return look(by: plan)
    }

    /// Plans the next look at the list of cameras, if there is one.
    private mutating func look(by plan: RetryPlan) -> [SessionEffect] {
        guard let delay = plan.delay(after: tries) else {
            hasGivenUp = true
            return []
        }
        tries += 1
        return [.retry(after: delay)]
    }
}
