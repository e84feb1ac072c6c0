/// What the viewfinder wants its pictures to look like.
public struct ViewfinderTarget: Equatable, Sendable {
    /// The viewfinder's own size in device pixels; the picture is fitted into it.
    public var view: PixelSize
    /// Swap left and right.
    public var isMirrored: Bool
    /// Which part of each frame to show. A camera that can zoom by itself does as much of the zoom as it can.
    public var framing: Framing

    public init(view: PixelSize, isMirrored: Bool, framing: Framing = .whole) {
        self.view = view
        self.isMirrored = isMirrored
        self.framing = framing
    }
}

/// What frames are collected for besides the viewfinder.
public enum FrameUse: Hashable, Sendable {
    case burst
    case bestMoment
}

/// The one capture core, as the views see it: no device, no file, no bus.
///
/// All calls return at once; what comes of them arrives through the streams and the mailbox.
public protocol ViewfinderFeeding: FocusSteering {
    /// Pictures, ready to draw.
    var mailbox: PictureMailbox { get }
    /// Every change of state, the present one first. A new stream for each reader.
    func snapshots() -> AsyncStream<SessionSnapshot>
    /// The controls with their values, whenever they changed, while `watchControls(true)`. A new stream for each
    /// reader.
    func controls() -> AsyncStream<ControlReport>

    /// Says what to draw for. Takes effect with the next frame.
    func setTarget(_ target: ViewfinderTarget)
    /// Says what the assistants want to know of the pictures; nothing costs nothing.
    func setAssistants(_ work: AssistantWork)
    /// What was found, at least ten times a second while something is wanted. A new stream for each reader.
    func findings() -> AsyncStream<AssistantFindings>
    /// Enlarged pictures of a part of each frame, while `setLoupe` has a target.
    var loupe: PictureMailbox { get }
    /// What to draw in the loupe; nil for nothing.
    func setLoupe(_ target: ViewfinderTarget?)
    /// Gives every whole frame to `sink` as it comes, on the capture thread, which it must not keep; nil ends that.
    ///
    /// The frame is a lease: a sink that keeps it takes `detached()`. Each use has one sink.
    func collectFrames(for use: FrameUse, _ sink: (@Sendable (Frame) -> Void)?)
    /// Reads back from the camera how it takes pictures now; nothing is stated that takes too long to ask.
    func measure() async -> MeasuredSettings
    /// Uses another camera.
    func select(_ camera: CameraInfo)
    /// Tries again at once.
    func retry()
    /// What the camera does not take of the wishes from now on: each time, and never one of before. A new stream for
    /// each reader.
    func refusals() -> AsyncStream<[ControlRefusal]>
    /// Changes a control; the latest wish about it wins.
    func wish(_ wish: ControlWish)
    /// Makes everything automatic, at once. What the camera refuses is told through `refusals`, the rest is done.
    func resetToAutomatic()
    /// What is asked of every camera from now on.
    func setHabits(_ habits: CameraHabits)
    /// In which mode each camera is to stream. The one that streams is started anew where its mode changes.
    func setModes(_ wishes: ModeWishes)
    /// Starts and stops the reading of controls.
    func watchControls(_ isWatching: Bool)
    /// Closes the camera until `resume`: nobody looks.
    func pause()
    /// Goes on with the same camera.
    func resume()
    /// Closes the camera, for leaving.
    func stop()
}
