// SPDX-License-Identifier: GPL-3.0-or-later
internal import Platform

/// One answer of the person, wherever it is kept: in the desktop's permission store, or in our own settings where the
/// desktop has none. Known from memory at any time.
///
///     unknown ──reading──▶ unset, yes, no, limited ◀──▶ each other: recorded here, or changed elsewhere
///
/// Main actor. The store decides; our settings count only if there is no store on the bus.
@MainActor
final class PermissionRecord {
    /// Where an answer is kept.
    struct Place: Sendable {
        let entry: PermissionStore.Entry
        /// Our settings' key that stands in for a missing store.
        let fallbackKey: String
        /// Our settings' key for the store's last answer; a hint for the start, never a permission.
        let hintKey: String
    }

    /// nil while the record has not been read.
    private(set) var answer: PermissionAnswer?
    /// Whether the store was silent or unreadable when it was last asked.
    private(set) var isUnanswered = false
    /// Called after every change of `answer`.
    var onChange: @MainActor () -> Void = {}

    let place: Place
    private let settings: Settings?
    private var store: PermissionStore?
    private var subscription: BusSubscription?
    private var connecting: Task<Void, Never>?
    /// Waits for a store that did not answer in time.
    private var waiting: Task<Void, Never>?
    private let log = Log(domain: "permissions")
    /// Whether the settings stand in for the store.
    private var isFallback = false
    /// Whether the answer was given in this session and could not be stored: it holds until a newer one.
    private var isForThisSession = false
    private var writesUnderWay = 0
    /// Answers on their way to being stored, the oldest first.
    private var held: [PermissionAnswer] = []
    /// The newest change elsewhere while answers were being stored: it counts if that fails.
    private var missed: PermissionAnswer??
    /// Counts events that outdate an earlier reading.
    private var epoch = 0
    private var watch: SignalConnection?

    init(place: Place, settings: Settings?) {
        self.place = place
        self.settings = settings
        watch = settings?.onChange(of: place.fallbackKey) { [weak self] in
            if let self, self.isFallback { self.absorb(.noStore) }
        }
    }

    /// The answer in our settings, in place of a store.
    var fallback: PermissionAnswer {
        PermissionAnswer(stored: settings?.string(place.fallbackKey) ?? "")
    }

    /// The store's last answer; `unset` if that is not known.
    var hint: PermissionAnswer { PermissionAnswer(stored: settings?.string(place.hintKey) ?? "") }

    // MARK: Reading

    /// Uses the store on this bus from now on, and asks it; nil means that there is no bus.
    func start(_ connect: @escaping @MainActor () async -> BusConnection?) {
        let connecting = Task { [weak self] in
            let bus = await connect()
            self?.connected(bus)
        }
        self.connecting = connecting
        Task { [weak self] in
            await connecting.value
            await self?.refresh()
        }
    }

    private func connected(_ bus: BusConnection?) {
        if let bus { attach(bus) } else { absorb(.withoutBus) }
    }

    /// Uses the store on this bus from now on, without asking it yet.
    func attach(_ bus: BusConnection, timeout: Duration = .seconds(10)) {
        let store = PermissionStore(connection: bus, entry: place.entry, timeout: timeout)
        self.store = store
        subscription = store.onChange { [weak self] in self?.changedElsewhere($0) }
    }

    /// Stops waiting: the question counts as open until an answer comes.
    func stopWaiting() { if answer == nil { become(.unset) } }

    /// Asks the store again.
    func refresh() async {
        guard let store else { return }
        let asked = epoch
        let reading = await store.read()
        // An older question has an older answer.
        if asked == epoch, !isStoring { absorb(reading) }
    }

    /// Asks the store and waits: for commands, which have no main loop.
    func refreshBlocking() { if let store { absorb(store.readBlocking()) } }

    /// Applies the store's answer.
    func absorb(_ reading: StoreReading) {
        isUnanswered =
            switch reading {
            case .answer, .noStore: false
            case .silence, .nonsense: true
            }
        switch reading {
        case .answer(let stored): absorb(stored: stored)
        case .noStore: absorbNoStore()
        case .silence: absorbSilence()
        case .nonsense(let reason): absorbNothing(reason)
        }
    }

    private func absorb(stored: PermissionAnswer) {
        isFallback = false
        if stored == .unset, isForThisSession { return }
        isForThisSession = false
        settings?.set(place.hintKey, stored.rawValue)
        become(stored)
    }

    private func absorbNoStore() {
        if !isFallback { log.info("no permission store on the bus: using our own settings") }
        isFallback = true
        if !isForThisSession { become(fallback) }
    }

    /// An earlier answer stays valid, and a store that recovers is read.
    private func absorbSilence() {
        if answer == nil {
            absorbNothing("it is silent")
        } else {
            log.warning("the permission store is silent")
        }
        guard waiting == nil, connecting != nil, let store, !store.connection.isClosed else { return }
        waiting = Task { [weak self] in
            let asked = self?.epoch
            let reading = await store.read(within: BusCall.noLimit)
            guard let self else { return }
            self.waiting = nil
            if reading != .silence {
                if asked == self.epoch, !self.isStoring { self.absorb(reading) }
            } else if (try? await Task.sleep(for: Self.pause)) != nil {
                // It is gone without an answer; the bus starts another.
                await self.refresh()
            }
        }
    }

    private static let pause: Duration = .seconds(1)

    /// Anything unclear is no permission.
    private func absorbNothing(_ reason: String) {
        log.warning("the permission store says nothing of use: \(reason)")
        if !isForThisSession { become(.unset) }
    }

    private func changedElsewhere(_ changed: PermissionAnswer?) {
        guard !isStoring else {
            missed = .some(changed)
            return
        }
        epoch += 1
        isForThisSession = false
        guard let changed else { return absorbNothing("a change of no known form") }
        absorb(.answer(changed))
    }

    private func become(_ new: PermissionAnswer) {
        guard new != answer else { return }
        answer = new
        onChange()
    }

    // MARK: Recording

    /// Whether an answer is being stored: readings meanwhile are outdated.
    private var isStoring: Bool { writesUnderWay > 0 || !held.isEmpty }

    /// Takes the person's answer. It holds at once, for this session; `store` keeps it.
    func hold(_ new: PermissionAnswer) {
        epoch += 1
        isForThisSession = true
        held.append(new)
        become(new)
    }

    /// Stores the oldest answer that is held and not stored yet.
    ///
    /// - Returns: whether it could be stored; it holds for this session either way.
    @discardableResult func storeHeld() async -> Bool {
        guard !held.isEmpty else { return true }
        let new = held.removeFirst()
        writesUnderWay += 1
        let failure = await write(new)
        writesUnderWay -= 1
        let isStored = finish(new, failure)
        guard !isStoring else { return isStored }
        let missed = missed
        self.missed = nil
        if isStored, !isFallback { await refresh() } else if let missed { changedElsewhere(missed) }
        return isStored
    }

    private func write(_ new: PermissionAnswer) async -> StoreReading? {
        await connecting?.value
        guard let store else { return .withoutBus }
        return await store.write(new)
    }

    /// Forgets the answer, at once and in the store: the question is open again.
    func forget() {
        hold(.unset)
        Task { [self] in await storeHeld() }
    }

    /// The same for commands, which have no main loop.
    @discardableResult func recordBlocking(_ new: PermissionAnswer) -> Bool {
        hold(new)
        held.removeAll()
        guard let store else { return finish(new, .withoutBus) }
        return finish(new, store.writeBlocking(new))
    }

    private func finish(_ new: PermissionAnswer, _ failure: StoreReading?) -> Bool {
        let isStored: Bool
        switch failure {
        case nil:
            isFallback = false
            settings?.set(place.hintKey, new.rawValue)
            if new == .unset { settings?.set(place.fallbackKey, "ask") }
            isStored = true
        case .noStore:
            isFallback = true
            isStored = settings?.set(place.fallbackKey, new == .unset ? "ask" : new.rawValue) ?? false
        case .some(let reason):
            log.warning("the answer could not be stored: \(reason)")
            isStored = false
        }
        // A newer pending answer decides this itself.
        if !isStoring { isForThisSession = !isStored }
        return isStored
    }
}
