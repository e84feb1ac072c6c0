// SPDX-License-Identifier: GPL-3.0-or-later
/// The session's state, which the viewfinder shows.
public enum SessionState: Hashable, Sendable {
    /// The camera is closed and stays so: not allowed yet, or Tintype is leaving.
    case off
    /// There is no camera to open.
    case noCamera
    /// `attempt` counts from 1; above 1 the node could not be opened yet.
    case opening(CameraInfo, attempt: Int)
    /// Streaming; `restarts` counts the restarts since the last picture.
    case streaming(CameraInfo, StreamDescription, restarts: Int)
    /// Closed for a moment after a fault; opened again when the retry is due.
    case restarting(CameraInfo, restarts: Int)
    /// Closed while the viewfinder can't be seen; the camera to continue with, if any.
    case paused(CameraInfo?)
    /// Another program uses it.
    case busy(CameraInfo, by: String?)
    /// It was there before and is missing now.
    case disconnected(CameraInfo)
    /// It can't be used; tried again slowly, or when the person asks.
    case failed(CameraInfo, CameraError)
    /// It failed and streams again, but has not proved yet that it works: the fault is still shown.
    case resuming(CameraInfo, StreamDescription, after: CameraError)

    /// The camera in question.
    public var camera: CameraInfo? {
        switch self {
        case .off, .noCamera: nil
        case .paused(let camera): camera
        case .opening(let camera, _), .streaming(let camera, _, _), .restarting(let camera, _),
            .busy(let camera, _), .disconnected(let camera), .failed(let camera, _),
            .resuming(let camera, _, _):
            camera
        }
    }
}

/// What can happen to a session.
public enum SessionEvent: Equatable, Sendable {
    /// The camera may be used: start, or continue.
    case allowed
    /// The camera must be closed now.
    case stopped
    /// The viewfinder can't be seen any more: the window is hidden, the screen is locked, the computer goes to sleep.
    case left
    /// The viewfinder can be seen again.
    case returned
    /// The cameras there are now.
    case camerasChanged([CameraInfo])
    /// The person chose a camera.
    case selected(CameraInfo)
    /// The device streams.
    case opened(StreamDescription)
    case openFailed(CameraError)
    /// Several new pictures came since the stream was opened: any fault is over.
    case picturesArrived
    case streamFailed(CameraError)
    case retryDue
    /// The person pressed "Try Again".
    case retryRequested
}

/// What the session's owner has to do after an event, in this order. The results (`camerasChanged`, `opened`,
/// `openFailed`) are sent after all effects are carried out, so that a retry planned in answer to them is the last.
public enum SessionEffect: Equatable, Sendable {
    case close
    /// Closes the open camera and opens this one.
    case open(CameraInfo)
    /// Replaces a planned retry.
    case retry(after: Duration)
    case cancelRetry
    /// List the cameras and send `camerasChanged`.
    case scan
}
