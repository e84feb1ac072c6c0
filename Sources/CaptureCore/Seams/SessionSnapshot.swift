// SPDX-License-Identifier: GPL-3.0-or-later
/// A session's state as the views see it: one value, sent whenever it changes.
public struct SessionSnapshot: Equatable, Sendable {
    public var state: SessionState
    public var cameras: [CameraInfo]
    /// The cameras that were left for this one because they failed.
    public var passedOver: [CameraInfo]
    /// What is wrong with the picture, seen for a moment; nil for nothing.
    public var trouble: PictureTrouble?
    /// Whether the picture has been black since the stream began, and light may still come.
    public var awaitsLight: Bool
    /// Whether exposure has settled since the stream began: the first pictures are often dark.
    public var isSettled: Bool
    /// The modes to choose from, of the camera that is open.
    public var modes: [CaptureMode]
    /// The mode that the open camera was asked for; nil for Automatic.
    public var preferredMode: CaptureMode?
    /// The number of cameras opened so far, which identifies the one that is open or was last.
    public var opening: Int
    /// Whether another program uses the open camera too.
    public var isShared: Bool
    /// How far the open camera zooms by itself; 1 if it does not, or was not asked yet.
    public var zoomReach: Double
    /// Whether a camera that does not work is not tried any more before the person asks for it.
    public var hasGivenUp: Bool
    /// The last mode of this camera that was found to end it, and is not asked for any more.
    public var fatalMode: CaptureMode?

    public init(
        state: SessionState, cameras: [CameraInfo], isSettled: Bool = false, modes: [CaptureMode] = [],
        preferredMode: CaptureMode? = nil, opening: Int = 0, isShared: Bool = false, zoomReach: Double = 1,
        passedOver: [CameraInfo] = [], trouble: PictureTrouble? = nil, awaitsLight: Bool = false,
        hasGivenUp: Bool = false, fatalMode: CaptureMode? = nil
    ) {
        self.state = state
        self.cameras = cameras
        self.isSettled = isSettled
        self.modes = modes
        self.preferredMode = preferredMode
        self.opening = opening
        self.isShared = isShared
        self.zoomReach = zoomReach
        self.passedOver = passedOver
        (self.trouble, self.awaitsLight) = (trouble, awaitsLight)
        self.hasGivenUp = hasGivenUp
        self.fatalMode = fatalMode
    }
}

/// A camera's report of its controls.
public struct ControlReport: Equatable, Sendable {
    /// `SessionSnapshot.opening` of the reporting camera.
    public var opening: Int
    public var readings: [ControlReading]

    public init(opening: Int = 0, readings: [ControlReading] = []) {
        self.opening = opening
        self.readings = readings
    }

    /// The values of the streaming camera; empty if none streams, or without a report yet.
    ///
    /// Reports and snapshots arrive on separate streams in any order: a view keeps the newest of both and calls this
    /// whenever one changes.
    public func readings(in snapshot: SessionSnapshot) -> [ControlReading] {
        guard case .streaming = snapshot.state, snapshot.opening == opening else { return [] }
        return readings
    }
}
