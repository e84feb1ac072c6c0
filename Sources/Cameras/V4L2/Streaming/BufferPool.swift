// SPDX-License-Identifier: GPL-3.0-or-later
internal import CV4L2
internal import CaptureCore
internal import Platform
internal import Synchronization

/// The driver's buffers of one stream, mapped; shared by the device and the frames it handed out.
///
/// Made by `start`, ended by `stop`: a frame that outlives its stream keeps its bytes, but its buffer is not given to
/// a later stream, where the same number means other memory. The mappings go with the device and the last frame.
/// Thread-safe.
final class BufferPool: Sendable {
    private struct Mapping: Sendable {
        /// A pointer, as a number that may cross threads; never zero.
        let address: UInt
        let length: Int
    }

    private struct State {
        /// Whether buffers still belong to this stream.
        var isStreaming = true
        var isMapped = true
    }

    /// How many buffers to ask for: two with the driver, one in transit, two for the screen and the next picture, and
    /// three for moments when the machine is busy, unless they are megabytes each.
    private static func wanted(for layout: FrameLayout) -> UInt32 {
        layout.wholeByteCount != nil && layout.size.area > largestCheap ? 5 : 8
    }

    /// In pixels: 720p.
    private static let largestCheap = 1280 * 720
    /// Fewer would leave the driver none to fill while a frame is held: then frames are copied, and given back at once.
    private static let fewestToHold = 3
    /// More than any driver gives (`VIDEO_MAX_FRAME`); also bounds an impossible answer.
    private static let mostBuffers: UInt32 = 32

    private let node: VideoNode
    private let mappings: [Mapping]
    /// Held across VIDIOC_QBUF: otherwise another thread could release a frame between the check and the call, `end`
    /// and a close could follow, and the call would reach a file that has the same descriptor number since. It costs
    /// nothing: VIDIOC_QBUF does not wait, the kernel serializes it anyway, and taking frames does not use the lock.
    private let state = Mutex(State())

    private init(node: VideoNode, mappings: [Mapping]) {
        self.node = node
        self.mappings = mappings
    }

    deinit { unmapOnce() }

    /// Has the driver make the buffers and maps them.
    ///
    /// - Throws: a `Failure` naming the step; nothing stays mapped then, but the driver's buffers are still to be
    ///   freed with `free`.
    static func make(on node: VideoNode, for layout: FrameLayout) throws(SystemFault) -> BufferPool {
        var request = v4l2_requestbuffers()
        request.count = wanted(for: layout)
        request.type = VideoConstant.capture
        request.memory = VideoConstant.mapped
        try node.step(.requestBuffers, &request)
        guard request.count > 0 else {
            throw SystemFault(.noMemory, VideoRequest.requestBuffers.name)
        }
        var mappings: [Mapping] = []
        do {
            for index in 0..<min(request.count, mostBuffers) { mappings.append(try map(index, node)) }
        } catch {
            unmap(mappings, node)
            throw error
        }
        return BufferPool(node: node, mappings: mappings)
    }

    /// Frees the driver's buffers, so that other programs can stream.
    ///
    /// Frames that are still held keep their pages: the kernel detaches those buffers from the queue (since Linux
    /// 4.20). Older kernels refuse, and free them with the last mapping.
    static func free(on node: VideoNode) {
        var request = v4l2_requestbuffers()
        request.type = VideoConstant.capture
        request.memory = VideoConstant.mapped
        try? node.call(.requestBuffers, &request)
    }

    private static func map(_ index: UInt32, _ node: VideoNode) throws(SystemFault) -> Mapping {
        var buffer = v4l2_buffer.capture(index)
        try node.step(.queryBuffer, &buffer)
        let length = Int(buffer.length)
        do {
            let address = try node.kernel.mmap(node.descriptor, length: length, offset: Int(buffer.m.offset))
            return Mapping(address: UInt(bitPattern: address), length: length)
        } catch {
            throw SystemFault(error, "mmap")
        }
    }

    private static func unmap(_ mappings: [Mapping], _ node: VideoNode) {
        for mapping in mappings {
            guard let address = UnsafeMutableRawPointer(bitPattern: mapping.address) else { continue }
            node.kernel.munmap(address, length: mapping.length)
        }
    }

    /// Whether frames may keep their buffers.
    var isRoomy: Bool { mappings.count >= Self.fewestToHold }

    /// The size of each buffer, in bytes; nil if they differ.
    var byteCount: Int? {
        mappings.allSatisfy { $0.length == mappings[0].length } ? mappings.first?.length : nil
    }

    /// The memory of a buffer; nil for an invalid number.
    func bytes(of index: UInt32) -> UnsafeRawBufferPointer? {
        guard index < mappings.count else { return nil }
        let mapping = mappings[Int(index)]
        return UnsafeRawBufferPointer(
            start: UnsafeRawPointer(bitPattern: mapping.address), count: mapping.length)
    }

    /// Gives every buffer to the driver, before the stream starts.
    func giveAll() throws(SystemFault) {
        for index in 0..<UInt32(mappings.count) {
            var buffer = v4l2_buffer.capture(index)
            try node.step(.queueBuffer, &buffer)
        }
    }

    /// Gives a buffer back to the driver, or does nothing when the stream is over.
    ///
    /// A refusal is not reported here: taking the next frame reports a lost device.
    func giveBack(_ index: UInt32) {
        guard index < mappings.count else { return }
        state.withLock { state in
            guard state.isStreaming else { return }
            var buffer = v4l2_buffer.capture(index)
            try? node.call(.queueBuffer, &buffer)
        }
    }

    /// From now on no buffer is given back. Call before the stream is stopped.
    func end() { state.withLock { $0.isStreaming = false } }

    /// Unmaps at once if no frame refers to the memory: none was taken, or all were copied.
    func unmapOnce() {
        let wasMapped = state.withLock { state in
            let wasMapped = state.isMapped
            state.isMapped = false
            return wasMapped
        }
        if wasMapped { Self.unmap(mappings, node) }
    }
}

extension v4l2_buffer {
    /// A mapped capture buffer by its number.
    static func capture(_ index: UInt32) -> v4l2_buffer {
        var buffer = v4l2_buffer()
        buffer.index = index
        buffer.type = VideoConstant.capture
        buffer.memory = VideoConstant.mapped
        return buffer
    }
}
