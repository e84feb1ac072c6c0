// SPDX-License-Identifier: GPL-3.0-or-later
public import Cameras
public import CaptureCore
internal import Imaging

/// Takes one good frame from a camera that was just opened: whole, and after the exposure has settled.
///
/// The first frames of a stream are dark or worse. How many differs from camera to camera, so brightness decides,
/// not a count (docs/cameras.md, "Streaming").
public enum SettledFrame {
    /// The frame is taken at the latest this long after the first one.
    private static let timeout: Duration = .seconds(2)

    /// Starts the device, takes the frame, and closes the device. Blocks the calling thread meanwhile.
    ///
    /// - Returns: a frame marked as damaged if no whole one came.
    /// - Throws: what the device throws; `.stalled` if no frame comes; `.noSource` if a virtual camera sends one at most.
    public static func take(
        from device: any CameraDevice, by wait: FrameWait = .real
    ) throws(CameraError) -> Frame {
        defer {
            device.stop()
            device.close()
        }
        let stream = try device.start()
        return try best(of: device, limit: FrameWait.stallLimit(of: stream), by: wait)
    }

    /// - Parameters:
    ///   - limit: how long the first frame may take.
    ///   - look: gets each whole frame as it comes.
    static func best(
        of device: any CameraDevice, limit: Duration, by wait: FrameWait, look: (Frame) -> Void = { _ in }
    ) throws(CameraError) -> Frame {
        let begin = wait.now
        var firstAt: MonotonicTime?
        var newest: Frame?
        var (frames, count) = (NewFrames(), 0)
        var settling = Settling()
        let (renderer, pool) = (FrameRenderer(), PicturePool())
        while true {
            let now = wait.now
            if let firstAt, let newest, now - firstAt > timeout {
                // A loopback can keep the last picture of a program that has gone.
                guard count > 1 || !device.isVirtual else {
                    throw CameraError(.noSource, step: "waiting for a second frame")
                }
                return newest
            }
            if firstAt == nil, now - begin > device.stallLimit(limit) {
                throw CameraError(
                    device.isVirtual ? .noSource : .stalled, step: "waiting for a frame")
            }
            guard let frame = try wait.next(from: device), frames.note(frame) else { continue }
            count += 1
            let small = ViewfinderTarget(view: PixelSize(width: 64, height: 64), isMirrored: false)
            // A damaged frame is better than none, and any whole one better than that. Only its decoder knows whether
            // it is whole: a truncated picture may have an end all the same.
            guard let picture = try? renderer.render(frame, for: small, pool: pool), picture.isWhole else {
                newest = newest ?? frame.detached(isFlawed: true)
                firstAt = firstAt ?? now
                continue
            }
            look(frame)
            if settling.isSettled(after: picture) { return frame }
            newest = frame
            firstAt = firstAt ?? now
        }
    }
}
