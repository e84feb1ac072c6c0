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

    /// Whether photos go anywhere.
    public var allowsSaving: Bool {
        switch self {
        case .authorized, .limited: true
        case .notDetermined, .denied, .restricted: false
        }
    }
}

/// What the person can answer.
public enum LibraryAnswer: Sendable, Equatable {
    case allow
    /// Into this folder only; absolute.
    case folder(String)
    case deny
}

/// What the library is asked for.
public enum LibraryPurpose: Sendable, Equatable {
    /// To put photos into it.
    case saving
    /// To look at the newest screenshot.
    case screenshots
}

/// The person's answer about the photo library, as the views see it.
@MainActor
public protocol LibraryConsenting: AnyObject {
    /// What is known now; answered from memory.
    var access: LibraryAccess { get }

    /// Where the question is open, asks it; says what holds then. Asked twice at once, it asks once.
    func request(for purpose: LibraryPurpose) async -> LibraryAccess

    /// What is asked with at the first save, and by `request`; nil means that nothing was decided.
    var asker: (@MainActor (LibraryPurpose) async -> LibraryAnswer?)? { get set }

    /// Records the person's answer. It holds at once, and for this session even where it can't be stored.
    func record(_ answer: LibraryAnswer)

    /// Looks again, e.g. because the person comes back from the settings.
    func refresh()

    /// Every change of `access`, by whomever. A new stream for each reader.
    func changes() -> AsyncStream<LibraryAccess>
}
