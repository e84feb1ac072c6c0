internal import CaptureCore
internal import Glibc

/// All that is known about the camera permission, and what follows from it.
///
/// Restricted comes before denied, denied before authorized, and without an answer nothing is allowed.
struct CameraEvidence: Equatable, Sendable {
    /// The recorded answer; nil while it is not known.
    var answer: PermissionAnswer?
    /// The camera is turned off for every program.
    var isDisabled = false
    /// There are cameras, and this account may open none of them.
    var isOutOfReach = false

    var access: CameraAccess {
        if isDisabled { return .restricted(.wholeComputer) }
        if isOutOfReach { return .restricted(.account) }
        return switch answer {
        case .yes: .authorized
        case .no: .denied
        // `limited` has no meaning for a camera.
        case .limited, .unset, nil: .notDetermined
        }
    }

    /// Whether `access` would be the same whatever the answer turns out to be.
    var isConclusive: Bool { isDisabled || isOutOfReach || answer != nil }
}

/// Whether this account may open a camera, found out without opening any.
public enum NodeReach {
    /// - Parameter nodes: of the cameras there are.
    /// - Returns: true where there are cameras and every one of them is for other accounts only.
    public static func isOutOfReach(_ nodes: [String]) -> Bool {
        !nodes.isEmpty && nodes.allSatisfy(isForbidden)
    }

    /// `access(2)` touches the node's permissions only, never the device.
    private static func isForbidden(_ node: String) -> Bool {
        access(node, R_OK | W_OK) != 0 && errno == EACCES
    }
}
