// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// The facts about the permission for a device, and the decision that follows.
///
/// Restricted comes before denied, denied before authorized, and without an answer nothing is allowed.
struct DeviceEvidence: Equatable, Sendable {
    /// The recorded answer; nil while it is not known.
    var answer: PermissionAnswer?
    /// The device is turned off for every program.
    var isDisabled = false
    /// There are such devices, and this account may open none of them.
    var isOutOfReach = false

    var access: DeviceAccess {
        if isDisabled { return .restricted(.wholeComputer) }
        if isOutOfReach { return .restricted(.account) }
        return switch answer {
        case .yes: .authorized
        case .no: .denied
        // `limited` has no meaning for a device.
        case .limited, .unset, nil: .notDetermined
        }
    }

    /// Whether `access` would be the same whatever the answer turns out to be.
    var isConclusive: Bool { isDisabled || isOutOfReach || answer != nil }
}
