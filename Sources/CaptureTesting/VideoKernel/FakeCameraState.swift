internal import CV4L2
internal import Cameras
internal import CaptureCore
internal import Glibc
internal import System

/// A scripted camera and what it is doing.
struct FakeCameraState {
    /// Buffer n is mapped at n times this offset.
    static let offsetStep = 1 << 20

    var camera: FakeCamera
    private(set) var isPlugged = true
    /// Counts the times it was plugged in.
    private(set) var incarnation = 0
    /// The file that set a format or has buffers; nobody else may then.
    var owner: Int32?
    var format = v4l2_pix_format()
    var interval = v4l2_fract(numerator: 1, denominator: 15)
    var buffers: [FakeBuffer] = []
    var isStreaming = false
    var sequence: UInt32 = 0
    /// Who wants to hear of which control, with the `V4L2_EVENT_SUB_FL_…` bits.
    var subscriptions: [Int32: [UInt32: UInt32]] = [:]
    var events: [Int32: [UInt32]] = [:]

    init(_ camera: FakeCamera) {
        self.camera = camera
        format = adjusted(v4l2_pix_format())
    }

    mutating func nextOpenFailure() -> Errno? {
        camera.openFailures.isEmpty ? nil : camera.openFailures.removeFirst()
    }

    mutating func setPlugged(_ plugged: Bool) {
        isPlugged = plugged
        if plugged { incarnation += 1 }
        stop()
        buffers = []
        owner = nil
    }

    /// The file is closed and nothing of it is mapped.
    mutating func release(by descriptor: Int32) {
        subscriptions[descriptor] = nil
        events[descriptor] = nil
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
        case .getFormat: edit(argument) { (wish: inout v4l2_format) in wish.fmt.pix = format }
        case .tryFormat: edit(argument) { (wish: inout v4l2_format) in wish.fmt.pix = adjusted(wish.fmt.pix) }
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
        default: try handleControl(request, argument, from: file)
        }
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
