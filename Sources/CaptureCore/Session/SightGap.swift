/// Notices that drawn pictures are not shown: a compositor asks hidden windows for no frames.
///
/// GTK reports that from 4.12 on only; this serves older versions.
public struct SightGap: Equatable, Sendable {
    /// A busy machine may draw nothing for a while.
    public static let limit: Duration = .milliseconds(1500)

    /// Since when a picture waits to be drawn.
    private var waitingSince: MonotonicTime?

    public init() {}

    /// A picture came, and drawing was requested.
    public mutating func pictureArrived(at time: MonotonicTime) { waitingSince = waitingSince ?? time }

    /// The widget was drawn.
    public mutating func drawn() { waitingSince = nil }

    public func isHidden(at time: MonotonicTime) -> Bool {
        waitingSince.map { time - $0 > Self.limit } ?? false
    }
}
