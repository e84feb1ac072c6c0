// SPDX-License-Identifier: GPL-3.0-or-later
/// Whether photos may be put into the person's photo library.
public enum LibraryAccess: Sendable, Equatable {
    /// The person has not been asked, or has not decided.
    case notDetermined
    case authorized
    /// Into this folder only, which the person chose.
    case limited(folder: String)
    case denied
    /// Saving is turned off for the whole computer, whatever the person answered.
    case restricted

    /// Whether photos can be saved.
    public var allowsSaving: Bool {
        switch self {
        case .authorized, .limited: true
        case .notDetermined, .denied, .restricted: false
        }
    }
}

/// The person's possible answers.
public enum LibraryAnswer: Sendable, Equatable {
    case allow
    /// Into this folder only; absolute.
    case folder(String)
    case deny
}

/// The person's answer about the photo library, for the views.
@MainActor
public protocol LibraryConsenting: AnyObject {
    /// The present state; answered from memory.
    var access: LibraryAccess { get }

    /// Asks if the person has not decided yet, and returns the resulting state. Two calls at once ask once.
    func request() async -> LibraryAccess

    /// The question that the first save and `request` ask; nil means that nothing was decided.
    var asker: (@MainActor () async -> LibraryAnswer?)? { get set }

    /// Records the person's answer. It holds at once, and for this session even if it can't be stored.
    func record(_ answer: LibraryAnswer)

    /// Takes a no back: what was allowed before, one folder or all, is allowed again.
    func allowAgain()

    /// Reads the state again, e.g. when the person returns from the settings.
    func refresh()

    /// Every change of `access`, from any program. A new stream for each reader.
    func changes() -> AsyncStream<LibraryAccess>
}
