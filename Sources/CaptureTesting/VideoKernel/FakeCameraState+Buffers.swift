internal import CV4L2
internal import Cameras
internal import Glibc
internal import System

/// Buffers and the stream.
extension FakeCameraState {
    var hasFilledBuffer: Bool {
        buffers.contains { if case .filled = $0.place { true } else { false } }
    }

    mutating func requestBuffers(_ request: inout v4l2_requestbuffers, _ file: Int32) throws(Errno) {
        try own(file)
        if isStreaming { throw .busy }
        if camera.keepsMappedBuffers, buffers.contains(where: { $0.mappings > 0 }) { throw .busy }
        let count = min(Int(request.count), camera.bufferLimit)
        buffers = (0..<count).map { _ in FakeBuffer(memory: FakeMemory(length: Int(format.sizeimage))) }
        request.count = UInt32(count)
        if count == 0 { owner = nil }
    }

    func queryBuffer(_ buffer: inout v4l2_buffer) throws(Errno) {
        guard let found = buffers[checked: Int(buffer.index)] else { throw .invalidArgument }
        buffer.length = UInt32(found.memory.length)
        buffer.m.offset = UInt32(Int(buffer.index) * Self.offsetStep)
        if found.mappings > 0 { buffer.flags |= UInt32(V4L2_BUF_FLAG_MAPPED) }
    }

    mutating func queueBuffer(_ buffer: v4l2_buffer, _ file: Int32) throws(Errno) {
        guard owner == file else { throw .busy }
        guard let found = buffers[checked: Int(buffer.index)], found.place == .application else {
            throw .invalidArgument
        }
        buffers[Int(buffer.index)].place = .queue
    }

    mutating func dequeueBuffer(_ buffer: inout v4l2_buffer, _ file: Int32) throws(Errno) {
        guard owner == file else { throw .busy }
        guard isStreaming else { throw .invalidArgument }
        guard let (index, delivery) = oldestFilled() else { throw .wouldBlock }
        buffers[index].place = .application
        buffer.index = delivery.claimedIndex ?? UInt32(index)
        buffer.bytesused = delivery.bytesUsed ?? UInt32(delivery.bytes.count)
        buffer.sequence = delivery.sequence
        buffer.flags = delivery.isFlagged ? UInt32(V4L2_BUF_FLAG_ERROR) : 0
        buffer.length = UInt32(buffers[index].memory.length)
    }

    mutating func start(_ file: Int32) throws(Errno) {
        guard owner == file else { throw .busy }
        guard !buffers.isEmpty else { throw .invalidArgument }
        if Int(format.sizeimage) > camera.bandwidth { throw .noSpace }
        isStreaming = true
        sequence = 0
    }

    mutating func stop(_ file: Int32) throws(Errno) {
        guard owner == file else { throw .busy }
        stop()
    }

    /// All buffers are the application's again.
    mutating func stop() {
        isStreaming = false
        for index in buffers.indices { buffers[index].place = .application }
    }

    /// - Returns: false when the frame is lost.
    mutating func fill(with delivery: FakeDelivery) -> Bool {
        guard isStreaming else { return false }
        defer { sequence += 1 }
        guard let index = buffers.firstIndex(where: { $0.place == .queue }) else { return false }
        buffers[index].memory.write(delivery.bytes)
        var filled = delivery
        filled.sequence = sequence
        buffers[index].place = .filled(filled)
        return true
    }

    /// A mapping of this memory is gone.
    mutating func forget(_ memory: FakeMemory) {
        guard let index = buffers.firstIndex(where: { $0.memory === memory }) else { return }
        buffers[index].mappings -= 1
    }

    func readiness(for file: Int32) -> Int16 {
        let urgent = events[file]?.isEmpty == false ? Int16(POLLPRI) : 0
        let wasQueued = buffers.contains { $0.place != .application }
        guard owner == file, isStreaming, wasQueued else { return urgent | Int16(POLLERR) }
        return urgent | (hasFilledBuffer ? Int16(POLLIN | POLLRDNORM) : 0)
    }

    private func oldestFilled() -> (Int, FakeDelivery)? {
        let filled: [(Int, FakeDelivery)] = buffers.enumerated().compactMap { index, buffer in
            if case .filled(let delivery) = buffer.place { (index, delivery) } else { nil }
        }
        return filled.min { $0.1.sequence < $1.1.sequence }
    }
}
