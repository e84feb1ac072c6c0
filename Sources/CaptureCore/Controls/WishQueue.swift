/// Keeps a flood of wishes from the camera: the latest wins, and no more than 30 values a second are written.
///
/// A dial that is dragged makes hundreds of wishes a second; firmware hangs on far fewer (docs/cameras.md, "Controls").
public struct WishQueue: Sendable {
    /// The shortest mean time between two writes.
    public static let interval: Duration = .nanoseconds(1_000_000_000 / 30)

    private var waiting: [ControlWish] = []
    private var openAt: MonotonicTime?

    public init() {}

    public var isEmpty: Bool { waiting.isEmpty }

    /// Takes a wish in; one about the same thing that still waits is forgotten, and the new one keeps its place.
    public mutating func add(_ wish: ControlWish) {
        if let index = waiting.firstIndex(where: { $0.subject == wish.subject }) {
            waiting[index] = wish
        } else {
            waiting.append(wish)
        }
    }

    /// Forgets everything that waits.
    public mutating func clear() { waiting.removeAll() }

    /// The next wish, where one may be carried out now. Wishes about different things take turns.
    public mutating func next(at now: MonotonicTime) -> ControlWish? {
        guard !waiting.isEmpty, wait(at: now) == nil else { return nil }
        return waiting.removeFirst()
    }

    /// So many writes were made at that time; the next ones wait for as long as that many take.
    public mutating func noteWrites(_ count: Int, at now: MonotonicTime) {
        guard count > 0 else { return }
        openAt = now + Self.interval * count
    }

    /// How long nothing may be written; nil when it may be now.
    public func wait(at now: MonotonicTime) -> Duration? {
        openAt.flatMap { $0 > now ? $0 - now : nil }
    }
}
