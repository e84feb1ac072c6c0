internal import GLibBridge

/// Whether the camera is turned off for every program, and every change of that.
///
/// Main actor. GNOME's own key where its schema is installed, else what the Settings portal says.
@MainActor
final class PrivacyKey {
    private(set) var isDisabled = false
    /// Called after every change.
    var onChange: @MainActor () -> Void = {}

    private let settings: Settings?
    private var bus: BusConnection?
    private var subscription: BusSubscription?
    private var watch: SignalConnection?

    /// - Parameter settings: GNOME's own; nil where its schema is not installed.
    init(settings: Settings?) {
        self.settings = settings
        isDisabled = settings?.boolean(PrivacyPortal.key) ?? false
        watch = settings?.onChange(of: PrivacyPortal.key) { [weak self] in self?.readKey() }
    }

    /// The desktop's own.
    convenience init() {
        self.init(
            settings: Settings(schema: PrivacyPortal.namespace, directories: [], needs: PrivacyPortal.key))
    }

    /// Known without a bus; nil where only the portal knows.
    var knownAtOnce: Bool? { settings == nil ? nil : isDisabled }

    /// Watches the portal where it is the only source.
    func start(_ bus: BusConnection) async {
        guard settings == nil else { return }
        self.bus = bus
        subscription = PrivacyPortal.onChange(bus) { [weak self] in self?.become($0) }
        await refresh()
    }

    /// Asks the portal again where it is the only source: it may not have answered before.
    func refresh() async {
        if let bus, let value = await PrivacyPortal.isDisabled(bus) { become(value) }
    }

    /// For commands, which have no main loop.
    func startBlocking(_ bus: BusConnection) {
        if settings == nil { become(PrivacyPortal.isDisabledBlocking(bus)) }
    }

    private func readKey() { become(settings?.boolean(PrivacyPortal.key) ?? false) }

    private func become(_ new: Bool) {
        guard new != isDisabled else { return }
        isDisabled = new
        onChange()
    }
}
