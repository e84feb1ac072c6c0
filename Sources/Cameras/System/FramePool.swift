// SPDX-License-Identifier: GPL-3.0-or-later
internal import Synchronization

/// A fixed number of buffers, leased as frames and returned with the last reference to a frame.
///
/// Lives as long as the camera or any of its frames. Thread-safe.
package final class FramePool: Sendable {
    package let byteCount: Int
    private let addresses: [UInt]
    /// The last one returned is taken first: it is most likely still in the cache.
    private let free: Mutex<[Int]>

    package init(count: Int, byteCount: Int) {
        self.byteCount = byteCount
        addresses = (0..<count).map { _ in
            UInt(bitPattern: UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64))
        }
        free = Mutex(Array(0..<count))
    }

    deinit {
        for address in addresses { UnsafeMutableRawPointer(bitPattern: address)?.deallocate() }
    }

    /// A free buffer; nil when all are in use.
    package func take() -> Int? { free.withLock { $0.popLast() } }

    package func putBack(_ buffer: Int) { free.withLock { $0.append(buffer) } }

    package func memory(_ buffer: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(
            start: UnsafeMutableRawPointer(bitPattern: addresses[buffer]), count: byteCount)
    }
}
