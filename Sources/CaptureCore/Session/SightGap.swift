/// Notices that what is drawn is not shown: a compositor asks hidden windows for no frames.
///
/// GTK tells of that from 4.12 on only; this serves the versions before.
public struct SightGap: Equatable, Sendable {
    /// A machine that is busy may draw nothing for a while.
    public static let limit: Duration = .milliseconds(1500)

    /// Since when a picture waits to be drawn.
    private var waitingSince: MonotonicTime?

    public init() {}

    /// A picture has come, and drawing was asked for.
    public mutating func pictureArrived(at time: MonotonicTime) { waitingSince = waitingSince ?? time }

    /// The widget was drawn.
    public mutating func drawn() { waitingSince = nil }

    public func isHidden(at time: MonotonicTime) -> Bool {
        waitingSince.map { time - $0 > Self.limit } ?? false
    }
}
