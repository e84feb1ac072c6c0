// SPDX-License-Identifier: GPL-3.0-or-later
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CFiles
import Glibc
import Platform

/// A file's status, from `stat(2)`.
struct FileStatus: Equatable {
    enum Kind { case file, folder, link, other }

    /// Unique among this computer's files.
    struct Identity: Equatable {
        let device: dev_t
        let inode: ino_t
    }

    let kind: Kind
    let identity: Identity
    /// Bytes, holes included.
    let size: Int
    /// Bytes that it takes on the disk: without the holes of a sparse file, and never more than `size`.
    let used: Int
    /// Permission bits.
    let mode: mode_t
    let user: uid_t
    let group: gid_t
    /// When its content was last changed, in nanoseconds since 1970. File systems also keep years for which that has no
    /// room, and copies from elsewhere have them: they are the first or the last that has.
    let modified: Int64
    /// When its content, rights or names were last changed, in the same way. No program can set it, so that together with
    /// `identity` it tells a file from the one that another program put in its place.
    let changed: Int64
    /// How many names it has; 0 once it was removed.
    let linkCount: Int

    private static let seconds = Int64.min / 1_000_000_000...Int64.max / 1_000_000_000 - 1

    fileprivate init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        identity = Identity(device: status.st_dev, inode: status.st_ino)
        size = Int(status.st_size)
        used = min(size, Int(status.st_blocks).multipliedReportingOverflow(by: 512).partialValue)
        mode = status.st_mode & 0o777
        (user, group) = (status.st_uid, status.st_gid)
        (modified, changed) = (Self.nanoseconds(status.st_mtim), Self.nanoseconds(status.st_ctim))
        linkCount = Int(status.st_nlink)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        let second = min(max(Int64(time.tv_sec), seconds.lowerBound), seconds.upperBound)
        return second * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// `fstat(2)`.
func system_status(_ descriptor: Int32) throws(SystemFault) -> FileStatus {
    var status = stat()
    _ = try checked("fstat") { fstat(descriptor, &status) }
    return FileStatus(status)
}

/// `fstatat(2)`, without following a link; nil if the name is free.
func system_status(of name: String, in folder: Int32 = AT_FDCWD) throws(SystemFault) -> FileStatus? {
    var status = stat()
    do throws(SystemFault) {
        _ = try checked("fstatat") { fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) }
        return FileStatus(status)
    } catch {
        guard error.cause == .noEntry else { throw error }
        return nil
    }
}

/// `statx(2)`: when a file was made, in nanoseconds since 1970; nil where the file system keeps no such time.
///
/// - Parameter name: in the folder, without following a link; empty for the open file itself.
func system_birth(_ descriptor: Int32, _ name: String = "") -> Int64? {
    let birth = tt_birth(descriptor, name)
    return birth == 0 ? nil : birth
}

/// `futimens(3)`: sets an open file's modification time, in nanoseconds since 1970, and keeps its access time. Where the
/// file system can't do that, the time stays.
func system_setModified(_ descriptor: Int32, _ modified: Int64) throws(SystemFault) {
    // UTIME_OMIT; the C macro is a cast that Swift does not import.
    let unchanged = timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2)
    var seconds = modified / 1_000_000_000
    if modified % 1_000_000_000 < 0 { seconds -= 1 }
    let times = [unchanged, timespec(tv_sec: Int(seconds), tv_nsec: Int(modified - seconds * 1_000_000_000))]
    try whereSupported { () throws(SystemFault) in try checked("futimens") { futimens(descriptor, times) } }
}

/// `localtime_r(3)`: seconds that the local calendar was ahead of UTC at a moment, in seconds since 1970.
func system_offsetFromUTC(at moment: Int64) -> Int {
    var (seconds, local) = (time_t(moment), tm())
    return localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
}

/// `open(2)` with `O_PATH`: a reference to the file, links followed, without opening it.
func system_openPath(_ path: String) throws(SystemFault) -> Int32 {
    try checked("open") { tt_open_path(path) }
}

/// `readlink(2)` of `/proc/self/fd`: where an open file is now, however it was moved.
///
/// - Throws: `EILSEQ` if the path is not valid UTF-8, `ENAMETOOLONG`.
func system_path(of descriptor: Int32) throws(SystemFault) -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = try checked("readlink") {
        readlink("/proc/self/fd/\(descriptor)", &bytes, bytes.count)
    }
    guard count < bytes.count else { throw SystemFault(.fileNameTooLong, "readlink") }
    let letters = bytes[..<count].map { UInt8(bitPattern: $0) }
    guard let path = String(validating: letters, as: UTF8.self) else {
        throw SystemFault(.illegalByteSequence, "readlink")
    }
    return path
}

/// `fchown(2)` and `fchmod(2)`: gives a file another's rights, and its owner and group as far as this user may. Where the
/// group can't be given, no user gets more rights than before. Nothing happens where the file system has no rights.
func system_takeRights(of other: FileStatus, _ descriptor: Int32) throws(SystemFault) {
    var mode = other.mode
    if fchown(descriptor, other.user, other.group) != 0, fchown(descriptor, .max, other.group) != 0 {
        // The members of the old group are among the others now, and members of the new one were: both keep what both had.
        let shared = mode >> 3 & mode & S_IRWXO
        mode = mode & S_IRWXU | shared << 3 | shared
    }
    try whereSupported { () throws(SystemFault) in try checked("fchmod") { fchmod(descriptor, mode) } }
}

/// FUSE file systems such as gvfs know neither rights nor times of some servers.
private func whereSupported(_ call: () throws(SystemFault) -> Int32) throws(SystemFault) {
    do throws(SystemFault) { _ = try call() } catch {
        guard error.cause == .notSupported || error.cause == .noFunction else { throw error }
    }
}

/// `fsetxattr(2)`: gives a file what people and programs noted about another, such as tags and ratings, as far as its file
/// system keeps that.
func system_takeAttributes(of other: Int32, _ descriptor: Int32) { tt_copy_attributes(other, descriptor) }
