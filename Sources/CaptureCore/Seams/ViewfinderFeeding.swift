/// How the viewfinder wants its pictures.
public struct ViewfinderTarget: Equatable, Sendable {
    /// The viewfinder's own size in device pixels; the picture is fitted into it.
    public var view: PixelSize
    /// Swap left and right.
    public var isMirrored: Bool
    /// Which part of each frame to show. The camera itself zooms as far as it can.
    public var framing: Framing

    public init(view: PixelSize, isMirrored: Bool, framing: Framing = .whole) {
        self.view = view
        self.isMirrored = isMirrored
        self.framing = framing
    }
}

/// Uses of frames besides the viewfinder.
public enum FrameUse: Hashable, Sendable {
    case burst
    case bestMoment
}

/// The capture session, for the views.
///
/// All calls return at once; results arrive through the streams and the mailbox.
public protocol ViewfinderFeeding: FocusSteering {
    /// Pictures, ready to draw.
    var mailbox: PictureMailbox { get }
    /// Every change of state, beginning with the present one. A new stream for each reader.
    func snapshots() -> AsyncStream<SessionSnapshot>
    /// The controls with their values, whenever they changed, while `watchControls(true)`. A new stream for each
    /// reader.
    func controls() -> AsyncStream<ControlReport>

    /// Sets what to draw for, from the next frame on.
    func setTarget(_ target: ViewfinderTarget)
    /// Sets what the assistants need; an empty set costs nothing.
    func setAssistants(_ work: AssistantWork)
    /// The findings, at least ten times a second while any are needed. A new stream for each reader.
    func findings() -> AsyncStream<AssistantFindings>
    /// Enlarged pictures of a part of each frame, while `setLoupe` has a target.
    var loupe: PictureMailbox { get }
    /// Sets what to draw in the loupe; nil for nothing.
    func setLoupe(_ target: ViewfinderTarget?)
    /// Passes every whole frame to `sink` on the capture thread, which it must not hold up; nil ends that.
    ///
    /// The frame is a lease: a sink that keeps it takes `detached()`. Each use has one sink.
    func collectFrames(for use: FrameUse, _ sink: (@Sendable (Frame) -> Void)?)
    /// Reads back the camera's present settings; values that take too long are left out.
    func measure() async -> MeasuredSettings
    /// Uses another camera.
    func select(_ camera: CameraInfo)
    /// Tries again at once.
    func retry()
    /// Refused requests from now on, each once. A new stream for each reader.
    func refusals() -> AsyncStream<[ControlRefusal]>
    /// Changes a control; the latest request about it wins.
    func wish(_ wish: ControlWish)
    /// Makes everything automatic, at once. `refusals` reports what the camera refuses; the rest is done.
    func resetToAutomatic()
    /// Sets what every camera is asked for from now on.
    func setHabits(_ habits: CameraHabits)
    /// Sets the mode of each camera. A streaming camera restarts where its mode changes.
    func setModes(_ wishes: ModeWishes)
    /// Starts and stops the reading of controls.
    func watchControls(_ isWatching: Bool)
    /// Closes the camera until `resume`, while the viewfinder can't be seen.
    func pause()
    /// Continues with the same camera.
    func resume()
    /// Closes the camera; for the end of the program.
    func stop()
}
