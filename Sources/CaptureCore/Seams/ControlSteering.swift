/// The camera's controls, as the views see them. All calls but `measure` return at once. Thread-safe.
public protocol ControlSteering: Sendable {
    /// The controls with their values, whenever they changed, while `watchControls(true)`. A new stream for each
    /// reader.
    func controls() -> AsyncStream<ControlReport>
    /// Starts and stops the reading of controls.
    func watchControls(_ isWatching: Bool)
    /// Changes a control; the latest wish about it wins.
    func wish(_ wish: ControlWish)
    /// Makes everything automatic, at once. What the camera refuses arrives through `refusals`, the rest is done.
    func resetToAutomatic()
    /// What the camera does not take of the wishes from now on: each time, and never one of before. A new stream for
    /// each reader.
    func refusals() -> AsyncStream<[ControlRefusal]>
    /// Reads back from the camera how it takes pictures now; nothing is stated that takes too long to ask.
    func measure() async -> MeasuredSettings
    /// What is asked of every camera from now on.
    func setHabits(_ habits: CameraHabits)
}
