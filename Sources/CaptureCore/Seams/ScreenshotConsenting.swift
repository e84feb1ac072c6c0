// SPDX-License-Identifier: GPL-3.0-or-later
/// Whether the newest screenshot may be looked at. Saving photos is another permission, and says nothing about this one.
public enum ScreenshotAccess: Sendable, Equatable {
    /// The person has not been asked, or has not decided.
    case notDetermined
    case authorized
    /// In this folder only, which the person chose.
    case limited(folder: String)
    case denied
    /// Scanning is turned off by the administrator, whatever the person answered.
    case restricted
}

/// The person's answer about screenshots, for the views.
@MainActor
public protocol ScreenshotConsenting: AnyObject {
    /// The present state; answered from memory.
    var access: ScreenshotAccess { get }

    /// Asks if the person has not decided yet, and returns the resulting state. Two calls at once ask once.
    func request() async -> ScreenshotAccess

    /// The question that the first scan and `request` ask; nil means that nothing was decided.
    var asker: (@MainActor () async -> LibraryAnswer?)? { get set }

    /// Records the person's answer. It holds at once, and for this session even if it can't be stored.
    func record(_ answer: LibraryAnswer)

    /// Takes a no back: what was allowed before, one folder or all, is allowed again.
    func allowAgain()

    /// Reads the state again, e.g. when the person returns from the settings.
    func refresh()

    /// Every change of `access`, from any program. A new stream for each reader.
    func changes() -> AsyncStream<ScreenshotAccess>
}
