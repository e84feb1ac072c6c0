// SPDX-License-Identifier: GPL-3.0-or-later
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CFiles
import Glibc
import Platform

/// `openat(2)` for a private file that is created if missing.
func system_openLock(_ name: String, in folder: Int32) throws(SystemFault) -> Int32 {
    try checked("openat") {
        openat(folder, name, O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_RDWR | O_CLOEXEC, 0o600)
    }
}

/// `openat(2)` for reading and writing.
func system_openToWrite(_ name: String, in folder: Int32) throws(SystemFault) -> Int32 {
    try checked("openat") { openat(folder, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
}

/// `openat(2)` for reading. Never blocks, even on a FIFO.
func system_openToRead(_ name: String, in folder: Int32) throws(SystemFault) -> Int32 {
    try checked("openat") { openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
}

/// `openat(2)` for changing a file in place. Never blocks.
func system_openToChange(_ name: String, in folder: Int32) throws(SystemFault) -> Int32 {
    try checked("openat") { openat(folder, name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
}

/// `pread(2)`; 0 at the end.
func system_read(
    _ descriptor: Int32, at offset: Int, into bytes: UnsafeMutableRawBufferPointer
) throws(SystemFault) -> Int {
    try checked("read") { pread(descriptor, bytes.baseAddress, bytes.count, off_t(offset)) }
}

/// `pwrite(2)`; may write less than it was given.
func system_write(
    _ descriptor: Int32, at offset: Int, _ bytes: UnsafeRawBufferPointer
) throws(SystemFault) -> Int {
    try checked("write") { pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset)) }
}

/// `flock(2)`, which ends with the descriptor, or with the process, however that ends.
///
/// - Parameter waits: whether to wait for another's lock; else that is `EWOULDBLOCK`.
func system_lock(_ descriptor: Int32, waits: Bool) throws(SystemFault) {
    _ = try checked("flock") { flock(descriptor, LOCK_EX | (waits ? 0 : LOCK_NB)) }
}

/// `fstatvfs(3)`: bytes that this user may still write on a folder's disk; nil where that is not known, as on some servers.
func system_freeBytes(_ descriptor: Int32) throws(SystemFault) -> UInt64? {
    var status = statvfs()
    _ = try checked("fstatvfs") { fstatvfs(descriptor, &status) }
    return freeBytes(status)
}

func freeBytes(_ status: statvfs) -> UInt64? {
    guard status.f_blocks > 0 else { return nil }
    return UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue
}

/// Bytes that a file may have: those of FAT end before 4 GiB, others where `RLIMIT_FSIZE` says so. nil if neither does.
func system_mostBytes(_ descriptor: Int32) -> Int? {
    var limit = rlimit()
    let isLimited =
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 && limit.rlim_cur < Int.max
    return [tt_is_on_fat(descriptor) ? Int(UInt32.max) : nil, isLimited ? Int(limit.rlim_cur) : nil]
        .compactMap(\.self).min()
}

/// `sigaction(2)`: does `body`; a crash of this process meanwhile first gives a file another name, on the disk.
///
/// A crash is a fault of the program's own, on this thread or on one of at most its priority: encoders start such threads.
/// Being killed is none. One at a time in a process: else only `body` is done.
func system_notingCrash<Value, Failure: Error>(
    of name: String, as newName: String, in folder: Int32, _ body: () throws(Failure) -> Value
) throws(Failure) -> Value {
    guard tt_crash_note(folder, name, newName) else { return try body() }
    defer { tt_crash_note_end() }
    return try body()
}
