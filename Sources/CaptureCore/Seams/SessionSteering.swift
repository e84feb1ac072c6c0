/// Which camera streams, and whether it does, as the views see it. All calls return at once. Thread-safe.
public protocol SessionSteering: Sendable {
    /// Every change of state, the present one first. A new stream for each reader.
    func snapshots() -> AsyncStream<SessionSnapshot>
    /// Uses another camera.
    func select(_ camera: CameraInfo)
    /// Tries again at once.
    func retry()
    /// Sets the mode of each camera. A streaming camera restarts where its mode changes.
    func setModes(_ wishes: ModeWishes)
    /// Closes the camera; for the end of the program.
    func stop()
}
