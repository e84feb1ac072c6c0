internal import GLibBridge

/// Reports when the desktop's screen saver or lock starts and ends. Thread-safe.
nonisolated final class ScreenLockWatch: Sendable {
    /// GNOME and the desktops that follow it, KDE and the others that follow the specification.
    private static let services = [
        ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"),
        ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"),
        ("org.freedesktop.ScreenSaver", "/ScreenSaver"),
        ("org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver"),
        ("org.mate.ScreenSaver", "/org/mate/ScreenSaver"),
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
