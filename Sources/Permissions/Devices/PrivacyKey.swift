// SPDX-License-Identifier: GPL-3.0-or-later
internal import Platform

/// Whether a device is turned off for every program, and every change of that.
///
/// Main actor. Read from GNOME's own key if its schema is installed, else from the Settings portal.
@MainActor
final class PrivacyKey {
    private(set) var isDisabled = false
    /// Called after every change.
    var onChange: @MainActor () -> Void = {}

    private let portal: PrivacyPortal
    private let settings: Settings?
    private var bus: BusConnection?
    private var subscription: BusSubscription?
    private var watch: SignalConnection?

    /// - Parameter settings: GNOME's own; nil if its schema is not installed.
    init(_ portal: PrivacyPortal = PrivacyPortal(CameraKind.self), settings: Settings?) {
        self.portal = portal
        self.settings = settings
        isDisabled = settings?.boolean(portal.key) ?? false
        watch = settings?.onChange(of: portal.key) { [weak self] in self?.readKey() }
    }

    /// The desktop's own.
    convenience init(_ portal: PrivacyPortal) {
        self.init(
            portal, settings: Settings(schema: PrivacyPortal.namespace, directories: [], needs: portal.key))
    }

    /// The value without asking a bus; nil if only the portal knows.
    var knownAtOnce: Bool? { settings == nil ? nil : isDisabled }

    /// Watches the portal, if it is the only source.
    func start(_ bus: BusConnection) async {
        guard settings == nil else { return }
        self.bus = bus
        subscription = portal.onChange(bus) { [weak self] in self?.become($0) }
        await refresh()
    }

    /// Asks the portal again, if it is the only source: it may not have answered before.
    func refresh() async {
        if let bus, let value = await portal.isDisabled(bus) { become(value) }
    }

    /// For commands, which have no main loop.
    func startBlocking(_ bus: BusConnection) {
        if settings == nil { become(portal.isDisabledBlocking(bus)) }
    }

    private func readKey() { become(settings?.boolean(portal.key) ?? false) }

    private func become(_ new: Bool) {
        guard new != isDisabled else { return }
        isDisabled = new
        onChange()
    }
}
