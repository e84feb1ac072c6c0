internal import CaptureCore
internal import GLibBridge

/// Hears from logind when another session takes the seat, or this one is locked.
@MainActor
final class SeatWatch {
    private static let service = "org.freedesktop.login1"
    private static let manager = "/org/freedesktop/login1"
    private static let session = "org.freedesktop.login1.Session"
    private static let properties = "org.freedesktop.DBus.Properties"
    private static let patience: Duration = .seconds(5)

    private var subscription: BusSubscription?

    /// nil where logind knows no session of this person.
    init?(_ bus: BusConnection, _ tell: @escaping @MainActor (AbsenceReason, Bool) -> Void) async {
        guard let path = await Self.ownSession(bus) else { return nil }
        subscription = BusSubscription(
            bus, name: Self.service, path: path, interface: Self.properties, signal: "PropertiesChanged",
            first: Self.session
        ) { arguments in
            guard let changed = arguments[1] else { return }
            if let isActive = changed["Active"]?.unwrapped.boolean { tell(.otherSession, !isActive) }
            if let isLocked = changed["LockedHint"]?.unwrapped.boolean { tell(.lockedScreen, isLocked) }
        }
    }

    /// The path that signals come from: "auto" is for calls only.
    private static func ownSession(_ bus: BusConnection) async -> String? {
        let id = try? await bus.call(
            BusCall(
                service, manager + "/session/auto", properties, "Get",
                [.string(session), .string("Id")], patience: patience, startsService: false))
        guard let id = id?[0]?.unwrapped.string else { return nil }
        let path = try? await bus.call(
            BusCall(
                service, manager, service + ".Manager", "GetSession",
                [.string(id)], patience: patience, startsService: false))
        return path?[0]?.string
    }
}
