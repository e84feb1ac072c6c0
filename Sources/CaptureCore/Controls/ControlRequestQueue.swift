// SPDX-License-Identifier: GPL-3.0-or-later
/// Limits how often controls are written: the latest request wins, and writes are at least `interval` apart.
///
/// A dragged dial makes hundreds of requests a second; firmware hangs on far fewer, and on two within 40 ms
/// (docs/cameras.md, "Controls").
public struct ControlRequestQueue: Sendable {
    /// The shortest time between two writes.
    public static let interval: Duration = .milliseconds(41)

    private var waiting: [ControlRequest] = []
    private var openAt: MonotonicTime?

    public init() {}

    public var isEmpty: Bool { waiting.isEmpty }

    /// Adds a request, which takes the place of a waiting one with the same subject.
    public mutating func add(_ request: ControlRequest) {
        if let index = waiting.firstIndex(where: { $0.subject == request.subject }) {
            waiting[index] = request
        } else {
            waiting.append(request)
        }
    }

    /// Forgets all waiting requests.
    public mutating func clear() { waiting.removeAll() }

    /// The next request that may be carried out now. Requests with different subjects take turns.
    public mutating func next(at now: MonotonicTime) -> ControlRequest? {
        guard !waiting.isEmpty, wait(at: now) == nil else { return nil }
        return waiting.removeFirst()
    }

    /// Notes a write made at this time.
    public mutating func noteWrite(at now: MonotonicTime) { openAt = now + Self.interval }

    /// How long writing has to wait; nil if it need not.
    public func wait(at now: MonotonicTime) -> Duration? {
        openAt.flatMap { $0 > now ? $0 - now : nil }
    }
}
