// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
public import Platform

/// The record of the person's answer about a kind of device, and the only maker of its `DeviceGrant`.
///
///     notDetermined ──record──▶ authorized ◀──▶ denied          restricted ◀──▶ whatever the answer is
///
/// Main actor; everything is answered from memory. The answer lives in the desktop's permission store (table
/// `devices`, the kind's id, our app id) or, without one, in our settings. The grant ends the moment the answer does.
@MainActor
public final class DevicePermissionManager<Kind: DeviceKind>: DeviceConsenting, Sendable {
    public var asker: (@MainActor () async -> Bool?)?

    private let answers: PermissionRecord
    private let privacy: PrivacyKey
    private let grants = DeviceGrants<Kind>()
    private let looksOutOfReach: @Sendable () -> Bool
    private let audience = ChangeObservers<DeviceAccess>()
    private var evidence = DeviceEvidence()
    private var hasStarted = false
    private var waiting: MainTimer?
    private var reachCheck: Task<Void, Never>?
    private var reachTimer: MainTimer?
    private var bus: BusConnection?
    private var watch: DeviceGuard<Kind>?

    /// - Parameters:
    ///   - settings: nil if the schema is not installed: without a store, answers hold for this session only.
    ///   - isSandboxed: whether only the Settings portal knows the privacy key: the schema is there in a sandbox too, but
    ///     without the desktop's values.
    ///   - waitsForStore: whether `start` or `readBlocking` will follow; otherwise only our settings count.
    ///   - isOutOfReach: whether this account may open none of the devices there are. Called on any thread.
    public convenience init(
        settings: Settings?, isSandboxed: Bool = false, waitsForStore: Bool = false,
        isOutOfReach: @escaping @Sendable () -> Bool = { false }
    ) {
        let portal = PrivacyPortal(Kind.self)
        self.init(
            settings, isSandboxed ? PrivacyKey(portal, settings: nil) : PrivacyKey(portal),
            waitsForStore: waitsForStore, isOutOfReach: isOutOfReach)
    }

    init(
        _ settings: Settings?, _ privacy: PrivacyKey, waitsForStore: Bool,
        isOutOfReach: @escaping @Sendable () -> Bool
    ) {
        self.privacy = privacy
        answers = PermissionRecord(place: .device(Kind.id), settings: settings)
        looksOutOfReach = isOutOfReach
        if !waitsForStore { answers.absorb(.noStore) }
        evidence = gathered
        answers.onChange = { [weak self] in self?.update() }
        privacy.onChange = { [weak self] in self?.update() }
    }

    // MARK: Knowing

    public var access: DeviceAccess { evidence.access }
    public var isAccessKnown: Bool { evidence.isConclusive }

    public func changes() -> AsyncStream<DeviceAccess> { audience.stream() }

    /// Adds a permanent observer: the owner of the capture service.
    public func observe(_ body: @escaping @MainActor (DeviceAccess) -> Void) { audience.add(body) }

    /// A grant while the device is allowed, else nil. The same one until the permission is withdrawn.
    public func currentGrant() -> DeviceGrant<Kind>? { access == .authorized ? grants.open() : nil }

    private var gathered: DeviceEvidence {
        DeviceEvidence(
            // A no from last time is shown at once; a yes must be confirmed.
            answer: answers.answer ?? (answers.hint == .no ? .no : nil),
            isDisabled: privacy.isDisabled, isOutOfReach: evidence.isOutOfReach)
    }

    private func update() { become(gathered) }

    private func become(_ new: DeviceEvidence) {
        let before = evidence
        evidence = new
        let isNews = before.access != access || before.isConclusive != isAccessKnown
        guard isNews else { return }
        if access == .authorized { grants.open() } else { grants.close() }
        audience.tell(access)
    }

    // MARK: Starting

    public func start() { start { try? await BusConnection.sessionSoon() } }

    /// Connects to the desktop's store and its privacy settings, and follows them from now on. Does nothing the second
    /// time.
    ///
    /// - Parameter connect: returns the bus; nil if there is none.
    public func start(_ connect: @escaping @MainActor () async -> BusConnection?) {
        guard !hasStarted else { return }
        hasStarted = true
        let connecting = Task { await connect() }
        answers.start { await connecting.value }
        Task { [weak self] in
            guard let bus = await connecting.value else { return }
            self?.bus = bus
            await self?.privacy.start(bus)
        }
        let timeout = answers.hint == .yes ? Timeout.allowedBefore : Timeout.firstTime
        waiting = MainTimer.once(after: timeout) { [weak self] in self?.answers.stopWaiting() }
        checkReach()
    }

    /// A check that asks the store on another thread, and from then on ends the grant on a no even while the main
    /// thread is blocked.
    public func watchedCheck() -> EarlyCheck<Kind> {
        let watch = DeviceGuard(grants) { [weak self] in Task { @MainActor in self?.allowAgain() } }
        self.watch = watch
        return EarlyCheck(
            entry: answers.place.entry, fallback: answers.fallback, isDisabled: privacy.knownAtOnce,
            grants: grants, watch: watch,
            onFound: { [weak self] in Task { @MainActor in self?.takeEarly() } })
    }

    private func takeEarly() {
        guard let reading = grants.takeEarly(), answers.answer == nil else { return }
        answers.absorb(reading)
    }

    /// The guard received a no that was withdrawn before it arrived here.
    private func allowAgain() { if access == .authorized { audience.tell(access) } }

    /// Asks once and waits: for commands, which have no main loop.
    public func readBlocking(_ bus: BusConnection?) {
        reachIs(looksOutOfReach())
        guard let bus else { return answers.absorb(.withoutBus) }
        answers.attach(bus, timeout: .seconds(3))
        privacy.startBlocking(bus)
        answers.refreshBlocking()
    }

    public var hasRecordedNo: Bool { answers.answer == .no }
    public var isUnanswered: Bool { answers.isUnanswered }

    public func refresh() {
        Task { [answers] in await answers.refresh() }
        Task { [privacy] in await privacy.refresh() }
        checkReach()
    }

    /// Devices came or went.
    private func devicesMayHaveChanged() { checkReach(patiently: true) }

    /// Looks at the nodes' permissions, on a thread that may wait for a disk.
    ///
    /// - Parameter patiently: a node that is new may get its access list a moment after it appears.
    private func checkReach(patiently: Bool = false) {
        reachCheck?.cancel()
        reachCheck = Task { [weak self, looksOutOfReach] in
            var isOutOfReach = await Blocking.run { looksOutOfReach() }
            for delay in patiently ? Timeout.access : [] where isOutOfReach {
                guard (try? await Task.sleep(for: delay)) != nil else { return }
                isOutOfReach = await Blocking.run { looksOutOfReach() }
            }
            if !Task.isCancelled { self?.reachIs(isOutOfReach) }
        }
    }

    private func reachIs(_ isOutOfReach: Bool) {
        var new = evidence
        new.isOutOfReach = isOutOfReach
        become(new)
        // No signal announces an access list: check again at intervals while this account has no access.
        guard isOutOfReach, reachTimer == nil else { return }
        reachTimer = MainTimer.once(after: Timeout.outOfReach) { [weak self] in
            self?.reachTimer = nil
            self?.checkReach()
        }
    }

    // MARK: Answering

    public func request() async -> DeviceAccess {
        guard access == .notDetermined, let asker else { return access }
        if let isAllowed = await asker() { record(isAllowed: isAllowed) }
        return access
    }

    public func record(isAllowed: Bool) {
        answers.hold(isAllowed ? .yes : .no)
        Task { [answers] in await answers.storeHeld() }
    }

    /// Takes the answer back: the question is open again.
    public func forget() { answers.forget() }

    /// Records an answer and waits until it is stored: for commands. nil takes the answer back.
    ///
    /// - Returns: whether it could be stored.
    @discardableResult public func recordBlocking(isAllowed: Bool?) -> Bool {
        answers.recordBlocking(isAllowed.map { $0 ? .yes : .no } ?? .unset)
    }

    public var hasDesktopSettings: Bool { DesktopSettings.areThere }
    public var isListedByDesktop: Bool { DesktopSettings.listTintype }

    public func openSettings() async -> Bool { await DesktopSettings.open(Kind.id, bus) }
}

public typealias CameraPermissionManager = DevicePermissionManager<CameraKind>
public typealias MicrophonePermissionManager = DevicePermissionManager<MicrophoneKind>

extension DevicePermissionManager: CameraConsenting, CameraPermission where Kind == CameraKind {
    public func earlyCheck() -> any EarlyChecking { watchedCheck() }

    /// Cameras came or went.
    public func camerasMayHaveChanged() { devicesMayHaveChanged() }
}

extension DevicePermissionManager: MicrophoneConsenting where Kind == MicrophoneKind {}

/// How long the first answer may take before the question counts as open; milliseconds.
private enum Timeout {
    static let firstTime: UInt32 = 300
    /// After it was allowed once, asking again would be worse than waiting.
    static let allowedBefore: UInt32 = 1000
    /// The times to look for a new node's access list.
    static let access: [Duration] = [
        .milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(800),
    ]
    /// The time between two checks of nodes that belong to other accounts.
    static let outOfReach: UInt32 = 2000
}

extension PermissionRecord.Place {
    /// The entry that the desktop's own settings list.
    fileprivate static func device(_ id: String) -> PermissionRecord.Place {
        PermissionRecord.Place(
            entry: PermissionStore.Entry(table: "devices", id: id, app: applicationID),
            fallbackKey: id + "-access", hintKey: id + "-access-hint")
    }

    static let camera = device(CameraKind.id)
}
