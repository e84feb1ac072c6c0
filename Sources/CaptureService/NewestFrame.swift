// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
internal import CaptureCore
internal import Glibc

/// Takes frames from a started device in a thread that has nothing else to do, as commands do.
enum FrameWait {
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
    static func next(
        from device: any CameraDevice, pass: (Frame) -> Void = { _ in }
    ) throws(CameraError) -> Frame? {
        var descriptor = pollfd(fd: device.fileDescriptor, events: Int16(POLLIN), revents: 0)
        poll(&descriptor, 1, 100)
        guard let frame = try device.newestFrame(pass: pass) else {
            // A descriptor that is always ready and never gives anything must not become a busy loop.
            if descriptor.revents != 0 { poll(nil, 0, 5) }
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
