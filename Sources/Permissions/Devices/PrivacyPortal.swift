// SPDX-License-Identifier: GPL-3.0-or-later
internal import Platform

/// A device's privacy key, such as `disable-camera`, as the Settings portal shows it, for desktops without GNOME's
/// own schema.
///
/// Only a clear "true" counts. A portal that does not run is not started for this.
struct PrivacyPortal: Sendable {
    static let namespace = "org.gnome.desktop.privacy"
    let key: String

    init<Kind: DeviceKind>(_: Kind.Type) { key = "disable-" + Kind.id }

    private static let interface = "org.freedesktop.portal.Settings"

    /// Asks without blocking; nil if the portal does not say.
    @MainActor func isDisabled(_ bus: BusConnection) async -> Bool? {
        // No answer, for whatever reason, means that the device is not turned off.
        (try? await bus.call(question))?[0]?.unwrapped.boolean
    }

    /// Asks from a thread that may wait.
    func isDisabledBlocking(_ bus: BusConnection) -> Bool {
        (try? bus.callBlocking(question))?[0]?.unwrapped.boolean ?? false
    }

    /// Observes changes.
    @MainActor func onChange(
        _ bus: BusConnection, _ body: @escaping @MainActor (Bool) -> Void
    ) -> BusSubscription {
        BusSubscription(
            bus, name: DesktopPortal.name, path: DesktopPortal.path, interface: Self.interface,
            signal: "SettingChanged", first: Self.namespace
        ) { if let value = self.value(in: $0) { body(value) } }
    }

    /// The same on the signal thread.
    func onChangeInBackground(
        _ bus: BusConnection, _ body: @escaping @Sendable (Bool) -> Void
    ) -> BackgroundSubscription {
        BackgroundSubscription(
            bus, name: DesktopPortal.name, path: DesktopPortal.path, interface: Self.interface,
            signal: "SettingChanged", first: Self.namespace
        ) { if let value = self.value(in: $0) { body(value) } }
    }

    /// This key's value in a signal; nil if the signal is about another one.
    private func value(in arguments: BusValue) -> Bool? {
        arguments[1]?.string == key ? arguments[2]?.unwrapped.boolean : nil
    }

    private var question: BusCall {
        BusCall(
            DesktopPortal.name, DesktopPortal.path, Self.interface, "Read",
            [.string(Self.namespace), .string(key)], timeout: .seconds(1), startsService: false)
    }
}
