// SPDX-License-Identifier: GPL-3.0-or-later
internal import CPipeWireShims
internal import CaptureCore
internal import Glibc
internal import Synchronization

/// The memory of one stream's buffers, shared by the stream and the frames it handed out.
///
/// Frames may be released on any thread; their buffers wait here until the stream's own thread gives them back,
/// because PipeWire takes them from one thread only. Thread-safe.
final class PipeWireBuffers: Sendable {
    /// A buffer's memory; mapped as long as the stream has the buffer or a frame refers to it.
    final class Memory: Sendable {
        /// Where the buffer's bytes begin, as a number that may cross threads.
        let start: UInt
        let size: Int
        /// Whether it stays readable after the stream.
        let isMapped: Bool
        private let mapping: (address: UInt, length: Int)

        init(_ memory: TtPwMemory) {
            mapping = (UInt(bitPattern: memory.address), Int(clamping: memory.length))
            isMapped = memory.is_mapped
            start = mapping.address == 0 ? 0 : mapping.address + UInt(memory.offset)
            size = mapping.address == 0 ? 0 : Int(clamping: memory.size)
        }

        deinit {
            if isMapped { munmap(UnsafeMutableRawPointer(bitPattern: mapping.address), mapping.length) }
        }
    }

    private struct State {
        /// By number; nil if the stream has no such buffer.
        var memories = [Memory?](repeating: nil, count: Int(TT_PW_MOST_BUFFERS))
        /// Buffers that frames hold.
        var leases = 0
        /// Buffers that were released and are not given back yet.
        var returned: [UInt32] = []
    }

    /// Buffers always left to the source: one to fill, one that is filled, one on its way. A source without any stops
    /// for good, because buffers are given back only while it runs.
    private static let reserve = 3

    private let state = Mutex(State())

    func added(_ number: UInt32, _ memory: TtPwMemory) {
        let memory = Memory(memory)
        state.withLock {
            $0.memories[Int(number)] = memory
            $0.returned.reserveCapacity(Int(TT_PW_MOST_BUFFERS))
        }
    }

    /// Whether each buffer is at least this large. Those that can't be read have no size and do not count.
    func hold(_ byteCount: Int) -> Bool {
        state.withLock { $0.memories.allSatisfy { $0.map { $0.size == 0 || $0.size >= byteCount } ?? true } }
    }

    func removed(_ number: UInt32) {
        // Released outside the lock: unmapping takes time.
        _ = state.withLock { state in
            let memory = state.memories[Int(number)]
            state.memories[Int(number)] = nil
            state.returned.removeAll { $0 == number }
            return memory
        }
    }

    /// The memory of a buffer, and whether its frame may be held: the source has enough others.
    func lease(_ number: UInt32) -> (memory: Memory, mayBeHeld: Bool)? {
        state.withLock { state in
            guard let memory = state.memories[Int(number)] else { return nil }
            state.leases += 1
            let count = state.memories.reduce(0) { $0 + ($1 == nil ? 0 : 1) }
            return (memory, memory.isMapped && state.leases <= count - Self.reserve)
        }
    }

    /// Called when a frame is released. The buffer is given back unless the stream has ended or replaced its buffers
    /// since.
    func giveBack(_ number: UInt32, _ memory: Memory) {
        state.withLock { state in
            state.leases -= 1
            if state.memories[Int(number)] === memory { state.returned.append(number) }
        }
    }

    /// Takes a buffer that is to be given back.
    func takeReturned() -> UInt32? { state.withLock { $0.returned.popLast() } }
}
