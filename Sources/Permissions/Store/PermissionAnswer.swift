// SPDX-License-Identifier: GPL-3.0-or-later
internal import Platform

/// The person's recorded answer to one question.
enum PermissionAnswer: String, Equatable, Sendable {
    case yes
    case no
    /// For photos only: yes, but into one folder.
    case limited
    /// Not asked, not decided, or recorded in unknown words.
    case unset

    /// The meaning of a permission list in the store: exactly one known word, or nothing.
    init(permissions: [String]) {
        self = permissions.count == 1 ? PermissionAnswer(stored: permissions[0]) : .unset
    }

    /// The meaning of a stored word; `ask` and unknown words mean that the question is open.
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
    /// There is one, and its answer is invalid.
    case nonsense(String)

    /// The meaning of a missing bus: a silent one may have a store.
    static var withoutBus: StoreReading { BusConnection.isSessionSilent ? .silence : .noStore }
}
