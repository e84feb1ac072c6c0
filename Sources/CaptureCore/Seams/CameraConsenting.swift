/// Whether the camera may be used.
public enum CameraAccess: Sendable, Equatable {
    /// The person has not been asked, or has not decided.
    case notDetermined
    case authorized
    case denied
    /// Somebody else decided, and the person's own answer changes nothing.
    case restricted(CameraRestriction)
}

/// Who keeps the camera off.
public enum CameraRestriction: Sendable, Equatable {
    /// The desktop's privacy settings, or an administrator, for every program.
    case wholeComputer
    /// The system: this account may not open the cameras there are.
    case account
}

/// The person's answer about the camera, as the views see it.
@MainActor
public protocol CameraConsenting: AnyObject {
    /// What is known now; answered from memory.
    var access: CameraAccess { get }

    /// Whether `access` is more than a guess: false for the moment that the desktop needs for its first answer.
    /// Nothing is asked and nothing explained before.
    var isAccessKnown: Bool { get }

    /// Where the question is open, asks it; says what holds then.
    func request() async -> CameraAccess

    /// What `request` asks with: true for yes, false for no, nil for no decision.
    var asker: (@MainActor () async -> Bool?)? { get set }

    /// Records the person's answer. It holds at once, and for this session even where it can't be stored.
    func record(isAllowed: Bool)

    /// Looks again, e.g. because the person comes back from the settings.
    func refresh()

    /// Every change of `access` or `isAccessKnown`, by whomever. A new stream for each reader.
    func changes() -> AsyncStream<CameraAccess>

    /// Whether the desktop has camera settings of its own, which `openSettings` would open.
    var hasDesktopSettings: Bool { get }

    /// Whether a yes can come from the desktop alone, as in a sandbox: it asks, in its own words, when the person wants
    /// to be asked. Nothing is asked unbidden then.
    var isDecidedElsewhere: Bool { get }

    /// Whether a no is the desktop's, so that our own switch does not take it back.
    var isDeniedElsewhere: Bool { get }

    /// Opens the desktop's own switch for the camera.
    ///
    /// - Returns: false where the desktop has none for this program.
    func openSettings() async -> Bool
}

extension CameraConsenting {
    public var isDecidedElsewhere: Bool { false }
    public var isDeniedElsewhere: Bool { false }
}
