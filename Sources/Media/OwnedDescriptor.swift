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
        do {
            return try checked("open") { Glibc.open(path, flags | O_CLOEXEC) }
        } catch {
            throw MediaFault(.inputOutput, "open: errno \(error.cause.rawValue)")
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

    /// The first bytes; fewer where the file ends.
    ///
    /// - Throws: `inputOutput`.
    func start(count: Int) throws(MediaFault) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        do {
            let used = try checked("pread") { pread(number, &bytes, count, 0) }
            return Array(bytes.prefix(used))
        } catch {
            throw MediaFault(.inputOutput, "pread: errno \(error.cause.rawValue)")
        }
    }

    /// Bytes at a place; fewer where the file ends.
    func bytes(at offset: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            used = max(0, pread(number, buffer.baseAddress, count, off_t(offset)))
        }
    }
}
