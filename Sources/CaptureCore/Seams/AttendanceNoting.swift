/// Takes the reasons why no person is looking, and turns the camera off meanwhile. Thread-safe.
public protocol AttendanceNoting: AnyObject, Sendable {
    /// Whether somebody looks.
    var isPresent: Bool { get }

    /// - Parameter holds: whether the reason is there from now on, or gone.
    func note(_ reason: AbsenceReason, _ holds: Bool)

    /// Whether there is a window on the screen from now on. A camera that is on without one is turned off soon.
    func noteWindow(isMapped: Bool)
}
