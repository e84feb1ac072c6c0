// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
internal import Platform

/// An open file of our own, closed with the last reference. Thread-safe.
final class OwnedDescriptor: Sendable {
    let number: Int32

    /// Opens a file that is open already once more, with a position of its own.
    ///
    /// - Throws: `inputOutput`.
    init(reopening descriptor: Int32, _ flags: Int32) throws(MediaFault) {
        number = try Self.open("/proc/self/fd/\(descriptor)", flags)
    }

    /// Opens a regular file for reading.
    ///
    /// - Throws: `inputOutput`, `damaged`.
    init(reading path: String) throws(MediaFault) {
        // Opening a FIFO would block.
        number = try Self.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        guard Self.isRegular(number) else {
            close(number)
            throw MediaFault(.damaged, "not a regular file")
        }
    }

    deinit { close(number) }

    private static func open(_ path: String, _ flags: Int32) throws(MediaFault) -> Int32 {
        try reporting { () throws(SystemFault) in
            try checked("open") { Glibc.open(path, flags | O_CLOEXEC) }
        }
    }

    private static func reporting<Value>(
        _ call: () throws(SystemFault) -> Value
    ) throws(MediaFault) -> Value {
        do throws(SystemFault) { return try call() } catch {
            throw MediaFault(.inputOutput, "\(error.call): errno \(error.cause.rawValue)")
        }
    }

    private static func isRegular(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// In bytes.
    var size: Int {
        var status = stat()
        return fstat(number, &status) == 0 ? Int(status.st_size) : 0
    }

    /// A path that opens the same file again, for GStreamer.
    var location: String { "/proc/self/fd/\(number)" }

    /// Bytes at a place; fewer where the file ends. What can't be read is never taken for an end.
    ///
    /// - Throws: `inputOutput`.
    func bytes(at offset: Int, count: Int) throws(MediaFault) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var used = 0
        // A part of what was asked for ends where the disk has a fault, which the next call names.
        while used < count {
            let read = try Self.reporting { () throws(SystemFault) in
                try checked("pread") {
                    bytes.withUnsafeMutableBytes {
                        pread(number, $0.baseAddress.map { $0 + used }, count - used, off_t(offset + used))
                    }
                }
            }
            guard read > 0 else { break }
            used += read
        }
        bytes.removeLast(count - used)
        return bytes
    }
}
