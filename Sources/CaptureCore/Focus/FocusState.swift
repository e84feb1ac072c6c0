// SPDX-License-Identifier: GPL-3.0-or-later
/// The state of the focus.
public enum FocusState: Sendable {
    /// Nothing was clicked: the camera decides.
    case continuous
    /// Continuous focus is being switched off.
    case releasing(FocusTarget)
    /// Tintype moves the lens and measures.
    case searching(FocusTarget, ContrastSearch)
    /// The camera focuses on the point; its result is watched.
    case watching(FocusTarget, CameraFocusWatch)
    /// In focus, and staying so.
    case locked(FocusTarget, SceneWatch)
    /// It could not be focused; exposure stays with the point.
    case failed(FocusTarget, FocusFailure, SceneWatch)
    /// Exposed for the point; there is no focus to change.
    case fixed(FocusTarget, SceneWatch)

    /// The point in question.
    public var target: FocusTarget? {
        switch self {
        case .continuous: nil
        case .releasing(let target), .searching(let target, _), .watching(let target, _),
            .locked(let target, _), .failed(let target, _, _), .fixed(let target, _):
            target
        }
    }

    /// Whether the lens is being moved for the point.
    public var isHunting: Bool {
        switch self {
        case .releasing, .searching, .watching: true
        case .continuous, .locked, .failed, .fixed: false
        }
    }
}

/// Why a point could not be focused.
public enum FocusFailure: Hashable, Sendable {
    /// Nothing to focus on: too dark, a blank wall.
    case noContrast
    /// Sharpness did not depend on the lens, or depended too much on other things.
    case noPeak
    /// The lens did not come back to what was seen before: something moved.
    case notVerified
    /// The camera refused a control.
    case refused
    /// The camera's own focus did not come to an end, or no frames came.
    case timedOut
}
