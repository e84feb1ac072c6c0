// SPDX-License-Identifier: GPL-3.0-or-later
public import Cameras
public import CaptureCore

/// Takes one good frame from a camera that was just opened: whole, and after the exposure has settled.
///
/// The first frames of a stream are dark or worse, and some are black for seconds. How many differs from camera to camera, so
/// brightness decides, not a count (docs/cameras.md, "Streaming").
public enum SettledFrame {
    /// The frame is taken at the latest this long after the first one that is not black.
    private static let timeout: Duration = .seconds(2)

    /// Starts the device, takes the frame, and closes the device. Blocks the calling thread meanwhile.
    ///
    /// - Parameter onStart: called once the device streams.
    /// - Returns: a frame marked as damaged if no whole one came.
    /// - Throws: what the device throws; `.stalled` if no frame comes; `.noSource` if a virtual camera sends one at most.
    public static func take(
        from device: any CameraDevice, by wait: FrameWait = .real, onStart: () -> Void = {}
    ) throws(CameraError) -> Frame {
        defer {
            device.stop()
            device.close()
        }
        let stream = try device.start()
        onStart()
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
        var (newest, brightest): (Frame?, Brightest?)
        var (frames, count) = (NewFrames(), 0)
        var (settling, blinking, isBlack, hasLight) = (Settling(), BlinkWatch(), false, false)
        let looker = FrameLooker()
        while true {
            let now = wait.now
            if let firstAt, let newest, now - firstAt > (hasLight ? timeout : Settling.lightLimit) {
                // A loopback can keep the last picture of a program that has gone.
                guard count > 1 || !device.isVirtual else {
                    throw CameraError(.noSource, step: "waiting for a second frame")
                }
                return brightest?.frame ?? newest
            }
            if firstAt == nil, now - begin > device.stallLimit(limit) {
                throw CameraError(
                    device.isVirtual ? .noSource : .stalled, step: "waiting for a frame")
            }
            guard let frame = try wait.next(from: device), frames.note(frame) else { continue }
            count += 1
            // A damaged frame is better than none, and any whole one better than that.
            guard let seen = looker.look(at: frame) else {
                newest = newest ?? frame.detached(isFlawed: true)
                firstAt = firstAt ?? now
                continue
            }
            blinking.note(seen.brightness, at: frame.arrival)
            if blinking.isUnlit { continue }
            look(frame)
            if settling.isSettled(after: seen) { return frame }
            // Light that has come needs the usual time to settle; once, as some blinks.
            if firstAt == nil || isBlack && !seen.isBlack && !hasLight { firstAt = now }
            (newest, isBlack, hasLight) = (frame, seen.isBlack, hasLight || !seen.isBlack)
            Brightest.choose(&brightest, frame, seen.brightness, at: now)
        }
    }

    /// The brightest frame of the last moment, for light that blinks too slowly to be known for that.
    private struct Brightest {
        private static let reach: Duration = .seconds(1)
        /// Of full scale; brightness that changes less does not blink.
        private static let difference = 0.05

        private(set) var frame: Frame
        private let brightness: Double
        private let time: MonotonicTime

        static func choose(
            _ chosen: inout Brightest?, _ frame: Frame, _ brightness: Double, at now: MonotonicTime
        ) {
            guard let old = chosen, now - old.time <= reach, old.brightness - brightness > difference else {
                chosen = Brightest(frame: frame, brightness: brightness, time: now)
                return
            }
            // The driver gets its buffer back.
            chosen?.frame = old.frame.detached()
        }
    }
}
