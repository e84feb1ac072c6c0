// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Dispatch
internal import Glibc
internal import Media
internal import Platform
internal import Synchronization

/// The events of a recording, in their order.
enum RecordingEvent: Sendable {
    case frame(Frame)
    /// Samples of all channels in turn, when the first was captured, and their peak in decibels.
    case sound([Int16], MonotonicTime, level: Double)
    /// The number of samples of each channel that were lost.
    case hole(Int)
    case soundEnded(SoundFault)
    case paused(MonotonicTime)
    case resumed(MonotonicTime)
    /// The person zooms: the part of the frames to record from now on.
    case zoomed(PixelRect)
    /// Nothing captured later belongs to the recording.
    case stopped(MonotonicTime)
    /// The encoder or the disk has a fault.
    case writerFailed(MediaFault)
}

/// Hands events from the capture thread, the microphone's and the main thread to the recording's own. Bounded: a frame
/// that does not fit is dropped and counted; what fits may still be too much for the encoder, see `EncoderLag`.
/// Thread-safe; only `next` waits.
final class RecordingQueue: Sendable {
    /// Bytes of frames that wait for the encoder: a second of motion JPEG at 1080p, a quarter of one of raw frames.
    private static let limit = 32 << 20

    private struct State {
        var events: [RecordingEvent] = []
        var dropped = 0
        var frames = 0
        var newest: MonotonicTime?
        var isClosed = false
    }

    /// Usually one frame waits while another is encoded.
    private let budget = FrameBudget(limit: RecordingQueue.limit, keeping: 4)
    private let state = Mutex(State())
    private let filled = DispatchSemaphore(value: 0)

    func add(_ frame: Frame) {
        let isClosed = state.withLock { state in
            state.frames += state.isClosed ? 0 : 1
            return state.isClosed
        }
        guard !isClosed else { return }
        guard let copy = budget.copy(frame) else { return state.withLock { $0.dropped += 1 } }
        add(.frame(copy))
    }

    /// Adds frames that already have memory of their own; `missing`: how many were lost before.
    func add(waiting frames: [Frame], missing: Int) {
        state.withLock { state in
            state.frames += frames.count + missing
            state.dropped += missing
        }
        for frame in frames { add(.frame(frame)) }
    }

    /// Frames that came.
    var frameCount: Int { state.withLock { $0.frames } }

    /// Frames that did not fit, or that the encoder had no time for.
    var droppedCount: Int { state.withLock { $0.dropped } }

    /// Counts a frame that the encoder had no time for.
    func drop() { state.withLock { $0.dropped += 1 } }

    /// The capture time of the last frame.
    var newest: MonotonicTime? { state.withLock { $0.newest } }

    /// Ignores everything after an event that ends the recording.
    func add(_ event: RecordingEvent) {
        let isAdded = state.withLock { state in
            guard !state.isClosed else { return false }
            state.events.append(event)
            if case .frame(let frame) = event { state.newest = frame.captured }
            if case .stopped = event { state.isClosed = true }
            return true
        }
        if isAdded { filled.signal() }
    }

    /// The next event; nil if none came in time.
    func next(within limit: Duration) -> RecordingEvent? {
        guard filled.wait(timeout: .now() + .milliseconds(Int(limit / .milliseconds(1)))) == .success else {
            return nil
        }
        return state.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() }
    }
}

/// Memory for pictures on their way to the encoder. If the encoder is too slow, a picture waits for memory here and
/// frames wait in the queue. Thread-safe.
final class PictureMemory: Sendable {
    /// Pictures that are with the encoder or being drawn.
    private static let count = 6

    private let byteCount: Int
    /// Addresses of free memory.
    private let free: Mutex<[UInt]>

    init(byteCount: Int) {
        self.byteCount = byteCount
        free = Mutex(
            (0..<Self.count).map { _ in
                UInt(bitPattern: UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64))
            })
    }

    /// Each picture keeps a reference to this, so all memory has come back.
    deinit {
        free.withLock { for address in $0 { UnsafeMutableRawPointer(bitPattern: address)?.deallocate() } }
    }

    /// Takes memory; nil if none is given back in time: the encoder hangs.
    func take(within limit: Duration) -> UnsafeMutableRawBufferPointer? {
        let deadline = MonotonicTime.now + limit
        while true {
            if let address = free.withLock({ $0.popLast() }) {
                return UnsafeMutableRawBufferPointer(
                    start: UnsafeMutableRawPointer(bitPattern: address), count: byteCount)
            }
            guard MonotonicTime.now < deadline else { return nil }
            // Not a semaphore with a time limit: libdispatch waits for a time of day, which may be set meanwhile.
            usleep(2_000)
        }
    }

    func giveBack(_ memory: UnsafeMutableRawBufferPointer) {
        let address = UInt(bitPattern: memory.baseAddress)
        free.withLock { $0.append(address) }
    }
}
