/// Is told why nobody looks, and turns the camera off meanwhile.
@MainActor
public protocol AttendanceNoting: AnyObject {
    /// Whether somebody looks.
    var isPresent: Bool { get }

    /// - Parameter holds: whether the reason is there from now on, or gone.
    func note(_ reason: AbsenceReason, _ holds: Bool)
}
