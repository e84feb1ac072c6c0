// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
public import CaptureCore
internal import Glibc
internal import Platform

/// Waits for a started device's frames in a thread that has nothing else to do, as commands do.
public struct FrameWait: Sendable {
    /// By the computer's clock.
    public static let real = FrameWait(
        clock: { .now },
        isReady: { descriptor, limit in
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&polled, 1, Int32(limit / .milliseconds(1))) > 0
        })

    private let clock: @Sendable () -> MonotonicTime
    private let isReady: @Sendable (Int32, Duration) -> Bool

    /// - Parameters:
    ///   - clock: the time.
    ///   - isReady: blocks until a descriptor is readable or has an error, for at most that long; of a negative one it is
    ///     false after that time.
    public init(
        clock: @escaping @Sendable () -> MonotonicTime,
        isReady: @escaping @Sendable (_ descriptor: Int32, _ limit: Duration) -> Bool
    ) {
        self.clock = clock
        self.isReady = isReady
    }

    var now: MonotonicTime { clock() }

    /// More frames at a time than any driver has buffers (`VIDEO_MAX_FRAME`), so that a driver that always has
    /// another one does not block the thread.
    fileprivate static let maximumFrames = 32
    /// For streams that have to wait for a key picture: some encoders make one in ten seconds.
    fileprivate static let keyLimit: Duration = .seconds(15)
    /// A command can't start a stream again, so it is more patient than the session.
    private static let stallLimit: Duration = .seconds(4)

    /// After this long without a frame a command's stream counts as stalled. Its exposure is the camera's own.
    static func stallLimit(of stream: StreamDescription) -> Duration {
        StallLimit(rate: stream.rate, usual: stallLimit).ofAutomatic
    }

    /// The newest frame; nil if none came within a tenth of a second. Older ones do not show the present lens.
    ///
    /// - Parameter pass: gets the older ones.
    /// - Throws: the device's errors.
    func next(
        from device: any CameraDevice, pass: (Frame) -> Void = { _ in }
    ) throws(CameraError) -> Frame? {
        let wasReady = isReady(device.fileDescriptor, .milliseconds(100))
        guard let frame = try device.newestFrame(pass: pass) else {
            // A descriptor that is always ready and never gives anything must not become a busy loop.
            if wasReady { _ = isReady(-1, .milliseconds(5)) }
            return nil
        }
        return frame
    }
}

extension CameraDevice {
    /// After this long without a picture it is stalled.
    ///
    /// - Parameter usual: the limit if any frame can be shown.
    func stallLimit(_ usual: Duration) -> Duration {
        waitsForKeyPicture ? max(FrameWait.keyLimit, usual) : usual
    }

    /// The newest frame of the driver; older ones go back to it. A damaged one only if there is no other.
    ///
    /// - Parameters:
    ///   - look: gets each frame, from old to new, damaged ones, too.
    ///   - pass: gets those that are not returned.
    /// - Returns: nil if there is none.
    func newestFrame(
        look: (Frame) -> Void = { _ in }, pass: (Frame) -> Void = { _ in }
    ) throws(CameraError) -> Frame? {
        var newest: Frame?
        for _ in 0..<FrameWait.maximumFrames {
            guard let frame = try nextFrame() else { break }
            look(frame)
            if let older = newest, frame.isDamaged, !older.isDamaged {
                pass(frame)
            } else {
                if let newest { pass(newest) }
                newest = frame
            }
        }
        return newest
    }
}
