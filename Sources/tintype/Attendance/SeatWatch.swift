internal import CaptureCore
internal import GLibBridge

/// Reports, from logind, when another session takes the seat or this one is locked. Thread-safe.
nonisolated final class SeatWatch: Sendable {
    private static let service = "org.freedesktop.login1"
    private static let manager = "/org/freedesktop/login1"
    private static let session = "org.freedesktop.login1.Session"
    private static let properties = "org.freedesktop.DBus.Properties"
    private static let patience: Duration = .seconds(5)

    private let subscription: BackgroundSubscription

    /// nil where logind knows no session of this user. Blocks until it has answered.
    ///
    /// - Parameter tell: called on the signal thread.
    init?(_ bus: BusConnection, _ tell: @escaping @Sendable (AbsenceReason, Bool) -> Void) {
        guard let path = Self.ownSession(bus) else { return nil }
        subscription = BackgroundSubscription(
            bus, name: Self.service, path: path, interface: Self.properties, signal: "PropertiesChanged",
            first: Self.session
        ) { arguments in
            guard let changed = arguments[1] else { return }
            if let isActive = changed["Active"]?.unwrapped.boolean { tell(.otherSession, !isActive) }
            if let isLocked = changed["LockedHint"]?.unwrapped.boolean { tell(.lockedScreen, isLocked) }
        }
    }

    /// The path that signals come from: "auto" is for calls only.
    private static func ownSession(_ bus: BusConnection) -> String? {
        let id = try? bus.callBlocking(
            BusCall(
                service, manager + "/session/auto", properties, "Get",
                [.string(session), .string("Id")], patience: patience, startsService: false))
        guard let id = id?[0]?.unwrapped.string else { return nil }
        let path = try? bus.callBlocking(
            BusCall(
                service, manager, service + ".Manager", "GetSession",
                [.string(id)], patience: patience, startsService: false))
        return path?[0]?.string
    }
}
