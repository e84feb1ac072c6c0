/// Takes the reasons why the viewfinder can't be seen, and turns the camera off meanwhile. Thread-safe.
public protocol AttendanceNoting: AnyObject, Sendable {
    /// Whether a person can see the viewfinder.
    var isPresent: Bool { get }

    /// - Parameter holds: whether the reason applies from now on, or has gone.
    func note(_ reason: AbsenceReason, _ holds: Bool)

    /// Whether a window is on the screen from now on. A camera that is on without one is turned off soon.
    func noteWindow(isMapped: Bool)
}
