// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Glibc

/// The facts about the camera inside a sandbox, and the decision that follows.
struct SandboxEvidence: Equatable, Sendable {
    /// The portal's decision; nil while it has not been asked.
    var gate: CameraPortal.Gate?
    /// Whether the person has answered the portal's question before: the portal does not tell a no from no answer.
    var hasAsked = false
    /// Whether the person turned the camera off in our own settings.
    var isTurnedOff = false
    /// The camera is turned off for every program.
    var isDisabled = false

    var access: CameraAccess {
        if isDisabled || gate == .disabled { return .restricted(.wholeComputer) }
        if isTurnedOff { return .denied }
        return switch gate {
        case .open: .authorized
        case .closed: hasAsked ? .denied : .notDetermined
        // Anything unclear is no permission, and asking again is a way out.
        case .unclear, .disabled, nil: .notDetermined
        }
    }

    /// Whether `access` would be the same whatever the portal says.
    var isConclusive: Bool { gate != nil || isDisabled || isTurnedOff }
}

/// Whether this program runs in a sandbox that gives it its cameras.
public enum Sandbox {
    /// Flatpak puts this file into each of its sandboxes, where no program can remove it.
    public static let flatpakInfo = "/.flatpak-info"

    public static func isFlatpak(info path: String = flatpakInfo) -> Bool { access(path, F_OK) == 0 }
}
