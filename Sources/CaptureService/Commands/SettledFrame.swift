public import Cameras
public import CaptureCore
internal import Glibc
internal import Imaging

/// Takes one good frame from a camera that was just opened: whole, and after the exposure has settled.
///
/// The first frames of a stream are dark or worse. How many differs from camera to camera, so brightness decides,
/// not a count (cameras.md, "Streaming").
public enum SettledFrame {
    /// The frame is taken at the latest so long after the first one.
    static let patience: Duration = .seconds(2)
    /// A camera that sends nothing for so long is stalled.
    static let stallLimit: Duration = .seconds(4)

    /// Starts the device, takes the frame, and closes the device. Blocks the calling thread meanwhile.
    ///
    /// - Throws: what the device throws; `.stalled` where no frame comes.
    public static func take(from device: any CameraDevice) throws(CameraError) -> Frame {
        defer {
            device.stop()
            device.close()
        }
        _ = try device.start()
        return try best(of: device)
    }

    private static func best(of device: any CameraDevice) throws(CameraError) -> Frame {
        let begin = monotonicNow()
        var firstAt: MonotonicTime?
        var newest: Frame?
        var settling = Settling()
        let (renderer, pool) = (FrameRenderer(), PicturePool())
        while true {
            let now = monotonicNow()
            if let firstAt, let newest, now - firstAt > patience { return newest }
            if firstAt == nil, now - begin > stallLimit {
                throw CameraError(.stalled, step: "waiting for a frame")
            }
            var descriptor = pollfd(fd: device.fileDescriptor, events: Int16(POLLIN), revents: 0)
            poll(&descriptor, 1, 100)
            guard let frame = try device.nextFrame() else {
                if descriptor.revents != 0 { poll(nil, 0, 5) }
                continue
            }
            // A damaged frame is better than none, and any whole one better than that.
            guard !frame.isDamaged else {
                newest = newest ?? frame.detached()
                firstAt = firstAt ?? now
                continue
            }
            let small = ViewfinderTarget(view: PixelSize(width: 64, height: 64), isMirrored: false)
            if let picture = try? renderer.render(frame, for: small, pool: pool),
                settling.isSettled(after: picture)
            {
                return frame
            }
            newest = frame
            firstAt = firstAt ?? now
        }
    }
}
