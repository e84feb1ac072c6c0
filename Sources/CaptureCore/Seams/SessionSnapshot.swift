/// What a view can ever know of a session: one value, sent whenever it changes.
public struct SessionSnapshot: Equatable, Sendable {
    public var state: SessionState
    public var cameras: [CameraInfo]
    /// Whether the exposure has come to rest since the stream began: the first pictures are often dark.
    public var isSettled: Bool
    /// The modes to choose from, of the camera that is open.
    public var modes: [CaptureMode]
    /// Counts the cameras that were opened: the number of the one that is open, or was last.
    public var opening: Int

    public init(
        state: SessionState, cameras: [CameraInfo], isSettled: Bool = false, modes: [CaptureMode] = [],
        opening: Int = 0
    ) {
        self.state = state
        self.cameras = cameras
        self.isSettled = isSettled
        self.modes = modes
        self.opening = opening
    }
}

/// What a camera says of its controls.
public struct ControlReport: Equatable, Sendable {
    /// `SessionSnapshot.opening` of the camera that says it.
    public var opening: Int
    public var readings: [ControlReading]

    public init(opening: Int = 0, readings: [ControlReading] = []) {
        self.opening = opening
        self.readings = readings
    }

    /// What holds of the camera that streams; empty where none does, or where it has said nothing yet.
    ///
    /// Reports and snapshots come on streams of their own, and which one comes first is not known: a view keeps the
    /// newest of both and asks this whenever one of them changes.
    public func readings(in snapshot: SessionSnapshot) -> [ControlReading] {
        guard case .streaming = snapshot.state, snapshot.opening == opening else { return [] }
        return readings
    }
}
