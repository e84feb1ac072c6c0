// SPDX-License-Identifier: GPL-3.0-or-later
/// Whether a device, the camera or the microphone, may be used.
public enum DeviceAccess: Sendable, Equatable {
    /// The person has not been asked, or has not decided.
    case notDetermined
    case authorized
    case denied
    /// Decided for the person, whose own answer changes nothing.
    case restricted(DeviceRestriction)
}

public typealias CameraAccess = DeviceAccess
public typealias MicrophoneAccess = DeviceAccess

/// The reason why a device is restricted.
public enum DeviceRestriction: Sendable, Equatable {
    /// The desktop's privacy settings, or an administrator, for every program.
    case wholeComputer
    /// The system: this account may not open the devices there are.
    case account
}

/// The person's answer about one kind of device, for the views.
@MainActor
public protocol DeviceConsenting: AnyObject {
    /// The present state; answered from memory.
    var access: CameraAccess { get }

    /// Whether `access` is known: false until the desktop's first answer. Nothing is asked or explained before.
    var isAccessKnown: Bool { get }

    /// Asks if the person has not decided yet, and returns the resulting state.
    func request() async -> DeviceAccess

    /// Asks the person for `request`: true for yes, false for no, nil for no decision.
    var asker: (@MainActor () async -> Bool?)? { get set }

    /// Records the person's answer. It holds at once, and for this session even if it can't be stored.
    func record(isAllowed: Bool)

    /// Reads the state again, e.g. when the person returns from the settings.
    func refresh()

    /// Every change of `access` or `isAccessKnown`, from any program. A new stream for each reader.
    func changes() -> AsyncStream<DeviceAccess>

    /// Whether the desktop has settings of its own for it, which `openSettings` would open.
    var hasDesktopSettings: Bool { get }

    /// Whether the desktop's settings list Tintype's switch, so that its place can be named.
    var isListedByDesktop: Bool { get }

    /// Whether only the desktop can allow it, as in a sandbox: it asks, in its own words, on the person's
    /// request only.
    var isDecidedElsewhere: Bool { get }

    /// Whether a no comes from the desktop, so that Tintype's own switch can't take it back.
    var isDeniedElsewhere: Bool { get }

    /// Opens the desktop's own switch for it.
    ///
    /// - Returns: false if the desktop has none for this program.
    func openSettings() async -> Bool
}

extension DeviceConsenting {
    public var isListedByDesktop: Bool { false }
    public var isDecidedElsewhere: Bool { false }
    public var isDeniedElsewhere: Bool { false }
}

/// The person's answer about the camera.
@MainActor
public protocol CameraConsenting: DeviceConsenting {}

/// The person's answer about the microphone. It is independent of the answer about the camera.
@MainActor
public protocol MicrophoneConsenting: DeviceConsenting {}
