internal import GLibBridge

/// The privacy key `disable-camera` as the Settings portal shows it, for where GNOME's own schema is not installed.
///
/// Only a clear "true" counts. A portal that does not run is not started for this.
enum PrivacyPortal {
    static let namespace = "org.gnome.desktop.privacy"
    static let key = "disable-camera"

    private static let name = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Settings"

    /// Asks without blocking; nil where the portal does not say.
    @MainActor static func isDisabled(_ bus: BusConnection) async -> Bool? {
        // No answer, for whatever reason, means that the camera is not turned off.
        (try? await bus.call(question))?[0]?.unwrapped.boolean
    }

    /// Asks from a thread that may wait.
    static func isDisabledBlocking(_ bus: BusConnection) -> Bool {
        (try? bus.callBlocking(question))?[0]?.unwrapped.boolean ?? false
    }

    /// Observes changes.
    @MainActor static func onChange(
        _ bus: BusConnection, _ body: @escaping @MainActor (Bool) -> Void
    ) -> BusSubscription {
        BusSubscription(
            bus, name: name, path: path, interface: interface, signal: "SettingChanged", first: namespace
        ) { arguments in
            guard arguments[1]?.string == key, let value = arguments[2]?.unwrapped.boolean else { return }
            body(value)
        }
    }

    /// The same on the signal thread.
    static func onChangeInBackground(
        _ bus: BusConnection, _ body: @escaping @Sendable (Bool) -> Void
    ) -> BackgroundSubscription {
        BackgroundSubscription(
            bus, name: name, path: path, interface: interface, signal: "SettingChanged", first: namespace
        ) { arguments in
            guard arguments[1]?.string == key, let value = arguments[2]?.unwrapped.boolean else { return }
            body(value)
        }
    }

    private static var question: BusCall {
        BusCall(
            name, path, interface, "Read", [.string(namespace), .string(key)], patience: .seconds(1),
            startsService: false)
    }
}
