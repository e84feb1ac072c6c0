internal import GLibBridge
internal import Glibc
internal import Synchronization

/// Reports, from logind, when the computer goes to sleep and wakes up, and delays it until the camera is closed.
/// Thread-safe.
nonisolated final class SleepWatch: Sendable {
    private static let service = "org.freedesktop.login1"
    private static let manager = "/org/freedesktop/login1"
    private static let interface = "org.freedesktop.login1.Manager"

    private let inhibitor: SleepInhibitor
    private let subscription: BackgroundSubscription

    /// - Parameter tell: called on the signal thread with both; calls its second argument when the camera is closed.
    init(_ bus: BusConnection, _ tell: @escaping @Sendable (Bool, @escaping @Sendable () -> Void) -> Void) {
        let words = ["sleep", "Tintype", tr("The camera is being closed"), "delay"]
        let inhibitor = SleepInhibitor(
            bus,
            BusCall(
                Self.service, Self.manager, Self.interface, "Inhibit",
                words.map { .string($0) }, patience: .seconds(5), startsService: false))
        self.inhibitor = inhibitor
        subscription = BackgroundSubscription(
            bus, name: Self.service, path: Self.manager, interface: Self.interface, signal: "PrepareForSleep"
        ) { arguments in
            guard let isAsleep = arguments[0]?.boolean else { return }
            tell(isAsleep) { if isAsleep { inhibitor.letGo() } else { inhibitor.hold() } }
        }
        inhibitor.hold()
    }
}

/// What logind waits for before it sleeps, for some seconds at most. Thread-safe.
private nonisolated final class SleepInhibitor: Sendable {
    private let bus: BusConnection
    private let call: BusCall
    /// -1 while sleep is not delayed.
    private let descriptor = Mutex<Int32>(-1)

    init(_ bus: BusConnection, _ call: BusCall) {
        self.bus = bus
        self.call = call
    }

    deinit { letGo() }

    func hold() {
        Blocking.start { [self] in
            guard let fresh = try? bus.callBlockingForDescriptor(call) else { return }
            replace(with: fresh)
        }
    }

    func letGo() { replace(with: -1) }

    private func replace(with fresh: Int32) {
        let old = descriptor.withLock { descriptor in
            defer { descriptor = fresh }
            return descriptor
        }
        if old >= 0 { close(old) }
    }
}
