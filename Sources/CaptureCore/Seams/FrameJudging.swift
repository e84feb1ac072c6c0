/// Judges frames in the background. Implemented by Imaging.
public protocol FrameJudging: Sendable {
    /// How sharp a frame is, on a scale that serves to compare frames of one camera.
    ///
    /// Takes some 10 ms at 1080p. Thread-safe.
    /// - Returns: nil where it can't be measured.
    func sharpness(of frame: Frame) async -> Double?
}
