/// Whether the computer is level, for those that know how they are held.
@MainActor
public protocol Levelling: AnyObject {
    /// Whether this computer can tell. Asks the system; a computer without the service says no.
    func isAvailable() async -> Bool

    /// How far it is turned, in degrees clockwise as seen from its front, about ten times a second for as long as the
    /// stream is read. Nothing comes while it lies flat, where left and right have no meaning.
    func rolls() -> AsyncStream<Double>
}
