// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Platform

/// An open file or folder, closed with this value. Thread-bound.
struct Descriptor: ~Copyable {
    let number: Int32

    init(owning number: Int32) { self.number = number }

    deinit { system_close(number) }

    /// Writes all of the bytes, however little the system takes at once.
    func write(all bytes: [UInt8]) throws(SystemFault) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(SystemFault) in
            try write(all: UnsafeRawBufferPointer(bytes))
        }
    }

    func write(all bytes: UnsafeRawBufferPointer) throws(SystemFault) {
        var rest = bytes
        while !rest.isEmpty {
            let count = try system_write(number, rest)
            guard count > 0 else { throw SystemFault(.inputOutput, "write") }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Writes all of the bytes at `offset`.
    func write(all bytes: [UInt8], at offset: Int) throws(SystemFault) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(SystemFault) in
            let bytes = UnsafeRawBufferPointer(bytes)
            var written = 0
            while written < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
                let count = try system_write(number, at: offset + written, rest)
                guard count > 0 else { throw SystemFault(.inputOutput, "write") }
                written += count
            }
        }
    }

    /// Writes the content of another file, however long that is.
    func write(copyOf other: borrowing Descriptor) throws(SystemFault) {
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
        defer { piece.deallocate() }
        var offset = 0
        while true {
            let count = try other.read(at: offset, into: piece)
            try write(all: UnsafeRawBufferPointer(rebasing: piece[..<count]))
            guard count == piece.count else { return }
            offset += count
        }
    }

    /// Reads from `offset`.
    ///
    /// - Returns: the number of bytes, which is smaller at the file's end.
    func read(at offset: Int, into bytes: UnsafeMutableRawBufferPointer) throws(SystemFault) -> Int {
        var count = 0
        while count < bytes.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[count...])
            let step = try system_read(number, at: offset + count, into: rest)
            guard step > 0 else { break }
            count += step
        }
        return count
    }

    /// Returns when all written bytes are on the disk.
    func sync() throws(SystemFault) { try system_sync(number) }
}
