// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// Limits the memory of frames on their way to the disk. Thread-safe.
///
///     guard let frame = budget.copy(frame) else { return stop() }
public final class FrameBudget: Sendable {
    /// Memory of a copy.
    private final class Block: Sendable {
        private let address: UInt
        let capacity: Int

        init(capacity: Int) {
            let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, capacity), alignment: 64)
            (address, self.capacity) = (UInt(bitPattern: bytes.baseAddress), bytes.count)
        }

        deinit { UnsafeMutableRawPointer(bitPattern: address)?.deallocate() }

        func hold(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
            let memory = UnsafeMutableRawBufferPointer(
                start: UnsafeMutableRawPointer(bitPattern: address), count: bytes.count)
            memory.copyMemory(from: bytes)
            return UnsafeRawBufferPointer(memory)
        }
    }

    private struct State {
        var taken = 0
        var free: [Block] = []
    }

    /// Bytes.
    private let limit: Int
    /// How many blocks of memory wait for the next copies.
    private let kept: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - limit: in bytes.
    ///   - kept: how many released blocks are reused for later copies, which suits a stream; 0 allocates each copy.
    public init(limit: Int, keeping kept: Int = 0) { (self.limit, self.kept) = (limit, kept) }

    /// The bytes of all copies that are still referred to.
    public var used: Int { state.withLock { $0.taken } }

    /// A copy of the frame in memory of its own, which counts as long as it is referred to; nil if there is no room.
    ///
    /// With reused blocks it allocates only the `Frame` and its release closure, nothing for the bytes.
    public func copy(_ frame: Frame) -> Frame? {
        let count = frame.byteCount
        guard take(count) else { return nil }
        // A frame that is a copy already is kept itself.
        let original = frame.isDetached ? frame : nil
        let block = original == nil ? block(for: count) : nil
        return frame.withBytes { bytes in
            Frame(
                layout: frame.layout, sequence: frame.sequence, arrival: frame.arrival,
                sourceTime: frame.sourceTime, isSourceMonotonic: frame.captured == frame.sourceTime,
                isDamaged: frame.isDamaged, memory: .own, coded: frame.coded,
                bytes: block?.hold(bytes) ?? bytes,
                release: { [self] in withExtendedLifetime(original) { giveBack(count, block) } })
        }
    }

    private func take(_ byteCount: Int) -> Bool {
        state.withLock { state in
            guard byteCount <= limit - state.taken else { return false }
            state.taken += byteCount
            return true
        }
    }

    private func block(for byteCount: Int) -> Block {
        let free = state.withLock { state in
            state.free.lastIndex { $0.capacity >= byteCount }.map { state.free.remove(at: $0) }
        }
        // Some more room, as the sizes of a camera's JPEGs vary.
        return free ?? Block(capacity: kept > 0 ? byteCount + byteCount / 4 : byteCount)
    }

    private func giveBack(_ byteCount: Int, _ block: Block?) {
        let surplus: Block? = state.withLock { state in
            state.taken -= byteCount
            guard let block, kept > 0 else { return block }
            state.free.append(block)
            guard state.free.count > kept else { return nil }
            // Drops the smallest block: a scene with more detail makes larger frames from now on.
            let smallest = state.free.indices.min { state.free[$0].capacity < state.free[$1].capacity }
            return smallest.map { state.free.remove(at: $0) }
        }
        // Released outside the lock.
        withExtendedLifetime(surplus) {}
    }
}
