// SPDX-License-Identifier: GPL-3.0-or-later
public import Cameras
public import CaptureCore

/// The frames of a camera that was just opened, without a session: for a recording by a command.
public enum FrameStream {
    /// Starts the device, waits until its exposure has settled, passes every whole frame on, and closes the device. Blocks
    /// the calling thread meanwhile.
    ///
    /// - Parameters:
    ///   - onStart: called once the device streams.
    ///   - hasBegun: whether this goes on with what has begun, at once.
    ///   - begin: gets the first good frame of a beginning.
    ///   - each: gets every one that follows, in order; false ends the stream. Called with nil at least every tenth of a
    ///     second without a whole frame.
    /// - Throws: what the device throws; `.stalled` if no more frames come.
    public static func run(
        from device: any CameraDevice, by wait: FrameWait = .real, hasBegun: Bool = false,
        onStart: () -> Void = {}, begin: (Frame) -> Void,
        each: (Frame?) -> Bool
    ) throws(CameraError) {
        defer {
            device.stop()
            device.close()
        }
        let limit = FrameWait.stallLimit(of: try device.start())
        onStart()
        if !hasBegun { begin(try SettledFrame.best(of: device, limit: limit, by: wait)) }
        var lastAt = wait.now
        var goesOn = true
        while goesOn {
            var isPassed = false
            func pass(_ frame: Frame) {
                lastAt = wait.now
                guard goesOn, !frame.isDamaged else { return }
                isPassed = true
                goesOn = each(frame)
            }
            if let newest = try wait.next(from: device, pass: { pass($0) }) { pass(newest) }
            if !isPassed { goesOn = each(nil) }
            if wait.now - lastAt > device.stallLimit(limit) { throw CameraError(.stalled, step: "recording") }
        }
    }
}
