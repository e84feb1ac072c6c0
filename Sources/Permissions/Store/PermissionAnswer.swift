internal import GLibBridge

/// The person's recorded answer to one question.
enum PermissionAnswer: String, Equatable, Sendable {
    case yes
    case no
    /// For photos only: yes, but into one folder.
    case limited
    /// Not asked, not decided, or recorded in unknown words.
    case unset

    /// What a permission list of the store means: exactly one word that is known, or nothing.
    init(permissions: [String]) {
        self = permissions.count == 1 ? PermissionAnswer(stored: permissions[0]) : .unset
    }

    /// What a stored word means; `ask` and every other word mean that the question is open.
    init(stored: String) { self = PermissionAnswer(rawValue: stored) ?? .unset }

    /// As the store keeps it; no entry at all while the question is open.
    var permissions: [String] { self == .unset ? [] : [rawValue] }
}

/// The result of asking the store.
enum StoreReading: Equatable, Sendable {
    case answer(PermissionAnswer)
    /// There is no store on the bus, or no bus.
    case noStore
    /// There is one, and it did not answer in time.
    case silence
    /// There is one, and what it says makes no sense.
    case nonsense(String)

    /// What a missing bus means: a silent one may well have a store.
    static var withoutBus: StoreReading { BusConnection.isSessionSilent ? .silence : .noStore }
}
