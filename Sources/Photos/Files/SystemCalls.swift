// SPDX-License-Identifier: GPL-3.0-or-later
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CFiles
import Glibc
import Platform

// Only the files System*.swift of this module call libc. Each function makes one call, repeats it while a signal
// interrupts it, and throws its errno.

/// `open(2)` for a folder.
func system_openFolder(_ path: String, followsLinks: Bool = true) throws(SystemFault) -> Int32 {
    let links = followsLinks ? 0 : O_NOFOLLOW
    return try checked("open") { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | links) }
}

/// `openat(2)` for an open folder itself, even if moved: an open file description of its own, with its own locks.
func system_reopenFolder(_ folder: Int32) throws(SystemFault) -> Int32 {
    try checked("openat") { openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
}

/// `openat(2)` for a folder in another that must not be a link.
func system_openFolder(_ name: String, in folder: Int32) throws(SystemFault) -> Int32 {
    try checked("openat") { openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
}

/// `fcntl(2)` with `F_DUPFD_CLOEXEC`: another descriptor of the same open file.
func system_duplicate(_ descriptor: Int32) throws(SystemFault) -> Int32 {
    try checked("fcntl") { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
}

/// `openat(2)` with `O_TMPFILE`: a file without a name, which vanishes if it never gets one.
func system_openUnnamed(in folder: Int32) throws(SystemFault) -> Int32 {
    // __O_TMPFILE of asm-generic/fcntl.h; the C macro needs _GNU_SOURCE.
    let unnamed: Int32 = 0o20000000 | O_DIRECTORY
    return try checked("openat") { openat(folder, ".", unnamed | O_WRONLY | O_CLOEXEC, 0o666) }
}

/// `openat(2)` for a file that must not exist yet.
///
/// - Parameter mode: permission bits, before the umask.
func system_openNew(_ name: String, in folder: Int32, mode: mode_t) throws(SystemFault) -> Int32 {
    try checked("openat") {
        openat(folder, name, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | O_CLOEXEC, mode)
    }
}

/// `mkdir(2)`; the umask applies.
func system_makeFolder(_ path: String, mode: mode_t) throws(SystemFault) {
    _ = try checked("mkdir") { mkdir(path, mode) }
}

/// `mkdirat(2)`; the umask applies.
func system_makeFolder(_ name: String, in folder: Int32, mode: mode_t) throws(SystemFault) {
    _ = try checked("mkdirat") { mkdirat(folder, name, mode) }
}

/// `write(2)`; may write less than it was given.
func system_write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemFault) -> Int {
    try checked("write") { write(descriptor, bytes.baseAddress, bytes.count) }
}

/// `fsync(2)`.
func system_sync(_ descriptor: Int32) throws(SystemFault) {
    _ = try checked("fsync") { fsync(descriptor) }
}

/// `linkat(2)`: gives an unnamed file a name that is not taken.
func system_linkUnnamed(_ descriptor: Int32, as name: String, in folder: Int32) throws(SystemFault) {
    // Linking the descriptor itself needs a privilege; open(2) recommends this way.
    _ = try checked("linkat") {
        linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", folder, name, AT_SYMLINK_FOLLOW)
    }
}

/// `linkat(2)`: gives a file another name that is not taken.
func system_link(_ name: String, as newName: String, in folder: Int32) throws(SystemFault) {
    _ = try checked("linkat") { linkat(folder, name, folder, newName, 0) }
}

/// `renameat(2)`: replaces a file with the new name.
func system_rename(_ name: String, to newName: String, in folder: Int32) throws(SystemFault) {
    _ = try checked("renameat") { renameat(folder, name, folder, newName) }
}

/// `renameat2(2)` from one folder to another, without replacing the new name.
///
/// File systems without it link the new name and remove the old one, which works for all but folders.
/// - Throws: `EEXIST` if the name is taken.
func system_moveToNew(
    _ name: String, from folder: Int32, to other: Int32, as newName: String
) throws(SystemFault) {
    do throws(SystemFault) {
        _ = try checked("renameat2") { tt_rename_new(folder, name, other, newName) }
    } catch {
        guard error.cause == .invalidArgument || error.cause == .noFunction else { throw error }
        _ = try checked("linkat") { linkat(folder, name, other, newName, 0) }
        _ = try checked("unlinkat") { unlinkat(folder, name, 0) }
    }
}

/// `unlinkat(2)`, for cases where a failure does no harm.
///
/// - Returns: whether nothing has the name any more.
@discardableResult func system_unlink(_ name: String, in folder: Int32) -> Bool {
    unlinkat(folder, name, 0) == 0 || errno == ENOENT
}

/// `close(2)`, once: the descriptor is closed even if it reports a fault. Written bytes were synced before.
func system_close(_ descriptor: Int32) { _ = close(descriptor) }

/// `getcwd(3)`: the working folder.
///
/// - Throws: `EILSEQ` if its path is not valid UTF-8.
func system_workingFolder() throws(SystemFault) -> String {
    guard let bytes = getcwd(nil, 0) else { throw SystemFault(.current, "getcwd") }
    defer { free(bytes) }
    guard let path = String(validatingCString: bytes) else {
        throw SystemFault(.illegalByteSequence, "getcwd")
    }
    return path
}

/// `access(2)`: whether anything has this name, links followed.
func system_exists(_ path: String) -> Bool { access(path, F_OK) == 0 || errno != ENOENT }

/// `faccessat(2)`: whether names may be added to an open folder.
func system_checkWritable(_ folder: Int32) throws(SystemFault) {
    _ = try checked("faccessat") { faccessat(folder, ".", W_OK | X_OK, 0) }
}
