// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
internal import Glibc
internal import Platform
internal import Synchronization

/// Proof that photos may be put into the person's photo library, and the way into its folder.
///
/// Only this module makes one. On the disk of the home folder the library's folder is held open, so that moving it, or
/// putting a link in its place, redirects nothing. On any other disk it is open only while something is done in it, so that
/// the disk can be taken out. Ends when the permission is withdrawn. Thread-safe.
public final class LibraryGrant: Sendable {
    /// The folder's path, e.g. `/home/ada/Pictures/Camera`; for words, never for opening.
    public let folder: String

    private let opening: @Sendable () throws(SaveError) -> Int32
    private let isHeld: @Sendable (Int32) -> Bool
    /// The folder while it is held open.
    private let held = Mutex<Int32?>(nil)
    /// What was at the path when it was opened last.
    private let opened = Mutex<Identity?>(nil)
    private let ended = Atomic<Bool>(false)

    /// - Parameters:
    ///   - isHeld: whether an open folder is kept open.
    ///   - opening: opens the folder that is at the path now; the caller owns the descriptor. May block.
    init(
        folder: String, isHeld: @escaping @Sendable (Int32) -> Bool = UserFolders.isOnHomesDisk,
        opening: @escaping @Sendable () throws(SaveError) -> Int32
    ) {
        (self.folder, self.isHeld, self.opening) = (folder, isHeld, opening)
    }

    deinit { _ = held.withLock { $0.map { close($0) } } }

    /// Whether it still holds.
    public var isValid: Bool { !ended.load(ordering: .acquiring) }

    func end() { ended.store(true, ordering: .releasing) }

    /// Opens the folder: the one that is held, wherever it was moved; else, and if that one was deleted or its disk is
    /// gone, the one that is at the path now. Blocks as disks do.
    ///
    /// - Returns: a descriptor that is the caller's.
    /// - Throws: why it can't be opened, or made.
    public func open() throws(SaveError) -> Int32 {
        let known = held.withLock { $0.map { fcntl($0, F_DUPFD_CLOEXEC, 0) } }
        if let known, known >= 0 {
            if Self.isReachable(known) { return known }
            close(known)
        }
        let number = try opening()
        opened.withLock { $0 = Identity(of: number) }
        hold(isHeld(number) ? fcntl(number, F_DUPFD_CLOEXEC, 0) : -1)
        return number
    }

    /// - Parameter number: taken over; negative for none.
    private func hold(_ number: Int32) {
        let old = held.withLock { held in
            defer { held = number >= 0 ? number : nil }
            return held
        }
        if let old { close(old) }
    }

    /// Whether another folder, or none, is at the path than the one that was opened last: the disk was taken out, put back,
    /// or another one was mounted over it. Lets go of a folder in which files could still be written, but not be found
    /// again. Blocks.
    func isReplaced() -> Bool {
        let known = held.withLock { $0.map { fcntl($0, F_DUPFD_CLOEXEC, 0) } }
        if let known, known >= 0 {
            if !Self.isReachable(known) { hold(-1) }
            close(known)
        }
        return Identity(at: folder) != opened.withLock { $0 }
    }

    /// Of a folder, in the whole system.
    private struct Identity: Equatable {
        let device: dev_t
        let number: ino_t

        init?(of descriptor: Int32) {
            var facts = stat()
            guard fstat(descriptor, &facts) == 0 else { return nil }
            (device, number) = (facts.st_dev, facts.st_ino)
        }

        init?(at path: String) {
            var facts = stat()
            guard stat(path, &facts) == 0 else { return nil }
            (device, number) = (facts.st_dev, facts.st_ino)
        }
    }

    /// Whether an open folder can be found in the file system, even if it was moved.
    private static func isReachable(_ number: Int32) -> Bool {
        var (open, named) = (stat(), stat())
        guard fstat(number, &open) == 0, open.st_nlink > 0 else { return false }
        var name = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/fd/\(number)", &name, name.count - 1)
        guard length > 0, length < name.count - 1 else { return true }
        // A folder that can't be examined may still exist.
        guard stat(name, &named) == 0 else { return errno != ENOENT && errno != ENOTDIR }
        return (open.st_dev, open.st_ino) == (named.st_dev, named.st_ino)
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
