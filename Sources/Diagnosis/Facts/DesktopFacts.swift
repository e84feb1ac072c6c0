/// A service on the session bus that Tintype uses.
public enum DesktopService: String, CaseIterable, Sendable {
    case permissionStore = "permission-store"
    case cameraPortal = "camera-portal"
    case settingsPortal = "settings-portal"
}

/// Whether a service answers. None is started for this.
public enum ServicePresence: String, Sendable {
    case running
    /// Not running; the bus starts it when it is needed.
    case startable
    /// It is not installed.
    case absent
    /// It runs and does not answer.
    case silent
}

/// The desktop's services.
public struct DesktopFacts: Equatable, Sendable {
    public var isSandboxed: Bool
    /// nil where there is no session bus.
    public var services: [DesktopService: ServicePresence]?

    public init(isSandboxed: Bool, services: [DesktopService: ServicePresence]?) {
        self.isSandboxed = isSandboxed
        self.services = services
    }
}
