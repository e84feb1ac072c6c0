internal import GLibBridge
internal import Glibc

/// Hears from logind when the computer goes to sleep and wakes up, and holds it back until the camera is closed.
@MainActor
final class SleepWatch {
    private static let service = "org.freedesktop.login1"
    private static let manager = "/org/freedesktop/login1"
    private static let interface = "org.freedesktop.login1.Manager"

    private let bus: BusConnection
    private var subscription: BusSubscription?
    /// logind waits with sleeping, for some seconds at most, as long as this is open.
    private var inhibitor: Int32 = -1

    /// - Parameter tell: told of both; calls its second argument when the camera is closed.
    init(
        _ bus: BusConnection, _ tell: @escaping @MainActor (Bool, @escaping @MainActor () -> Void) -> Void
    ) {
        self.bus = bus
        subscription = BusSubscription(
            bus, name: Self.service, path: Self.manager, interface: Self.interface, signal: "PrepareForSleep"
        ) { [weak self] arguments in
            guard let isAsleep = arguments[0]?.boolean else { return }
            tell(isAsleep) { self?.prepared(isAsleep) }
        }
        hold()
    }

    isolated deinit { letGo() }

    private func prepared(_ isAsleep: Bool) {
        if isAsleep { letGo() } else { hold() }
    }

    private func hold() {
        Task { [weak self, bus] in
            let words = ["sleep", "Tintype", tr("The camera is being closed"), "delay"]
            let descriptor = try? await bus.callForDescriptor(
                BusCall(
                    Self.service, Self.manager, Self.interface, "Inhibit",
                    words.map { .string($0) }, patience: .seconds(5), startsService: false))
            guard let descriptor else { return }
            guard let self, self.inhibitor < 0 else {
                close(descriptor)
                return
            }
            self.inhibitor = descriptor
        }
    }

    private func letGo() {
        if inhibitor >= 0 { close(inhibitor) }
        inhibitor = -1
    }
}
