public import CaptureCore
internal import Glibc
internal import Synchronization

/// Proof that photos may be put into the person's photo library, and the open folder they go to.
///
/// Only this module makes one. Files are made relative to the open folder: moving it, or putting a link in its place,
/// redirects nothing. It ends when the permission is withdrawn. Thread-safe.
public final class LibraryGrant: Sendable {
    /// The folder's path when it was opened, e.g. `/home/ada/Pictures/Camera`; for words, never for opening.
    public let folder: String
    /// The open folder, which closes with the grant; or why it could not be opened.
    public let descriptor: Result<Int32, SaveError>

    private let ended = Atomic<Bool>(false)

    /// - Parameter descriptor: taken over.
    init(folder: String, owning descriptor: Result<Int32, SaveError>) {
        self.folder = folder
        self.descriptor = descriptor
    }

    deinit { if case .success(let number) = descriptor { close(number) } }

    /// Whether it still holds.
    public var isValid: Bool { !ended.load(ordering: .acquiring) }

    func end() { ended.store(true, ordering: .releasing) }

    /// Whether the folder is open and still exists.
    var isOpen: Bool {
        guard isValid, case .success(let number) = descriptor else { return false }
        var facts = stat()
        return fstat(number, &facts) == 0 && facts.st_nlink > 0
    }
}
