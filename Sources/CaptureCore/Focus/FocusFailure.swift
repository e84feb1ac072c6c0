/// Why a point could not be focused.
public enum FocusFailure: Hashable, Sendable {
    /// Nothing to focus on: too dark, a blank wall.
    case noContrast
    /// Sharpness did not depend on the lens, or on too much else.
    case noPeak
    /// The lens did not come back to what was seen before: something moved.
    case notVerified
    /// The camera did not take a control.
    case refused
    /// The camera's own focus did not come to an end, or no frames came.
    case timedOut
}
