// SPDX-License-Identifier: GPL-3.0-or-later
internal import CV4L2
internal import CaptureCore
internal import Platform

/// Takes frames out of a running stream.
struct FrameTaker {
    let node: VideoNode
    let pool: BufferPool
    let layout: FrameLayout
    /// How the last frame's lines lie, or those of the first one.
    private(set) var lines: FrameArrangement.Lines
    private let field: VideoField

    init(node: VideoNode, pool: BufferPool, layout: FrameLayout, field: VideoField) {
        (self.node, self.pool, self.layout, self.field) = (node, pool, layout, field)
        lines = field.lines
    }

    /// Whether the device still has the stream's format; another program may have changed that of a virtual camera.
    /// True if the device can't be asked.
    var hasItsFormat: Bool {
        var format = v4l2_format()
        format.type = VideoConstant.capture
        guard (try? node.call(.getFormat, &format)) != nil else { return true }
        let present = FrameLayout(of: format.fmt.pix)
        return present?.format == layout.format && present?.size == layout.size
    }

    /// Whether a frame has the size of a whole one, as far as that can be told: what a program writes into a virtual camera
    /// need not be of the size that was agreed.
    func fits(_ frame: Frame) -> Bool {
        guard let least = layout.leastByteCount, let whole = layout.wholeByteCount else { return true }
        // Some drivers state the size of their buffer, or count in pages.
        return frame.byteCount >= least
            && (frame.byteCount <= whole + Self.page || frame.byteCount == pool.byteCount)
    }

    private static let page = 4096

    /// - Returns: nil when the driver has none, or when its buffer had no bytes and went back.
    mutating func next() throws(SystemFault) -> Frame? {
        var buffer = v4l2_buffer.capture(0)
        do { try node.call(.dequeueBuffer, &buffer) } catch {
            if error == .wouldBlock { return nil }
            throw SystemFault(error, VideoRequest.dequeueBuffer.name)
        }
        let arrival = MonotonicTime.now
        guard let bytes = filled(buffer) else {
            pool.giveBack(buffer.index)
            return nil
        }
        // Of alternating fields each buffer says which it is.
        if field == .alternate { lines = VideoField(rawValue: buffer.field).lines }
        return frame(buffer, bytes, arrival)
    }

    /// The bytes that were filled, never more than are mapped; nil when there are none.
    private func filled(_ buffer: v4l2_buffer) -> UnsafeRawBufferPointer? {
        guard let mapped = pool.bytes(of: buffer.index) else { return nil }
        let count = min(Int(buffer.bytesused), mapped.count)
        return count > 0 ? UnsafeRawBufferPointer(rebasing: mapped[..<count]) : nil
    }

    private func frame(_ buffer: v4l2_buffer, _ bytes: UnsafeRawBufferPointer, _ arrival: MonotonicTime)
        -> Frame
    {
        let index = buffer.index
        let frame = Frame(
            layout: layout, sequence: buffer.sequence, arrival: arrival, sourceTime: sourceTime(of: buffer),
            isSourceMonotonic: buffer.flags & VideoConstant.timestampMask == VideoConstant.monotonicTimestamp,
            isDamaged: isDamaged(buffer, bytes), bytes: bytes,
            release: { [pool] in pool.giveBack(index) })
        return node.kernel.mappingsOutliveStream && pool.isRoomy ? frame : frame.detached()
    }

    private func sourceTime(of buffer: v4l2_buffer) -> MonotonicTime? {
        let (seconds, microseconds) = (buffer.timestamp.tv_sec, buffer.timestamp.tv_usec)
        guard (0...0xffff_ffff).contains(seconds), (0..<1_000_000).contains(microseconds) else { return nil }
        let nanoseconds = Int64(seconds) * 1_000_000_000 + Int64(microseconds) * 1000
        return nanoseconds > 0 ? MonotonicTime(nanoseconds: nanoseconds) : nil
    }

    private func isDamaged(_ buffer: v4l2_buffer, _ bytes: UnsafeRawBufferPointer) -> Bool {
        if buffer.flags & VideoConstant.damagedBuffer != 0 { return true }
        let isLengthKnown = bytes.count < pool.bytes(of: buffer.index)?.count ?? 0
        return layout.isShort(bytes, isLengthKnown: isLengthKnown)
    }
}
