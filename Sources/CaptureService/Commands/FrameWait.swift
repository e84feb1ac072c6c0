internal import Cameras
internal import CaptureCore
internal import Glibc

/// Takes frames from a started device in a thread that has nothing else to do, as commands do.
enum FrameWait {
    /// A camera that sends nothing for so long is stalled.
    static let stallLimit: Duration = .seconds(4)

    /// The newest frame; nil where none came within a tenth of a second. Older ones say nothing of where the lens is.
    ///
    /// - Throws: what the device throws.
    static func next(from device: any CameraDevice) throws(CameraError) -> Frame? {
        var descriptor = pollfd(fd: device.fileDescriptor, events: Int16(POLLIN), revents: 0)
        poll(&descriptor, 1, 100)
        guard let frame = try device.newestFrame() else {
            // A descriptor that is always ready and never gives anything must not become a busy loop.
            if descriptor.revents != 0 { poll(nil, 0, 5) }
            return nil
        }
        return frame
    }
}
