// SPDX-License-Identifier: GPL-3.0-or-later
/// Why the viewfinder can't be seen.
public enum AbsenceReason: Hashable, Sendable, CaseIterable {
    /// The window is minimized, on another workspace, or fully behind others.
    case hiddenWindow
    /// The screen is locked, or its saver runs.
    case lockedScreen
    /// The screen is off to save power, locked or not.
    case darkScreen
    /// Another person uses the seat.
    case otherSession
    /// The computer is about to sleep.
    case sleep
    /// No window has appeared.
    case missingWindow
    /// The roll covers it.
    case roll
}

/// Combines the reasons for absence: a person is present while there is none.
///
///     if let isPresent = presence.note(.lockedScreen, true) { isPresent ? feed.resume() : feed.pause() }
public struct Presence: Equatable, Sendable {
    private(set) var reasons: Set<AbsenceReason> = []
    private var hasWindow = false
    /// The opening of the camera that streams; nil while none does.
    private var streaming: Int?

    public init() {}

    public var isPresent: Bool { reasons.isEmpty }

    /// - Returns: whether a person is present now; nil if that did not change.
    public mutating func note(_ reason: AbsenceReason, _ holds: Bool) -> Bool? {
        let before = isPresent
        if holds { reasons.insert(reason) } else { reasons.remove(reason) }
        return isPresent == before ? nil : isPresent
    }

    // MARK: The window

    /// - Returns: as `note`.
    public mutating func noteWindow(isMapped: Bool) -> Bool? {
        hasWindow = isMapped
        return isMapped ? note(.missingWindow, false) : nil
    }

    /// - Returns: whether a new stream has begun. Snapshots in between may have been skipped.
    public mutating func noteSession(_ snapshot: SessionSnapshot) -> Bool {
        let before = streaming
        streaming = if case .streaming = snapshot.state { snapshot.opening } else { nil }
        return streaming != nil && streaming != before
    }

    /// A camera has streamed without a window for as long as it may.
    ///
    /// - Returns: as `note`.
    public mutating func windowIsDue() -> Bool? {
        hasWindow || streaming == nil ? nil : note(.missingWindow, true)
    }
}

/// Takes the reasons why the viewfinder can't be seen, and turns the camera off meanwhile. Thread-safe.
public protocol PresenceMonitoring: AnyObject, Sendable {
    /// - Parameter holds: whether the reason applies from now on, or has gone.
    func note(_ reason: AbsenceReason, _ holds: Bool)

    /// Whether a window is on the screen from now on. A camera that is on without one is turned off soon.
    func noteWindow(isMapped: Bool)
}

/// Notices that drawn pictures are not shown: a compositor asks hidden windows for no frames.
///
/// GTK reports that from 4.12 on only; this serves older versions.
public struct OcclusionDetector: Equatable, Sendable {
    /// A busy machine may draw nothing for a while.
    private static let limit: Duration = .milliseconds(1500)

    /// Since when a picture waits to be drawn.
    private var waitingSince: MonotonicTime?

    public init() {}

    /// A picture came, and drawing was requested.
    public mutating func pictureArrived(at time: MonotonicTime) { waitingSince = waitingSince ?? time }

    /// The widget was drawn.
    public mutating func drawn() { waitingSince = nil }

    public func isHidden(at time: MonotonicTime) -> Bool {
        waitingSince.map { time - $0 > Self.limit } ?? false
    }
}
