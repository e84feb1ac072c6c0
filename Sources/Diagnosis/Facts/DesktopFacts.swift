/// A service on the session bus that Tintype works with.
public enum DesktopService: String, CaseIterable, Sendable {
    case permissionStore = "permission-store"
    case cameraPortal = "camera-portal"
    case settingsPortal = "settings-portal"
}

/// Whether a service answers. Nothing is started to find out.
public enum ServicePresence: String, Sendable {
    case running
    /// Not running; the bus starts it when it is needed.
    case startable
    /// Nobody offers it.
    case absent
    /// It runs and does not answer.
    case silent
}

/// What there is of a desktop.
public struct DesktopFacts: Equatable, Sendable {
    public var isSandboxed: Bool
    /// nil where there is no session bus.
    public var services: [DesktopService: ServicePresence]?

    public init(isSandboxed: Bool, services: [DesktopService: ServicePresence]?) {
        self.isSandboxed = isSandboxed
        self.services = services
    }
}
