// SPDX-License-Identifier: GPL-3.0-or-later
internal import CApart
internal import Glibc

/// Memory that this process and the process apart have in common. Its size is fixed, so neither can end the other by
/// changing it.
final class SharedMemory {
    let base: UnsafeMutableRawPointer
    let byteCount: Int
    /// Sent to the process apart; nil on its side.
    let descriptor: Int32?

    /// - Parameter isReadOnly: whether the process apart can only read it.
    /// - Returns: nil if there is no memory.
    init?(byteCount: Int, isReadOnly: Bool) {
        var descriptor: Int32 = -1
        guard byteCount > 0, let base = tt_apart_memory(byteCount, isReadOnly, &descriptor) else {
            return nil
        }
        (self.base, self.byteCount, self.descriptor) = (base, byteCount, descriptor)
    }

    /// Maps what came from the other side. The descriptor stays the caller's.
    ///
    /// - Returns: nil if it is not as large as that.
    init?(mapping descriptor: Int32, byteCount: Int, isWritable: Bool) {
        guard byteCount > 0, let base = tt_apart_map(descriptor, byteCount, isWritable) else { return nil }
        (self.base, self.byteCount, self.descriptor) = (base, byteCount, nil)
    }

    deinit {
        munmap(base, byteCount)
        if let descriptor { close(descriptor) }
    }
}
