/// Keeps a flood of wishes from the camera: the latest wins, and no control is written more than 30 times a second.
///
/// A dial that is dragged makes hundreds of wishes a second; firmware hangs on far fewer (cameras.md, "Controls").
public struct WishQueue: Sendable {
    /// The shortest time between two writes of one control.
    public static let interval: Duration = .nanoseconds(1_000_000_000 / 30)

    private var waiting: [ControlWish] = []
    private var lastAt: [ControlID: MonotonicTime] = [:]

    public init() {}

    public var isEmpty: Bool { waiting.isEmpty }

    /// Takes a wish in; one about the same thing that still waits is forgotten.
    public mutating func add(_ wish: ControlWish) {
        if let index = waiting.firstIndex(where: { $0.subject == wish.subject }) {
            waiting[index] = wish
        } else {
            waiting.append(wish)
        }
    }

    /// Forgets everything that waits.
    public mutating func clear() { waiting.removeAll() }

    /// The next wish that may be carried out now; nil where none is due.
    public mutating func next(at now: MonotonicTime) -> ControlWish? {
        let index = waiting.firstIndex { wish in
            lastAt[wish.subject].map { now - $0 >= Self.interval } ?? true
        }
        guard let index else { return nil }
        let wish = waiting.remove(at: index)
        lastAt[wish.subject] = now
        return wish
    }
}
