/// Why nobody sees the viewfinder.
public enum AbsenceReason: Hashable, Sendable, CaseIterable {
    /// The window is minimized, on another workspace, or fully behind others.
    case hiddenWindow
    /// The screen is locked, or its saver runs.
    case lockedScreen
    /// Another person uses the seat.
    case otherSession
    /// The computer is about to sleep.
    case sleep
    /// No window has appeared.
    case missingWindow
}

/// Knows whether anybody looks: only while there is no reason why not.
///
///     if let isPresent = attendance.note(.lockedScreen, true) { isPresent ? feed.resume() : feed.pause() }
public struct Attendance: Equatable, Sendable {
    public private(set) var reasons: Set<AbsenceReason> = []

    public init() {}

    public var isPresent: Bool { reasons.isEmpty }

    /// - Returns: whether somebody looks from now on; nil where that did not change.
    public mutating func note(_ reason: AbsenceReason, _ holds: Bool) -> Bool? {
        let before = isPresent
        if holds { reasons.insert(reason) } else { reasons.remove(reason) }
        return isPresent == before ? nil : isPresent
    }
}
