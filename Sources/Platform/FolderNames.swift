// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// `readdir(3)`: the names in a folder without `.` and `..`, in no order; empty when it can't be read.
public func systemNames(in folder: String) -> [String] { opendir(folder).map { names(in: $0).read } ?? [] }

/// `readdir(3)`: the names in an open folder without `.` and `..`, in no order.
///
/// - Throws: the fault of the call that failed.
public func systemNames(in folder: Int32) throws(SystemFault) -> [String] {
    // The stream gets an open file description of its own, which starts at the beginning and which it closes.
    let own = try checked("openat") { openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard let stream = fdopendir(own) else {
        let failure = Errno.current
        close(own)
        throw SystemFault(failure, "fdopendir")
    }
    let (read, failure) = names(in: stream)
    guard failure == Errno(rawValue: 0) else { throw SystemFault(failure, "readdir") }
    return read
}

/// Closes the stream.
private func names(in stream: OpaquePointer) -> (read: [String], failure: Errno) {
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
            field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
        errno = 0
    }
    return (names, .current)
}
