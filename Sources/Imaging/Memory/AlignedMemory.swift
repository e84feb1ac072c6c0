// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Synchronization

/// Memory that starts on a 64-byte boundary, so that vector code works on whole cache lines.
///
/// Ownership is thread-safe; its users order reads and writes.
final class AlignedMemory: Sendable {
    /// Vector code of libyuv and libjpeg-turbo reads up to one vector beyond the last pixel.
    private static let slack = 64

    let byteCount: Int
    private let address: UInt

    /// - Throws: `noMemory`.
    init(byteCount: Int) throws(ImagingError) {
        var memory: UnsafeMutableRawPointer?
        guard byteCount >= 0, byteCount <= .max - Self.slack,
            posix_memalign(&memory, 64, byteCount + Self.slack) == 0, let memory
        else {
            throw ImagingError(.noMemory, "\(byteCount) bytes")
        }
        self.byteCount = byteCount
        self.address = UInt(bitPattern: memory)
    }

    deinit { free(pointer) }

    /// The first byte; valid as long as a reference to the memory is held.
    var pointer: UnsafeMutableRawPointer {
        // posix_memalign returned a real pointer, which is never null.
        UnsafeMutableRawPointer(bitPattern: address).unsafelyUnwrapped
    }
}

/// Working memory that is kept from frame to frame and grows when a larger frame comes. Thread-bound.
struct ScratchBuffer: ~Copyable {
    private var memory: AlignedMemory?

    /// Takes the memory out, for a user that keeps its contents; nil if there is none.
    mutating func take() -> AlignedMemory? {
        defer { memory = nil }
        return memory
    }

    /// Reuses memory that was taken out before, unless it has some.
    mutating func adopt(_ memory: AlignedMemory?) {
        if self.memory == nil { self.memory = memory }
    }

    /// Gives at least `byteCount` bytes; what was in them before is undefined.
    ///
    /// The pointer is valid until the next call.
    /// - Throws: `noMemory`.
    mutating func reserve(_ byteCount: Int) throws(ImagingError) -> UnsafeMutablePointer<UInt8> {
        if let memory, memory.byteCount >= byteCount {
            return memory.pointer.assumingMemoryBound(to: UInt8.self)
        }
        memory = nil
        let larger = try AlignedMemory(byteCount: byteCount)
        memory = larger
        return larger.pointer.assumingMemoryBound(to: UInt8.self)
    }
}

/// Returned memory of pictures, for reuse. Thread-safe.
final class SpareMemory: Sendable {
    /// One for the next picture, and one more in case two come back at once.
    private static let capacity = 2

    private let spare = Mutex<[AlignedMemory]>([])

    func take() -> AlignedMemory? { spare.withLock { $0.popLast() } }

    /// Keeps the memory, unless there is enough, and releases memory of other sizes, because the frames have
    /// changed.
    func giveBack(_ memory: AlignedMemory) {
        spare.withLock { spare in
            spare.removeAll { $0.byteCount != memory.byteCount }
            if spare.count < Self.capacity { spare.append(memory) }
        }
    }
}
