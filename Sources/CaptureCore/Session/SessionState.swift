/// What the viewfinder is doing, and so what a person sees.
public enum SessionState: Equatable, Sendable {
    /// The camera is closed and stays so: not allowed yet, or Tintype is leaving.
    case off
    /// Nothing to open.
    case noCamera
    /// `attempt` counts from 1; above 1 the node could not be opened yet.
    case opening(CameraInfo, attempt: Int)
    /// Streaming; `restarts` counts the restarts since the last picture.
    case streaming(CameraInfo, StreamDescription, restarts: Int)
    /// Closed for a moment after a fault; opened again when the retry is due.
    case restarting(CameraInfo, restarts: Int)
    /// Closed while nobody looks; the camera to go on with, if there was one.
    case paused(CameraInfo?)
    /// Another program has it.
    case busy(CameraInfo, by: String?)
    /// It was there and is not now.
    case disconnected(CameraInfo)
    /// It can't be used; tried again slowly, or when the person asks.
    case failed(CameraInfo, CameraError)

    /// The camera this is about.
    public var camera: CameraInfo? {
        switch self {
        case .off, .noCamera: nil
        case .paused(let camera): camera
        case .opening(let camera, _), .streaming(let camera, _, _), .restarting(let camera, _),
            .busy(let camera, _), .disconnected(let camera), .failed(let camera, _):
            camera
        }
    }
}

/// What can happen to a session.
public enum SessionEvent: Equatable, Sendable {
    /// Start, or go on: the camera may be used.
    case allowed
    /// The camera must be closed now.
    case stopped
    /// Nobody looks any more: the window is hidden, the screen is locked, the computer goes to sleep.
    case left
    /// Somebody looks again.
    case returned
    /// The cameras there are now.
    case camerasChanged([CameraInfo])
    /// The person chose a camera.
    case selected(CameraInfo)
    /// The device streams.
    case opened(StreamDescription)
    case openFailed(CameraError)
    /// A picture came: whatever was wrong is over.
    case pictureArrived
    case streamFailed(CameraError)
    /// A retry that was asked for is due.
    case retryDue
    /// The person pressed "Try Again".
    case retryRequested
}

/// What the session's owner has to do after an event, in this order. What comes of it (`camerasChanged`, `opened`,
/// `openFailed`) is sent only when all of it is done: an answer's own retry is the last one planned.
public enum SessionEffect: Equatable, Sendable {
    case close
    /// Closes whatever is open and opens this one.
    case open(CameraInfo)
    /// Replaces any retry that was planned.
    case retry(after: Duration)
    case cancelRetry
    /// Look again which cameras there are and send `camerasChanged`.
    case scan
}
