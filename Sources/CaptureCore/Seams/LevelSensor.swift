// SPDX-License-Identifier: GPL-3.0-or-later
/// The computer's level sensor, if it has one.
@MainActor
public protocol LevelSensor: AnyObject {
    /// Whether there is a sensor. Asks the system's service; without the service there is none.
    func isAvailable() async -> Bool

    /// The computer's rotation in degrees clockwise, seen from its front, about ten times a second while the stream
    /// is read. Nothing while it lies flat, where left and right have no meaning.
    func rolls() -> AsyncStream<Double>
}
