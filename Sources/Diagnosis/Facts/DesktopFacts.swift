// SPDX-License-Identifier: GPL-3.0-or-later
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

/// How the window is drawn.
public enum GraphicsUse: String, Sendable {
    /// There is no GPU.
    case noGPU = "none"
    case used
    /// There is one; a start that used it never showed a frame.
    case failed
    /// The GPU is emulated by the processor.
    case software
}

/// The desktop's services.
public struct DesktopFacts: Equatable, Sendable {
    /// nil if it was not examined.
    public var graphics: GraphicsUse?
    public var isSandboxed: Bool
    /// nil if there is no session bus.
    public var services: [DesktopService: ServicePresence]?

    public init(isSandboxed: Bool, services: [DesktopService: ServicePresence]?) {
        self.isSandboxed = isSandboxed
        self.services = services
    }
}
