public import Cameras
// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
internal import Dispatch
internal import Glibc
public import Platform
internal import Synchronization

/// A kernel with scripted cameras, which behaves as uvcvideo does, with its states and errnos.
///
///     let kernel = FakeVideoKernel([.webcam()])
///     kernel.deliver(FakeDelivery(jpeg), to: "/dev/video0")
///     kernel.unplug("/dev/video0")
///
/// Descriptors are real ones (pipes), readable while a frame waits, so that `poll` and `epoll` work on them.
/// Every call is recorded. Thread-safe.
public final class FakeVideoKernel: VideoKernel {
    public let converting: (any VideoKernel)?
    public let mappingsOutliveStream: Bool
    private let machine: Mutex<FakeMachine>
    /// Requests whose calls hang.
    private let hanging = Mutex<[VideoRequest: DispatchSemaphore]>([:])

    /// - Parameters:
    ///   - converting: stands in for libv4l2.
    ///   - mappingsOutliveStream: false for libv4l2's stand-in.
    public init(
        _ cameras: [FakeCamera], converting: FakeVideoKernel? = nil, mappingsOutliveStream: Bool = true
    ) {
        self.converting = converting
        self.mappingsOutliveStream = mappingsOutliveStream
        machine = Mutex(FakeMachine(cameras))
    }

    // MARK: The seam

    public func open(_ path: String) throws(Errno) -> Int32 {
        try machine.withLock { machine throws(Errno) in try machine.open(path) }
    }

    public func close(_ descriptor: Int32) { machine.withLock { $0.close(descriptor) } }

    public func ioctl(
        _ descriptor: Int32, _ request: VideoRequest, _ argument: UnsafeMutableRawPointer
    ) throws(Errno) {
        if let gate = hanging.withLock({ $0[request] }) {
            gate.wait()
            gate.signal()
        }
        let outcome = machine.withLock { machine in
            var failure: Errno?
            do throws(Errno) { try machine.ioctl(descriptor, request, argument) } catch { failure = error }
            machine.record.calls.append(FakeCall(descriptor: descriptor, request: request, failure: failure))
            return failure
        }
        if let outcome { throw outcome }
    }

    public func mmap(_ descriptor: Int32, length: Int, offset: Int) throws(Errno) -> UnsafeMutableRawPointer {
        let address = try machine.withLock { machine throws(Errno) in
            UInt(bitPattern: try machine.map(descriptor, length: length, offset: offset))
        }
        // The memory's own start, which is never null.
        return UnsafeMutableRawPointer(bitPattern: address).unsafelyUnwrapped
    }

    public func munmap(_ address: UnsafeMutableRawPointer, length: Int) {
        let number = UInt(bitPattern: address)
        machine.withLock { $0.unmap(number, length: length) }
    }

    public func poll(_ descriptor: Int32, events: Int16, timeout: Int32) throws(Errno) -> Int16 {
        machine.withLock {
            $0.record.polls += 1
            return $0.readiness(of: descriptor) & (events | Int16(POLLERR | POLLHUP | POLLNVAL))
        }
    }

    public var now: MonotonicTime { .now }

    public func motionGuard(_ descriptor: Int32, _ path: String) -> MotionGuard? { nil }

    /// Does not wait: what it was told is in the record.
    public func pause(for duration: Duration) { machine.withLock { $0.record.pauses.append(duration) } }

    // MARK: The script

    /// From now on calls of this request hang, as with firmware that does not answer, until `answer`.
    public func hang(_ request: VideoRequest) {
        hanging.withLock { $0[request] = DispatchSemaphore(value: 0) }
    }

    public func answer(_ request: VideoRequest) {
        hanging.withLock { $0.removeValue(forKey: request) }?.signal()
    }

    /// The camera takes a picture: it fills a queued buffer.
    ///
    /// - Returns: false when it is lost, because nothing streams or no buffer is queued.
    @discardableResult
    public func deliver(_ delivery: FakeDelivery, to node: String = "/dev/video0") -> Bool {
        machine.withLock { $0.deliver(delivery, to: node) }
    }

    /// Pulls the plug: every call fails with ENODEV, the node is gone.
    public func unplug(_ node: String = "/dev/video0") { machine.withLock { $0.unplug(node) } }

    /// Changes a camera's properties or refusals.
    public func change(_ node: String = "/dev/video0", _ edit: (inout FakeCamera) -> Void) {
        machine.withLock { machine in
            guard var state = machine.cameras[node] else { return }
            edit(&state.camera)
            machine.cameras[node] = state
        }
    }

    /// Another program sets a control.
    public func setFromOutside(_ control: UInt32, to value: Int64, on node: String = "/dev/video0") {
        machine.withLock { $0.cameras[node]?.changeFromOutside(control, to: value) }
    }

    // MARK: What happened

    /// Everything that was called, and what is left open or mapped.
    public var record: FakeRecord { machine.withLock { $0.record } }

    /// The buffers of the camera's stream that the driver has, filled or not.
    public func queuedCount(_ node: String = "/dev/video0") -> Int {
        machine.withLock { machine in
            machine.cameras[node]?.buffers.filter { $0.place != .application }.count ?? 0
        }
    }

    public func isStreaming(_ node: String = "/dev/video0") -> Bool {
        machine.withLock { $0.cameras[node]?.isStreaming ?? false }
    }
}
