// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
public import Platform
internal import Synchronization

/// The permission for the camera inside a sandbox, where the desktop's Camera portal asks and decides.
///
///     notDetermined ──request──▶ authorized or denied          restricted ◀──▶ whatever the portal does
///
/// Main actor; everything is answered from memory. The portal announces no change, so it is asked again whenever the
/// window becomes active, when the desktop's privacy settings change, and when it gives no connection any more. Our
/// own switch can only turn the camera off. Makes a `CameraGrant` only while the portal gives connections.
@MainActor
public final class SandboxCameraPermission: CameraPermission {
    public var asker: (@MainActor () async -> Bool?)?
    public var isDecidedElsewhere: Bool { true }
    public var isDeniedElsewhere: Bool { access == .denied && !evidence.isTurnedOff }
    public var hasDesktopSettings: Bool { false }

    private let settings: Settings?
    private let privacy: PrivacyKey
    private let connect: @Sendable () -> BusConnection?
    private let grants: DeviceGrants<CameraKind>
    private let audience = ChangeObservers<CameraAccess>()
    private let log = Log(domain: "permissions")
    private var evidence = SandboxEvidence()
    private var portal: CameraPortal?
    private var watch: DeviceGuard<CameraKind>?
    private var connecting: Task<Void, Never>?
    private var waiting: MainTimer?
    private var askedAt: ContinuousClock.Instant?

    private enum Key {
        static let answer = "camera-access"
        static let hint = "camera-access-hint"
        static let asked = "camera-asked"
    }

    private enum Timeout {
        /// How long the first answer may take before the question counts as open; milliseconds.
        static let firstTime: UInt32 = 300
        static let allowedBefore: UInt32 = 1000
        /// Two clicks within this time ask only once.
        static let question: Duration = .seconds(10)
    }

    /// - Parameter settings: nil if the schema is not installed: then it is not remembered that the question was
    ///   asked.
    public convenience init(settings: Settings?) {
        // The schema is there in a sandbox too, but not the desktop's values: only the portal knows those.
        self.init(settings, PrivacyKey(settings: nil)) { try? BusConnection.session() }
    }

    /// - Parameter connect: gives the bus on any thread that may wait.
    init(_ settings: Settings?, _ privacy: PrivacyKey, connect: @escaping @Sendable () -> BusConnection?) {
        self.settings = settings
        self.privacy = privacy
        self.connect = connect
        let refused = CallBack()
        grants = DeviceGrants { () throws(CameraError) in
            guard let bus = connect() else { throw CameraError(.gone, step: "bus") }
            do throws(CameraError) { return try CameraPortal(bus: bus).connect() } catch {
                refused.call()
                throw error
            }
        }
        readSettings()
        refused.set { [weak self] in self?.refresh() }
        privacy.onChange = { [weak self] in self?.privacyChanged() }
    }

    // MARK: Knowing

    public var access: CameraAccess { evidence.access }
    public var isAccessKnown: Bool { evidence.isConclusive }

    public func changes() -> AsyncStream<CameraAccess> { audience.stream() }
    public func observe(_ body: @escaping @MainActor (CameraAccess) -> Void) { audience.add(body) }
    public func currentGrant() -> CameraGrant? { access == .authorized ? grants.open() : nil }

    private func readSettings() {
        evidence.hasAsked = settings?.boolean(Key.asked) ?? false
        evidence.isTurnedOff = settings?.string(Key.answer) == PermissionAnswer.no.rawValue
    }

    private func become(_ gate: CameraPortal.Gate) {
        if case .unclear(let reason) = gate, gate != evidence.gate {
            log.warning("the camera portal gives no clear answer: \(reason)")
        }
        var new = evidence
        new.gate = gate
        // Allowed by other means, such as the desktop's settings: a later no is then an answer.
        if gate == .open { new.hasAsked = true }
        become(new)
    }

    private func become(_ new: SandboxEvidence) {
        let before = evidence
        evidence = new
        if new.hasAsked != before.hasAsked { settings?.set(Key.asked, new.hasAsked) }
        let isNews = before.access != access || before.isConclusive != isAccessKnown
        guard isNews else { return }
        if access == .authorized { grants.open() } else { grants.close() }
        if isAccessKnown { settings?.set(Key.hint, access == .authorized ? "yes" : "unset") }
        audience.tell(access)
    }

    // MARK: Following

    public func start() {
        start { try? await BusConnection.sessionSoon() }
    }

    func start(_ connecting: @escaping @MainActor () async -> BusConnection?) {
        self.connecting = Task { [weak self] in
            guard let bus = await connecting() else {
                self?.become(.unclear("there is no bus"))
                return
            }
            self?.portal = CameraPortal(bus: bus)
            // Not waited for: a portal that is slow here may be quick there.
            Task { await self?.privacy.start(bus) }
        }
        let wasAllowed = settings?.string(Key.hint) == "yes"
        waiting = MainTimer.once(after: wasAllowed ? Timeout.allowedBefore : Timeout.firstTime) {
            [weak self] in
            guard let self, self.evidence.gate == nil else { return }
            self.become(.unclear("it takes its time"))
        }
        refresh()
    }

    public func earlyCheck() -> any EarlyChecking {
        let watch = DeviceGuard(grants) { [weak self] in Task { @MainActor in self?.refresh() } }
        self.watch = watch
        return EarlyPortalCheck(isTurnedOff: evidence.isTurnedOff, grants: grants, watch: watch) {
            [weak self] gate in
            Task { @MainActor in self?.found(gate) }
        }
    }

    /// Takes the result of the check at start unless something newer is known.
    private func found(_ gate: CameraPortal.Gate) {
        if evidence.gate == nil { become(gate) }
    }

    public func refresh() {
        Task { [weak self] in await self?.probe() }
        Task { [privacy] in await privacy.refresh() }
    }

    private func probe() async {
        await connecting?.value
        guard let portal else { return }
        become(await portal.probe())
    }

    private func privacyChanged() {
        var new = evidence
        new.isDisabled = privacy.isDisabled
        become(new)
        refresh()
    }

    /// Nothing to do: here permission does not depend on which cameras exist.
    public func camerasMayHaveChanged() {}

    public func readBlocking(_ bus: BusConnection?) {
        guard let bus else { return become(.unclear("there is no bus")) }
        portal = CameraPortal(bus: bus)
        become(CameraPortal(bus: bus).probeBlocking())
    }

    public var hasRecordedNo: Bool { evidence.isTurnedOff }
    public var isUnanswered: Bool { if case .unclear? = evidence.gate { true } else { false } }

    // MARK: Asking

    public func request() async -> CameraAccess {
        await connecting?.value
        let now = ContinuousClock.now
        guard access != .authorized, let portal, askedAt.map({ now - $0 > Timeout.question }) ?? true
        else { return access }
        askedAt = now
        let outcome = await portal.ask()
        askedAt = nil
        await take(outcome, portal)
        // Even if nothing changed, so that a switch that was flipped goes back.
        audience.tell(access)
        return access
    }

    private func take(_ outcome: PortalRequest.Outcome, _ portal: CameraPortal) async {
        switch outcome {
        case .granted: become(await portal.probe())
        case .refused:
            evidence.hasAsked = true
            settings?.set(Key.asked, true)
            become(await portal.probe())
        case .error(let error):
            let gate = CameraPortal.gate(error)
            become(gate == .closed ? .unclear(error.message) : gate)
        case .failed(let reason): become(.unclear(reason))
        }
    }

    public func record(isAllowed: Bool) {
        keepOwnAnswer(isAllowed)
        guard isAllowed, access != .authorized else { return }
        Task { _ = await request() }
    }

    /// Only our own part of it: the desktop's answer is the desktop's.
    public func forget() {
        settings?.set(Key.asked, false)
        evidence.hasAsked = false
        keepOwnAnswer(true)
    }

    @discardableResult public func recordBlocking(isAllowed: Bool?) -> Bool {
        keepOwnAnswer(isAllowed ?? true)
        if isAllowed == nil { settings?.set(Key.asked, false) }
        // Only the desktop can say yes.
        return isAllowed == true ? access == .authorized : true
    }

    private func keepOwnAnswer(_ isAllowed: Bool) {
        settings?.set(Key.answer, isAllowed ? "ask" : "no")
        var new = evidence
        new.isTurnedOff = !isAllowed
        become(new)
    }

    /// A sandboxed program may not open the desktop's settings.
    public func openSettings() async -> Bool { false }
}

/// A main-actor closure that any thread can trigger; set once it exists. Thread-safe.
private final class CallBack: Sendable {
    private let body = Mutex<(@MainActor @Sendable () -> Void)?>(nil)

    func set(_ body: @escaping @MainActor @Sendable () -> Void) { self.body.withLock { $0 = body } }

    /// Runs it soon.
    func call() {
        guard let body = body.withLock({ $0 }) else { return }
        Task { @MainActor in body() }
    }
}
