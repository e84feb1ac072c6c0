// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

// The parts of the file system that Finding and StreamOwner read, by their libc names, once.

/// The target of a symbolic link, as written; nil for anything else.
func systemLink(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { buffer in
        let count = buffer.withMemoryRebound(to: CChar.self) { chars in
            chars.baseAddress.map { readlink(path, $0, chars.count) } ?? -1
        }
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
}

/// The absolute path without links; nil when there is no such file.
func systemRealPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}

/// The number of the device behind a node; nil for files that are no device.
func systemDeviceNumber(_ path: String) -> UInt64? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_rdev != 0 else { return nil }
    return UInt64(status.st_rdev)
}

/// The beginning of a small file, at most 4 KiB; nil when it can't be read.
func systemText(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        return count >= 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
}

/// `getenv(3)`; nil for variables that are unset or empty.
func systemEnvironment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}

func systemExists(_ path: String) -> Bool { access(path, F_OK) == 0 }

func systemIsReadableAndWritable(_ path: String) -> Bool { access(path, R_OK | W_OK) == 0 }

func systemProcessNumber() -> Int32 { getpid() }
