// SPDX-License-Identifier: GPL-3.0-or-later
internal import CV4L2
internal import Cameras
internal import CaptureCore
internal import Glibc
internal import Platform

/// A scripted camera and its state.
struct FakeCameraState {
    /// Buffer n is mapped at n times this offset.
    static let offsetStep = 1 << 20

    var camera: FakeCamera
    private(set) var isPlugged = true
    /// The file that set a format or has buffers; no other may then.
    private(set) var owner: Int32?
    private var format = v4l2_pix_format()
    private var interval = v4l2_fract(numerator: 1, denominator: 15)
    var buffers: [FakeBuffer] = []
    private(set) var isStreaming = false
    private var sequence: UInt32 = 0
    private var panel = FakeControlPanel()

    init(_ camera: FakeCamera) {
        self.camera = camera
        format = adjusted(v4l2_pix_format())
    }

    mutating func nextOpenFailure() -> Errno? {
        camera.openFailures.isEmpty ? nil : camera.openFailures.removeFirst()
    }

    mutating func unplug() {
        isPlugged = false
        stop()
        buffers = []
        owner = nil
    }

    /// The file is closed and nothing of it is mapped.
    mutating func release(by descriptor: Int32) {
        panel.release(by: descriptor)
        guard owner == descriptor else { return }
        stop()
        buffers = []
        owner = nil
    }

    mutating func handle(
        _ request: VideoRequest, _ argument: UnsafeMutableRawPointer, from file: Int32
    ) throws(Errno) {
        if let failure = nextFailure(of: request) { throw failure }
        switch request {
        case .queryCapabilities: edit(argument, describe)
        case .listFormats: try editing(argument, listFormat)
        case .listSizes: try editing(argument, listSize)
        case .listIntervals: try editing(argument, listInterval)
        case .getFormat:
            edit(argument) { (request: inout v4l2_format) in
                request.fmt.pix = format
                request.fmt.pix.field = camera.field
            }
        case .tryFormat:
            edit(argument) { (request: inout v4l2_format) in request.fmt.pix = adjusted(request.fmt.pix) }
        default: try handleChange(request, argument, from: file)
        }
    }

    private mutating func handleChange(
        _ request: VideoRequest, _ argument: UnsafeMutableRawPointer, from file: Int32
    ) throws(Errno) {
        switch request {
        case .setFormat:
            try setFormat(&argument.assumingMemoryBound(to: v4l2_format.self).pointee, file)
        case .getParameters: answerParameters(&argument.assumingMemoryBound(to: v4l2_streamparm.self).pointee)
        case .setParameters:
            try setParameters(&argument.assumingMemoryBound(to: v4l2_streamparm.self).pointee, file)
        case .requestBuffers:
            try requestBuffers(&argument.assumingMemoryBound(to: v4l2_requestbuffers.self).pointee, file)
        case .queryBuffer: try queryBuffer(&argument.assumingMemoryBound(to: v4l2_buffer.self).pointee)
        case .queueBuffer: try queueBuffer(argument.assumingMemoryBound(to: v4l2_buffer.self).pointee, file)
        case .dequeueBuffer:
            try dequeueBuffer(&argument.assumingMemoryBound(to: v4l2_buffer.self).pointee, file)
        case .streamOn: try start(file)
        case .streamOff: try stop(file)
        default: try panel.handle(request, argument, from: file, &camera)
        }
    }

    /// Another program's change: every subscriber gets an event.
    mutating func changeFromOutside(_ id: UInt32, to value: Int64) {
        panel.changeFromOutside(id, to: value, &camera)
    }

    private mutating func nextFailure(of request: VideoRequest) -> Errno? {
        guard let failures = camera.failures[request], let next = failures.first else { return nil }
        camera.failures[request] = Array(failures.dropFirst())
        return next
    }

    private func describe(_ answer: inout v4l2_capability) {
        answer.capabilities = camera.capabilities
        answer.device_caps = camera.nodeCapabilities
    }

    private func edit<Structure>(_ argument: UnsafeMutableRawPointer, _ body: (inout Structure) -> Void) {
        body(&argument.assumingMemoryBound(to: Structure.self).pointee)
    }

    private func editing<Structure>(
        _ argument: UnsafeMutableRawPointer, _ body: (inout Structure) throws(Errno) -> Void
    ) throws(Errno) {
        try body(&argument.assumingMemoryBound(to: Structure.self).pointee)
    }
}

/// Lists and formats.
extension FakeCameraState {
    private func listFormat(_ entry: inout v4l2_fmtdesc) throws(Errno) {
        let format = try pick(camera.formats, entry.index)
        entry.pixelformat = format.format.rawValue
        entry.flags = format.isEmulated ? UInt32(V4L2_FMT_FLAG_EMULATED) : 0
    }

    private func listSize(_ entry: inout v4l2_frmsizeenum) throws(Errno) {
        let format = try listed(entry.pixel_format)
        guard let range = format.range else {
            let size = try pick(format.sizes, entry.index).size
            entry.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
            entry.discrete = v4l2_frmsize_discrete(width: UInt32(size.width), height: UInt32(size.height))
            return
        }
        guard entry.index == 0 else { throw .invalidArgument }
        entry.type = V4L2_FRMSIZE_TYPE_STEPWISE.rawValue
        entry.stepwise = v4l2_frmsize_stepwise(
            min_width: UInt32(range.from.width), max_width: UInt32(range.to.width),
            step_width: UInt32(range.step.width), min_height: UInt32(range.from.height),
            max_height: UInt32(range.to.height), step_height: UInt32(range.step.height))
    }

    private func listInterval(_ entry: inout v4l2_frmivalenum) throws(Errno) {
        let format = try listed(entry.pixel_format)
        let asked = PixelSize(width: Int(entry.width), height: Int(entry.height))
        guard let size = format.sizes.first(where: { $0.size == asked }) else { throw .invalidArgument }
        let interval = try pick(size.intervals, entry.index)
        entry.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
        entry.discrete = v4l2_fract(numerator: interval.numerator, denominator: interval.denominator)
    }

    /// The driver's answer to a request: its first format for an unknown one, the nearest size it has.
    private func adjusted(_ request: v4l2_pix_format) -> v4l2_pix_format {
        guard
            let format = camera.formats.first(where: { $0.format.rawValue == request.pixelformat })
                ?? camera.formats.first
        else { return request }
        let asked = PixelSize(width: Int(request.width), height: Int(request.height))
        let nearest = format.sizes.map(\.size).min { $0.distance(to: asked) < $1.distance(to: asked) }
        let size = format.range == nil ? nearest ?? asked : asked
        var answer = request
        answer.pixelformat = format.format.rawValue
        answer.width = UInt32(size.width)
        answer.height = UInt32(size.height)
        let line = FakeFormat.bytesPerLine(format.format, size.width)
        answer.bytesperline = UInt32(format.bytesPerLine ?? (format.format.isCompressed ? 0 : line))
        answer.sizeimage = UInt32(max(Int(answer.bytesperline), line) * size.height * 3 / 2)
        answer.field = camera.field
        answer.colorspace = format.colorspace
        answer.ycbcr_enc = format.encoding
        answer.quantization = format.quantization
        return answer
    }

    private mutating func setFormat(_ request: inout v4l2_format, _ file: Int32) throws(Errno) {
        try own(file)
        guard buffers.isEmpty else { throw .busy }
        format = adjusted(request.fmt.pix)
        request.fmt.pix = format
    }

    private func answerParameters(_ answer: inout v4l2_streamparm) {
        answer.parm.capture.capability = camera.hasSettableRate ? UInt32(V4L2_CAP_TIMEPERFRAME) : 0
        answer.parm.capture.timeperframe = interval
    }

    private mutating func setParameters(_ request: inout v4l2_streamparm, _ file: Int32) throws(Errno) {
        try own(file)
        if isStreaming { throw .busy }
        if camera.hasSettableRate { interval = nearest(to: request.parm.capture.timeperframe) }
        let requested = request.parm.capture.timeperframe
        answerParameters(&request)
        if camera.echoesRequestedRate { request.parm.capture.timeperframe = requested }
    }

    /// The file takes ownership of the camera, or fails if another has it.
    private mutating func own(_ file: Int32) throws(Errno) {
        if let owner, owner != file { throw .busy }
        owner = file
    }

    private func nearest(to request: v4l2_fract) -> v4l2_fract {
        let size = PixelSize(width: Int(format.width), height: Int(format.height))
        let intervals =
            camera.formats.first { $0.format.rawValue == format.pixelformat }?
            .sizes.first { $0.size == size }?.intervals ?? []
        let seconds = Double(request.numerator) / Double(max(1, request.denominator))
        let nearest = intervals.min { abs(Self.seconds($0) - seconds) < abs(Self.seconds($1) - seconds) }
        return nearest.map { v4l2_fract(numerator: $0.numerator, denominator: $0.denominator) } ?? request
    }

    private static func seconds(_ interval: (numerator: UInt32, denominator: UInt32)) -> Double {
        Double(interval.numerator) / Double(max(1, interval.denominator))
    }

    private func listed(_ format: UInt32) throws(Errno) -> FakeFormat {
        guard let found = camera.formats.first(where: { $0.format.rawValue == format }) else {
            throw .invalidArgument
        }
        return found
    }

    private func pick<Element>(_ list: [Element], _ index: UInt32) throws(Errno) -> Element {
        if camera.listsNeverEnd, let last = list.last { return list[checked: Int(index)] ?? last }
        guard let element = list[checked: Int(index)] else { throw .invalidArgument }
        return element
    }
}

extension PixelSize {
    /// The difference in pixels, without overflow even for absurd sizes.
    fileprivate func distance(to other: PixelSize) -> Double {
        abs(Double(width) * Double(height) - Double(other.width) * Double(other.height))
    }
}

extension FakeFormat {
    /// Bytes of a line of the first plane without padding.
    static func bytesPerLine(_ format: PixelFormat, _ width: Int) -> Int {
        switch format {
        case .yuyv, .uyvy: width * 2
        default: width * (format.bytesPerRGBPixel ?? 1)
        }
    }
}

/// Buffers and the stream.
extension FakeCameraState {
    var hasFilledBuffer: Bool {
        buffers.contains { if case .filled = $0.place { true } else { false } }
    }

    private mutating func requestBuffers(_ request: inout v4l2_requestbuffers, _ file: Int32) throws(Errno) {
        try own(file)
        if isStreaming { throw .busy }
        if camera.keepsMappedBuffers, buffers.contains(where: { $0.mappings > 0 }) { throw .busy }
        let count = min(Int(request.count), camera.bufferLimit)
        buffers = (0..<count).map { _ in
            FakeBuffer(memory: FakeMemory(length: max(Int(format.sizeimage), camera.bufferSize)))
        }
        request.count = UInt32(count)
        if count == 0 { owner = nil }
    }

    private func queryBuffer(_ buffer: inout v4l2_buffer) throws(Errno) {
        guard let found = buffers[checked: Int(buffer.index)] else { throw .invalidArgument }
        buffer.length = UInt32(found.memory.length)
        buffer.m.offset = UInt32(Int(buffer.index) * Self.offsetStep)
        if found.mappings > 0 { buffer.flags |= UInt32(V4L2_BUF_FLAG_MAPPED) }
    }

    private mutating func queueBuffer(_ buffer: v4l2_buffer, _ file: Int32) throws(Errno) {
        guard owner == file else { throw .busy }
        guard let found = buffers[checked: Int(buffer.index)], found.place == .application else {
            throw .invalidArgument
        }
        buffers[Int(buffer.index)].place = .queue
    }

    private mutating func dequeueBuffer(_ buffer: inout v4l2_buffer, _ file: Int32) throws(Errno) {
        guard owner == file else { throw .busy }
        guard isStreaming else { throw .invalidArgument }
        guard let (index, delivery) = oldestFilled() else { throw .wouldBlock }
        buffers[index].place = .application
        buffer.index = delivery.claimedIndex ?? UInt32(index)
        buffer.bytesused = delivery.bytesUsed ?? UInt32(delivery.bytes.count)
        buffer.sequence = delivery.sequence
        buffer.field = delivery.field
        buffer.flags = delivery.isFlagged ? UInt32(V4L2_BUF_FLAG_ERROR) : 0
        buffer.length = UInt32(buffers[index].memory.length)
    }

    private mutating func start(_ file: Int32) throws(Errno) {
        guard owner == file else { throw .busy }
        guard !buffers.isEmpty else { throw .invalidArgument }
        if Int(format.sizeimage) > camera.bandwidth { throw .noSpace }
        isStreaming = true
        sequence = 0
    }

    private mutating func stop(_ file: Int32) throws(Errno) {
        guard owner == file else { throw .busy }
        stop()
    }

    /// All buffers are the application's again.
    private mutating func stop() {
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
        let urgent = panel.hasEvents(for: file) ? Int16(POLLPRI) : 0
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
