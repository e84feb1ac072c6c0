// SPDX-License-Identifier: GPL-3.0-or-later
/// How the viewfinder wants its pictures.
public struct ViewfinderTarget: Equatable, Sendable {
    /// The viewfinder's own size in device pixels; the picture is fitted into it.
    public var view: PixelSize
    /// Swap left and right.
    public var isMirrored: Bool
    /// Which part of each frame to show. The camera itself zooms as far as it can.
    public var framing: Framing
    /// Which pictures the viewfinder takes as planes and draws itself.
    public var planes: PlaneUse

    /// Which pictures are handed over as planes.
    public enum PlaneUse: Sendable {
        /// None.
        case never
        /// Large ones, whose pixels would go through the machine's memory twice more.
        case large
        /// All that a GPU can draw.
        case all
    }

    public init(
        view: PixelSize, isMirrored: Bool, framing: Framing = .whole, planes: PlaneUse = .never
    ) {
        (self.view, self.isMirrored, self.framing, self.planes) = (view, isMirrored, framing, planes)
    }
}

/// Uses of frames besides the viewfinder.
public enum FrameUse: Hashable, Sendable {
    case burst
    case bestMoment
    case recording
}

/// Pictures and frames of the one capture core, as the views see them: no device, no file, no bus.
///
/// All calls return at once. Thread-safe.
public protocol PictureFeeding: Sendable {
    /// Pictures, ready to draw.
    var mailbox: PictureMailbox { get }
    /// Sets the target for drawing, from the next frame on.
    func setTarget(_ target: ViewfinderTarget)
    /// Sets what the assistants need; an empty set costs nothing.
    func setAssistants(_ work: AssistantWork)
    /// The findings, at least ten times a second while any are needed. A new stream for each reader.
    func findings() -> AsyncStream<AssistantFindings>
    /// Enlarged pictures of a part of each frame, while `setLoupe` has a target.
    var loupe: PictureMailbox { get }
    /// Sets what to draw in the loupe; nil for nothing.
    func setLoupe(_ target: ViewfinderTarget?)
    /// Passes every whole frame to `sink` on the capture thread, which it must not hold up; nil ends that. A recording
    /// first gets the newest frame, which may be newer than the picture on the screen.
    ///
    /// The frame is a lease: a sink that keeps it takes `detached()`. Each use has one sink.
    func collectFrames(for use: FrameUse, _ sink: (@Sendable (Frame) -> Void)?)
}

/// Judges frames in the background. Implemented by Imaging.
public protocol FrameJudging: Sendable {
    /// How sharp a frame is, on a scale that serves to compare frames of one camera.
    ///
    /// Takes some 10 ms at 1080p. Thread-safe.
    /// - Returns: nil if it can't be measured.
    func sharpness(of frame: Frame) async -> Double?
}
