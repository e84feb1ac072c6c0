// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import CaptureService
internal import Glibc
internal import Platform
internal import Synchronization

/// Turns the camera off while the viewfinder can't be seen, as window, desktop and system report.
///
/// Thread-safe and independent of the main thread, which may be blocked when the screen is locked, or before there is
/// a window at all.
nonisolated final class SystemPresence: PresenceMonitoring {
    private struct State {
        var presence = Presence()
        /// Counts changes that outdate an earlier check for the window.
        var look = 0
    }

    /// How long the camera may be on without a window on the screen.
    private static let timeout: Duration = .milliseconds(1500)

    private let service: CaptureService
    private let state = Mutex(State())
    /// Subscriptions that last as long as the program.
    private let watches = Mutex<[any Sendable]>([])
    private let log = Log(domain: "main")

    init(_ service: CaptureService) { self.service = service }

    private var isPresent: Bool { state.withLock { $0.presence.isPresent } }

    func note(_ reason: AbsenceReason, _ holds: Bool) { note(reason, holds) {} }

    /// - Parameter done: called on the capture thread after the camera has followed.
    private func note(_ reason: AbsenceReason, _ holds: Bool, done: @escaping @Sendable () -> Void) {
        SignalThread.shared.perform { [self] in
            if apply({ $0.note(reason, holds) }) != nil { log.debug("\(reason): \(holds)") }
            service.afterwards(done)
        }
    }

    /// On the signal thread, which carries out each change before it decides the next: the session receives the last
    /// one last.
    @discardableResult private func apply(_ change: (inout Presence) -> Bool?) -> Bool? {
        let isPresent = state.withLock { change(&$0.presence) }
        if let isPresent { isPresent ? service.resume() : service.pause() }
        return isPresent
    }

    // MARK: The window

    func noteWindow(isMapped: Bool) {
        SignalThread.shared.perform { [self] in
            apply { $0.noteWindow(isMapped: isMapped) }
            if !isMapped { lookForWindow() }
        }
    }

    func followSession() {
        let snapshots = service.snapshots()
        Task.detached { [self] in
            for await snapshot in snapshots { noteSession(snapshot) }
        }
    }

    private func noteSession(_ snapshot: SessionSnapshot) {
        SignalThread.shared.perform { [self] in
            guard state.withLock({ $0.presence.noteSession(snapshot) }) else { return }
            // Allowed elsewhere while the viewfinder can't be seen: it waits too.
            if isPresent { lookForWindow() } else { service.pause() }
        }
    }

    private func lookForWindow() {
        let look = state.withLock { state in
            state.look += 1
            return state.look
        }
        SignalThread.shared.perform(after: Self.timeout) { [self] in
            guard state.withLock({ $0.look }) == look, apply({ $0.windowIsDue() }) != nil else { return }
            log.warning("no window has appeared: the camera is turned off until one does")
        }
    }

    // MARK: The system

    /// Follows the buses that exist, from now on.
    func start() {
        Blocking.start { [self] in
            guard let bus = try? BusConnection.session() else { return }
            keep(ScreenLockWatch(bus) { [self] in note(.lockedScreen, $0) })
            keep(ScreenPowerWatch(bus) { [self] in note(.darkScreen, $0) })
        }
        Blocking.start { [self] in
            guard let bus = try? BusConnection.system() else { return }
            keep(SleepWatch(bus) { [self] isAsleep, done in note(.sleep, isAsleep, done: done) })
            if let seat = SeatWatch(bus, { [self] in note($0, $1) }) { keep(seat) }
        }
    }

    private func keep(_ watch: any Sendable) { watches.withLock { $0.append(watch) } }
}

/// Reports when the desktop's screen saver or lock starts and ends. Thread-safe.
private nonisolated final class ScreenLockWatch: Sendable {
    /// GNOME and the desktops that follow it, KDE and the others that follow the specification.
    private static let services = [
        ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"),
        ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"),
        ("org.freedesktop.ScreenSaver", "/ScreenSaver"),
        ("org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver"),
        ("org.mate.ScreenSaver", "/org/mate/ScreenSaver"),
        ("org.xfce.ScreenSaver", "/org/xfce/ScreenSaver"),
    ]

    private let subscriptions: [BackgroundSubscription]

    /// - Parameter tell: called on the signal thread.
    init(_ bus: BusConnection, _ tell: @escaping @Sendable (_ isLocked: Bool) -> Void) {
        subscriptions = Self.services.map { name, path in
            BackgroundSubscription(bus, name: name, path: path, interface: name, signal: "ActiveChanged") {
                if let isLocked = $0[0]?.boolean { tell(isLocked) }
            }
        }
    }
}

/// Reports when GNOME turns the screens off and on. Other compositors ask a window on a dark screen for no pictures, which
/// the window notices. Thread-safe.
private nonisolated final class ScreenPowerWatch: Sendable {
    private static let service = "org.gnome.Mutter.DisplayConfig"

    private let subscription: BackgroundSubscription

    /// - Parameter tell: called on the signal thread.
    init(_ bus: BusConnection, _ tell: @escaping @Sendable (_ isDark: Bool) -> Void) {
        subscription = BackgroundSubscription(
            bus, name: Self.service, path: "/org/gnome/Mutter/DisplayConfig",
            interface: "org.freedesktop.DBus.Properties", signal: "PropertiesChanged", first: Self.service
        ) { arguments in
            // org.gnome.Mutter.DisplayConfig.xml: 0 is on; 1 to 3 are the ways of being off; -1 is unknown.
            if case .integer(let mode)? = arguments[1]?["PowerSaveMode"]?.unwrapped { tell(mode > 0) }
        }
    }
}

/// Reports, from logind, when another session takes the seat or this one is locked. Thread-safe.
private nonisolated final class SeatWatch: Sendable {
    private static let service = "org.freedesktop.login1"
    private static let manager = "/org/freedesktop/login1"
    private static let session = "org.freedesktop.login1.Session"
    private static let properties = "org.freedesktop.DBus.Properties"
    private static let timeout: Duration = .seconds(5)

    private let subscription: BackgroundSubscription

    /// nil if logind knows no session of this user. Blocks until it has answered.
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
                [.string(session), .string("Id")], timeout: timeout, startsService: false))
        guard let id = id?[0]?.unwrapped.string else { return nil }
        let path = try? bus.callBlocking(
            BusCall(
                service, manager, service + ".Manager", "GetSession",
                [.string(id)], timeout: timeout, startsService: false))
        return path?[0]?.string
    }
}

/// Reports, from logind, when the computer goes to sleep and wakes up, and delays it until the camera is closed.
/// Thread-safe.
private nonisolated final class SleepWatch: Sendable {
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
                words.map { .string($0) }, timeout: .seconds(5), startsService: false))
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
