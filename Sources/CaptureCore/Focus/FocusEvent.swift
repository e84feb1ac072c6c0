// SPDX-License-Identifier: GPL-3.0-or-later
/// A click's point and manner.
public struct FocusTarget: Hashable, Sendable {
    public let point: PointOfInterest
    let time: MonotonicTime
    /// The focus control's last known position; nil if unknown or absent.
    public let lensPosition: Int64?
    /// Press and hold: focus and exposure stay until the next click, whatever happens in the picture.
    public let isHeld: Bool

    public init(
        _ point: PointOfInterest, at time: MonotonicTime, lensPosition: Int64? = nil, isHeld: Bool = false
    ) {
        (self.point, self.time, self.lensPosition, self.isHeld) = (point, time, lensPosition, isHeld)
    }

    /// The window that is measured.
    public var window: SensorWindow { SensorWindow(around: point) }
}

/// A frame's measurements.
public struct FocusFrame: Hashable, Sendable {
    let arrival: MonotonicTime
    /// Around the point; nil if only the scene was asked for.
    public let sharpness: SharpnessSample?
    let signature: SceneSignature?
    /// Whether something moved since the previous frame.
    let isMoving: Bool

    public init(
        arrival: MonotonicTime, sharpness: SharpnessSample?, signature: SceneSignature? = nil,
        isMoving: Bool = false
    ) {
        (self.arrival, self.sharpness, self.signature, self.isMoving) = (
            arrival, sharpness, signature, isMoving
        )
    }
}

/// What can happen to the focus.
public enum FocusEvent: Hashable, Sendable {
    /// Clicked, tapped, or focused from the keyboard.
    case clicked(FocusTarget)
    case frame(FocusFrame)
    /// A control was set, to this value; rounding may have changed it.
    case controlWritten(ControlID, Int64, at: MonotonicTime)
    case controlRefused(ControlID, at: MonotonicTime)
    case controlRead(ControlID, Int64, at: MonotonicTime)
    /// Back to continuous focus: Escape, "Auto", another mode.
    case cancelled
    case deviceLost
    /// The requested time has passed.
    case wakeUpDue
}

/// What to measure in each frame.
public enum FocusMeasurement: Hashable, Sendable {
    case nothing
    case sharpness(SensorWindow)
    /// The signature of the whole picture; a few times a second will do.
    case scene
}

/// The state of the mark at the point.
public enum FocusIndicator: Hashable, Sendable {
    case none
    case hunting(PointOfInterest)
    /// `position` is where Tintype moved the focus control.
    case locked(PointOfInterest, position: Int64?, isHeld: Bool)
    case failed(PointOfInterest, FocusFailure)
    /// Exposure follows the point; the focus can't.
    case fixed(PointOfInterest, isHeld: Bool)
}

/// What the machine's owner has to do after an event, in this order.
public enum FocusEffect: Hashable, Sendable {
    /// One call for each; answer with `controlWritten` or `controlRefused`.
    case setControl(ControlID, Int64)
    /// Answer with `controlRead`.
    case readControl(ControlID)
    /// Points the camera's own automatics there; nil means the whole picture. Write the default first.
    case setRegion(SensorWindow?, RegionAutomatics)
    /// From the next frame on; replaces the previous measurement.
    case measure(FocusMeasurement)
    /// Meters the spot in software; nil stops that and returns exposure to the camera.
    case meter(SensorWindow?)
    /// Freezes exposure, or releases it.
    case holdExposure(Bool)
    case indicate(FocusIndicator)
    /// Send `wakeUpDue` after this; replaces an earlier one.
    case wakeUp(after: Duration)
    case cancelWakeUp
}
