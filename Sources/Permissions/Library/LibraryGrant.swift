// SPDX-License-Identifier: GPL-3.0-or-later
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

    /// Whether the open folder can still be found in the file system, even if it was moved. False after its disk was
    /// unmounted or another one mounted over it: files could still be written, but not found again. Blocks.
    var isReachable: Bool {
        guard isOpen, case .success(let number) = descriptor else { return false }
        var name = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/fd/\(number)", &name, name.count - 1)
        guard length > 0, length < name.count - 1 else { return true }
        var (open, named) = (stat(), stat())
        // A folder that can't be examined may still exist.
        guard stat(name, &named) == 0 else { return errno != ENOENT && errno != ENOTDIR }
        return fstat(number, &open) == 0 && (open.st_dev, open.st_ino) == (named.st_dev, named.st_ino)
    }
}

/// Proof that programs may save on this computer, needed for photos that go to a file or folder that the person names.
///
/// Only this module makes one. It ends when saving is turned off. Thread-safe.
public final class SavingGrant: Sendable {
    private let ended = Atomic<Bool>(false)

    init() {}

    /// Whether it still holds.
    public var isValid: Bool { !ended.load(ordering: .acquiring) }

    func end() { ended.store(true, ordering: .releasing) }
}
