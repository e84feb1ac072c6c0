/// The camera's controls, as the views see them. All calls but `measure` return at once. Thread-safe.
public protocol ControlSteering: Sendable {
    /// The controls with their values, whenever they changed, while `watchControls(true)`. A new stream for each
    /// reader.
    func controls() -> AsyncStream<ControlReport>
    /// Starts and stops the reading of controls.
    func watchControls(_ isWatching: Bool)
    /// Changes a control; the latest request about it wins.
    func wish(_ wish: ControlWish)
    /// Makes everything automatic, at once. What the camera refuses arrives through `refusals`, the rest is done.
    func resetToAutomatic()
    /// Refused requests from now on, each once. A new stream for each reader.
    func refusals() -> AsyncStream<[ControlRefusal]>
    /// Reads back the camera's present settings; values that take too long are left out.
    func measure() async -> MeasuredSettings
    /// Sets what every camera is asked for from now on.
    func setCameraDefaults(_ defaults: CameraDefaults)
}
