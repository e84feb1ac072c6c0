// SPDX-License-Identifier: GPL-3.0-or-later
internal import CPipeWireShims
internal import CaptureCore
internal import Platform

/// A running stream of frames. Thread-bound; frames may be released on any thread.
final class PipeWireStream {
    /// Kept alive, because it must outlive its objects.
    private let remote: PipeWireRemote
    private let raw: OpaquePointer
    private let events: Events
    private var nextSequence: UInt32 = 0
    /// How the last frame has to be turned, or the first one, as far as its source says.
    private(set) var orientation: PhotoOrientation
    private let sourceOrientation: PhotoOrientation
    /// For frames that are copied; made when the first one is.
    private var copies: FramePool?
    /// Enough for the viewfinder and a few photos on their way.
    private static let copyCount = 6

    /// The daemon's reports about the stream.
    final class Events {
        let buffers = PipeWireBuffers()
        var description: StreamDescription?
        var isStreaming = false
        /// Why it ended, in the daemon's words.
        var failure: String?
    }

    /// Asks for frames; the result arrives while the remote is served.
    ///
    /// - Parameter isRateListed: whether the source lists the mode's rate, so that it can keep to it.
    /// - Returns: nil if the library refuses.
    init?(_ source: PipeWireSource, on remote: PipeWireRemote, _ mode: CaptureMode, isRateListed: Bool) {
        let request = TtPwMode(
            fourcc: mode.format.rawValue,
            size: TtPwSize(width: UInt32(mode.size.width), height: UInt32(mode.size.height)),
            rate: TtPwRate(numerator: mode.rate.numerator, denominator: mode.rate.denominator),
            is_rate_fixed: isRateListed)
        let events = Events()
        let raw = withExtendedLifetime(events) {
            tt_pw_stream_new(remote.raw, source.serial, request, events.listener)
        }
        guard let raw else { return nil }
        (self.remote, self.raw, self.events) = (remote, raw, events)
        sourceOrientation = source.orientation
        orientation = source.orientation
    }

    deinit { tt_pw_stream_free(raw) }

    /// The negotiated format; nil until frames flow.
    var description: StreamDescription? { events.isStreaming ? events.description : nil }

    var failure: String? { events.failure }

    /// Whether a frame of the negotiated size has room in the buffers. It has none if libcamera streams in another
    /// size than it agreed to (PipeWire's `spa_libcamera_set_format` takes an adjusted configuration for the asked one).
    var isRoomy: Bool { events.buffers.hold(events.description?.layout.leastByteCount ?? 0) }

    /// - Returns: nil when there is no frame, or an unusable one.
    func next() -> Frame? {
        giveBackReleased()
        var taken = TtPwFrame()
        guard tt_pw_stream_take(raw, &taken) else { return nil }
        let arrival = MonotonicTime.now
        let frame = frame(taken, arrival)
        orientation = taken.has_transform ? PhotoOrientation(undoing: taken.transform) : sourceOrientation
        giveBackReleased()
        return frame
    }

    private func giveBackReleased() {
        while let number = events.buffers.takeReturned() { tt_pw_stream_give(raw, number) }
    }

    private func frame(_ taken: TtPwFrame, _ arrival: MonotonicTime) -> Frame? {
        let (number, buffers) = (taken.buffer, events.buffers)
        guard let (memory, mayBeHeld) = buffers.lease(number) else { return nil }
        let offset = Int(clamping: taken.offset)
        let layout = events.description?.layout.with(stride: Int(taken.stride), in: memory.size)
        let count = min(Int(clamping: taken.size), memory.size - offset, layout?.maximumBytes ?? 0)
        guard count > 0, let layout else {
            buffers.giveBack(number, memory)
            return nil
        }
        let bytes = UnsafeRawBufferPointer(
            start: UnsafeRawPointer(bitPattern: memory.start + UInt(offset)), count: count)
        let isWhole = tt_pw_stream_fetch(raw, number, taken.offset, UInt64(count))
        nextSequence &+= 1
        let frame = Frame(
            layout: layout,
            sequence: taken.has_sequence ? UInt32(truncatingIfNeeded: taken.sequence) : nextSequence,
            arrival: arrival,
            sourceTime: taken.time > 0 ? MonotonicTime(nanoseconds: taken.time) : nil,
            // The graph's clock is the machine's; `Frame` ignores times that can't be of it.
            isSourceMonotonic: true,
            isDamaged: taken.is_damaged || !isWhole || layout.isShort(bytes), bytes: bytes,
            release: { buffers.giveBack(number, memory) })
        return mayBeHeld ? frame : copy(of: frame)
    }

    /// Copies a frame into pooled memory, or into memory of its own if the pool is in use.
    private func copy(of frame: Frame) -> Frame {
        if copies.map({ $0.byteCount < frame.byteCount }) ?? true {
            // Sized by the actual frame, not by the stated layout.
            copies = FramePool(
                count: Self.copyCount, byteCount: frame.byteCount * (frame.layout.format.isCompressed ? 2 : 1)
            )
        }
        guard let copies, copies.byteCount >= frame.byteCount, let buffer = copies.take() else {
            return frame.detached()
        }
        let memory = UnsafeMutableRawBufferPointer(rebasing: copies.memory(buffer)[..<frame.byteCount])
        frame.withBytes { memory.copyMemory(from: $0) }
        return Frame(
            layout: frame.layout, sequence: frame.sequence, arrival: frame.arrival,
            sourceTime: frame.sourceTime, isSourceMonotonic: true,
            isDamaged: frame.isDamaged, memory: .pooled, bytes: UnsafeRawBufferPointer(memory),
            release: { copies.putBack(buffer) })
    }
}

extension PhotoOrientation {
    /// - Parameter transform: what was done to a frame's content: it was mirrored from 4 on, and then turned
    ///   counterclockwise by this many quarters, less 4 (`spa_meta_videotransform_value`).
    init(undoing transform: UInt32) {
        guard let turn = Turn(rawValue: Int(transform % 4) * 90), transform < 8 else {
            self = .upright
            return
        }
        let isMirrored = transform >= 4
        // Mirroring before or after a turn: the same with the turn the other way round.
        let degrees = isMirrored ? (360 - turn.rawValue) % 360 : turn.rawValue
        self.init(turn: Turn(rawValue: degrees) ?? .none, isMirrored: isMirrored)
    }
}

extension StreamDescription {
    /// The format that was negotiated; lines without padding until a frame says otherwise.
    ///
    /// - Returns: nil for a size that no sensor has, and for a format that can't be shown.
    init?(_ format: TtPwFormat) {
        let size = PixelSize(width: Int(format.mode.size.width), height: Int(format.mode.size.height))
        var color = ColorDescription.video
        if format.matrix == TT_PW_BT709 { color.matrix = .bt709 }
        if format.range == TT_PW_FULL { color.range = .full }
        guard let layout = FrameLayout(stated: PixelFormat(rawValue: format.mode.fourcc), size, color) else {
            return nil
        }
        self.init(layout: layout, rate: FrameRate(format.mode.rate))
    }
}

extension PipeWireStream.Events {
    /// The listener, which lives as long as the stream: both are owned by it.
    fileprivate var listener: TtPwStreamEvents {
        TtPwStreamEvents(
            box: Unmanaged.passUnretained(self).toOpaque(),
            format: { box, format in
                guard let format, let events = events(at: box) else { return false }
                events.description = StreamDescription(format.pointee)
                return events.description != nil
            },
            buffer_added: { box, number, memory in events(at: box)?.buffers.added(number, memory) },
            buffer_removed: { box, number in events(at: box)?.buffers.removed(number) },
            streaming: { box in events(at: box)?.isStreaming = true },
            failed: { box, reason in events(at: box)?.failure = reason.map { String(cString: $0) } ?? "" })
    }
}

private func events(at box: UnsafeMutableRawPointer?) -> PipeWireStream.Events? {
    box.map { Unmanaged<PipeWireStream.Events>.fromOpaque($0).takeUnretainedValue() }
}
