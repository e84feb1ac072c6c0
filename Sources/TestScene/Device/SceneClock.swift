public import CaptureCore
internal import System

/// The clocks that the test scene reads. Thread-safe.
public struct SceneClock: Sendable {
    /// Stamps the frames.
    public var now: @Sendable () -> MonotonicTime
    /// Shown by the clocks in the picture.
    public var wall: @Sendable () -> WallTime

    public init(
        now: @escaping @Sendable () -> MonotonicTime, wall: @escaping @Sendable () -> WallTime
    ) {
        (self.now, self.wall) = (now, wall)
    }

    /// The machine's own clocks and its time zone.
    public static let system = SceneClock(now: { .now }, wall: { WallTime(at: .now) })
}
