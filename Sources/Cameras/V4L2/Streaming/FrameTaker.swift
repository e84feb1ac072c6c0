internal import CV4L2
internal import CaptureCore
internal import System

/// Takes frames out of a running stream.
struct FrameTaker {
    let node: VideoNode
    let pool: BufferPool
    let layout: FrameLayout

    /// - Returns: nil when the driver has none, or when its buffer had no bytes and went back.
    func next() throws(SystemFault) -> Frame? {
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
            layout: layout, sequence: buffer.sequence, arrival: arrival,
            isDamaged: isDamaged(buffer, bytes), bytes: bytes,
            release: { [pool] in pool.giveBack(index) })
        return node.kernel.mappingsOutliveStream ? frame : frame.detached()
    }

    private func isDamaged(_ buffer: v4l2_buffer, _ bytes: UnsafeRawBufferPointer) -> Bool {
        if buffer.flags & VideoConstant.damagedBuffer != 0 { return true }
        let isLengthKnown = bytes.count < pool.bytes(of: buffer.index)?.count ?? 0
        return layout.isShort(bytes, isLengthKnown: isLengthKnown)
    }
}
