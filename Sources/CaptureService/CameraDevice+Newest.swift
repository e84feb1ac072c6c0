internal import Cameras
internal import CaptureCore

extension CameraDevice {
    /// The newest frame that the driver has; older ones go back to it. A damaged one only where no other is there.
    ///
    /// - Parameters:
    ///   - look: gets each frame, from old to new, damaged ones, too.
    ///   - pass: gets those that are not returned.
    /// - Returns: nil where there is none.
    func newestFrame(
        look: (Frame) -> Void = { _ in }, pass: (Frame) -> Void = { _ in }
    ) throws(CameraError) -> Frame? {
        var newest: Frame?
        for _ in 0..<CapturePace.mostFrames {
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
