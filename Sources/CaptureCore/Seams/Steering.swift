// SPDX-License-Identifier: GPL-3.0-or-later
/// A click on the picture, or its equivalent.
public struct FocusRequest: Equatable, Sendable {
    public let point: PointOfInterest
    /// Press and hold: focus and exposure stay until the next click.
    public let isHeld: Bool
    /// The view's own count, which the answers to this click carry.
    public let number: Int

    public init(_ point: PointOfInterest, isHeld: Bool = false, number: Int) {
        (self.point, self.isHeld, self.number) = (point, isHeld, number)
    }
}

/// The result of the last click.
public struct FocusReport: Equatable, Sendable {
    /// The number of the click in question.
    public var number: Int
    public var indicator: FocusIndicator
    /// How far exposure can be changed at the point, in stops; nil if it can't.
    public var exposureRange: ClosedRange<Double>?
    /// Whether exposure is the point's, or the slider's, and not the camera's own.
    public var holdsExposure: Bool

    public init(
        number: Int, indicator: FocusIndicator, exposureRange: ClosedRange<Double>? = nil,
        holdsExposure: Bool = false
    ) {
        (self.number, self.indicator, self.exposureRange, self.holdsExposure) = (
            number, indicator, exposureRange, holdsExposure
        )
    }
}

/// Focus and exposure on a point, for the views. All calls return at once.
public protocol FocusSteering: Sendable {
    /// Focuses and exposes there; ends earlier points.
    func focus(_ request: FocusRequest)
    /// Back to the camera's own focus and exposure.
    func cancelFocus()
    /// Makes the picture at the point lighter or darker, in stops.
    func compensateExposure(_ stops: Double)
    /// The results of the clicks. A new stream for each reader.
    func focusReports() -> AsyncStream<FocusReport>
}

/// The camera's controls, as the views see them. All calls but `measure` return at once. Thread-safe.
public protocol ControlSteering: Sendable {
    /// The controls with their values, whenever they changed, while `watchControls(true)`. A new stream for each
    /// reader.
    func controls() -> AsyncStream<ControlReport>
    /// Starts and stops the reading of controls.
    func watchControls(_ isWatching: Bool)
    /// Changes a control; the latest request about it wins.
    func request(_ request: ControlRequest)
    /// Makes everything automatic, at once. What the camera refuses arrives through `refusals`, the rest is done.
    func resetToAutomatic()
    /// Refused requests from now on, each once. A new stream for each reader.
    func refusals() -> AsyncStream<[ControlRefusal]>
    /// Reads back the camera's present settings; values that take too long are left out.
    func measure() async -> MeasuredSettings
    /// Sets the defaults that every camera gets from now on.
    func setCameraDefaults(_ defaults: CameraDefaults)
}

/// The session and its choice of camera, as the views see them. All calls return at once. Thread-safe.
public protocol SessionSteering: Sendable {
    /// Every change of state, the present one first. A new stream for each reader.
    func snapshots() -> AsyncStream<SessionSnapshot>
    /// Uses another camera.
    func select(_ camera: CameraInfo)
    /// Tries again at once.
    func retry()
    /// Sets the mode of each camera. A streaming camera restarts if its mode changes.
    func setModes(_ modes: PreferredModes)
    /// Closes the camera; for the end of the program.
    func stop()
}
