// SPDX-License-Identifier: GPL-3.0-or-later
import Cameras
import CaptureCore
import CaptureTesting
import Glibc
import Platform
import Synchronization

/// A kernel that answers anything: a fake one whose answers are damaged, refused, delayed by storms of errors, or
/// untrue, and whose buffers change while they are read. The same seed gives the same answers to the same questions.
///
///     let kernel = HostileKernel(FakeVideoKernel([.webcam()]), random: plan.random(round: 7))
///     kernel.beginOperation()
///     _ = camera.readControls()
///     #expect(kernel.callCount < 10_000)
///
/// Thread-safe.
final class HostileKernel: VideoKernel {
    /// After this many calls in one operation the device is gone, so that an endless loop ends.
    static let callLimit = 200_000

    private struct State: Sendable {
        var random: SeededRandom
        var storm: (errno: Errno, left: Int)?
        var calls = 0
        var opened = 0
        var closed = 0
    }

    let converting: (any VideoKernel)? = nil
    let mappingsOutliveStream: Bool
    private let kernel: FakeVideoKernel
    private let temper: HostileBehaviour
    private let memory: HostileMemory
    /// Changes the memory.
    private let writer: BackgroundLoop
    private let state: Mutex<State>

    /// - Parameters:
    ///   - kernel: has one camera, at `/dev/video0`, whose answers are damaged.
    ///   - random: the source of all decisions.
    init(_ kernel: FakeVideoKernel, random: SeededRandom) {
        var random = random
        self.kernel = kernel
        mappingsOutliveStream = Int.random(in: 0..<4, using: &random) > 0
        temper = HostileBehaviour(&random, requests: Self.requests.map(\.number))
        let memory = HostileMemory(SeededRandom(seed: random.next()))
        self.memory = memory
        writer = BackgroundLoop { memory.change() }
        state = Mutex(State(random: random))
        let isEndless = temper.isEndless
        kernel.change { $0.listsNeverEnd = isEndless }
    }

    private static let requests: [VideoRequest] = [
        .queryCapabilities, .listFormats, .listSizes, .listIntervals, .tryFormat, .setFormat, .getParameters,
        .setParameters, .requestBuffers, .queryBuffer, .queueBuffer, .dequeueBuffer, .streamOn, .queryControl,
        .queryMenu, .getControls, .setControls, .dequeueEvent,
    ]

    private static let errors: [Errno] = [
        .interrupted, .wouldBlock, .inputOutput, .noDevice, .noEntry, .noAddress, .busy, .invalidArgument,
        .noMemory, .noSpace, .unknownRequest, .accessDenied, .outOfRange, .brokenPipe, .timedOut,
        Errno(rawValue: 0), Errno(rawValue: 9999),
    ]

    // MARK: The seam

    var now: MonotonicTime { kernel.now }
    func motionGuard(_ descriptor: Int32, _ path: String) -> MotionGuard? { nil }
    func pause(for duration: Duration) { kernel.pause(for: duration) }

    func open(_ path: String) throws(Errno) -> Int32 {
        if let failure = nextFailure(0) { throw failure }
        let descriptor = try kernel.open(path)
        state.withLock { $0.opened += 1 }
        return descriptor
    }

    func close(_ descriptor: Int32) {
        state.withLock { $0.closed += 1 }
        kernel.close(descriptor)
    }

    func ioctl(
        _ descriptor: Int32, _ request: VideoRequest, _ argument: UnsafeMutableRawPointer
    ) throws(Errno) {
        if let failure = nextFailure(request.number) { throw failure }
        if request == .dequeueBuffer { deliver() }
        if !draws(temper.idle, request) { try answer(descriptor, request, argument) }
        guard draws(temper.spoiled, request) else { return }
        let address = UInt(bitPattern: argument)
        state.withLock { HostileAnswer.spoil(request, at: address, &$0.random) }
    }

    func mmap(_ descriptor: Int32, length: Int, offset: Int) throws(Errno) -> UnsafeMutableRawPointer {
        if let failure = nextFailure(VideoRequest.queryBuffer.number) { throw failure }
        let address = try state.withLock { state throws(Errno) in
            try memory.map(length, &state.random)
        }
        guard let memory = UnsafeMutableRawPointer(bitPattern: address) else { throw .noMemory }
        return memory
    }

    func munmap(_ address: UnsafeMutableRawPointer, length: Int) {
        memory.unmap(UInt(bitPattern: address), length)
    }

    func poll(_ descriptor: Int32, events: Int16, timeout: Int32) throws(Errno) -> Int16 {
        if let failure = nextFailure(0) { throw failure }
        guard draws(temper.spoiled, .dequeueEvent) else {
            return try kernel.poll(descriptor, events: events, timeout: timeout)
        }
        return state.withLock { Int16.random(in: .min ... .max, using: &$0.random) }
    }

    // MARK: Results

    /// Restarts the count of calls.
    func beginOperation() { state.withLock { $0.calls = 0 } }

    /// The calls since then.
    var callCount: Int { state.withLock { $0.calls } }

    /// Whether everything opened and mapped is closed and unmapped, exactly once.
    var isClean: Bool {
        state.withLock { $0.opened == $0.closed } && memory.isClean && kernel.record.misuses.isEmpty
    }

    // MARK: Temper

    private func draws(_ percent: Int, _ request: VideoRequest) -> Bool {
        state.withLock { temper.happens(percent, to: request.number, &$0.random) }
    }

    private func nextFailure(_ request: UInt) -> Errno? {
        state.withLock { state in
            state.calls += 1
            if state.calls > Self.callLimit { return .noDevice }
            if let (failure, left) = state.storm {
                state.storm = left > 1 ? (failure, left - 1) : nil
                return failure
            }
            guard temper.happens(temper.failing, to: request, &state.random) else { return nil }
            let failure = Self.errors.randomElement(using: &state.random) ?? .inputOutput
            if temper.stormLength > 1 { state.storm = (failure, temper.stormLength - 1) }
            return failure
        }
    }

    private func answer(
        _ descriptor: Int32, _ request: VideoRequest, _ argument: UnsafeMutableRawPointer
    ) throws(Errno) {
        do { try kernel.ioctl(descriptor, request, argument) } catch {
            // A kernel that always has another frame claims one.
            guard request == .dequeueBuffer, temper.hasEndlessFrames, error == .wouldBlock else {
                throw error
            }
            let address = UInt(bitPattern: argument)
            state.withLock { HostileAnswer.claimFrame(at: address, &$0.random) }
        }
    }

    /// A frame comes, of any length.
    private func deliver() {
        let isDue = state.withLock { Int.random(in: 0..<3, using: &$0.random) > 0 }
        guard isDue || temper.hasEndlessFrames else { return }
        var delivery = FakeDelivery([])
        delivery.bytesUsed = state.withLock { UInt32.random(in: 0...1 << 20, using: &$0.random) }
        kernel.deliver(delivery)
    }
}
