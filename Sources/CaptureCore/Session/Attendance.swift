/// Why the viewfinder can't be seen.
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

/// Combines the reasons for absence: a person is present while there is none.
///
///     if let isPresent = attendance.note(.lockedScreen, true) { isPresent ? feed.resume() : feed.pause() }
public struct Attendance: Equatable, Sendable {
    public private(set) var reasons: Set<AbsenceReason> = []

    public init() {}

    public var isPresent: Bool { reasons.isEmpty }

    /// - Returns: whether a person is present from now on; nil where that did not change.
    public mutating func note(_ reason: AbsenceReason, _ holds: Bool) -> Bool? {
        let before = isPresent
        if holds { reasons.insert(reason) } else { reasons.remove(reason) }
        return isPresent == before ? nil : isPresent
    }
}
