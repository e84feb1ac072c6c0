public import CaptureCore
public import GLibBridge

/// The record of the person's answer about the camera, and the only maker of `CameraGrant`.
///
/// Main actor. The answer is kept in GSettings (`camera-access`: `ask`, `yes`, `no`; anything else means `ask`).
@MainActor
public final class CameraPermissionManager: CameraConsenting {
    private static let key = "camera-access"

    private let settings: Settings?
    private var grant: CameraGrant?
    /// Stands in for the settings where there are none.
    private var unstoredAccess: CameraAccess = .notDetermined
    private var lastAccess: CameraAccess = .notDetermined
    private var observers: [@MainActor (CameraAccess) -> Void] = []
    private var viewObserver: (@MainActor (CameraAccess) -> Void)?

    /// - Parameter settings: nil where the schema is not installed: answers then hold for this session only.
    public init(settings: Settings?) {
        self.settings = settings
        lastAccess = access
        settings?.onChange(of: Self.key) { [weak self] in self?.accessMayHaveChanged() }
    }

    public var access: CameraAccess {
        guard let settings else { return unstoredAccess }
        return switch settings.string(Self.key) {
        case "yes": .authorized
        case "no": .denied
        default: .notDetermined
        }
    }

    /// A grant while the camera is allowed, else nil. The same one until the permission is withdrawn.
    public func currentGrant() -> CameraGrant? {
        guard access == .authorized else { return nil }
        if let grant, grant.isValid { return grant }
        let fresh = CameraGrant()
        grant = fresh
        return fresh
    }

    @discardableResult public func record(isAllowed: Bool) -> Bool {
        let isStored = settings?.set(Self.key, isAllowed ? "yes" : "no") ?? false
        unstoredAccess = isAllowed ? .authorized : .denied
        accessMayHaveChanged()
        return isStored
    }

    public func onChange(_ body: @escaping @MainActor (CameraAccess) -> Void) { viewObserver = body }

    /// Adds an observer that stays: the owner of the capture service.
    public func observe(_ body: @escaping @MainActor (CameraAccess) -> Void) { observers.append(body) }

    private func accessMayHaveChanged() {
        let now = access
        guard now != lastAccess else { return }
        lastAccess = now
        if now != .authorized {
            grant?.end()
            grant = nil
        }
        for observer in observers { observer(now) }
        viewObserver?(now)
    }
}
