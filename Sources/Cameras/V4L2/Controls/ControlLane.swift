// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Dispatch
internal import Platform
internal import Synchronization

/// Where an opened camera is spoken with about its controls: a thread beside the one that takes frames, so that firmware that
/// hangs in a call (uvcvideo waits five seconds for it) stops no picture.
///
/// Callers get their answer as from a plain call, unless it takes longer than `patience`. Called on the camera's thread.
final class ControlLane: Sendable {
    /// Slow cameras take 50 ms for a call. Shorter than a gap between pictures that anybody takes for a fault.
    static let patience: Duration = .milliseconds(300)

    private let queue = DispatchQueue(label: "tintype-controls", qos: .userInitiated)
    private let node: VideoNode
    private let panel: Mutex<ControlPanel>
    /// Calls that have begun and not ended.
    private let pending = Atomic<Int>(0)
    /// Whether the controls were listed, and report changes since.
    private let isListed = Atomic<Bool>(false)
    /// A list that was ready when nobody waited for it any more.
    private let late = Mutex<[ControlReading]?>(nil)

    /// - Parameter path: the node's.
    init(node: VideoNode, path: String) {
        self.node = node
        panel = Mutex(ControlPanel(node: node, path: path))
    }

    /// Whether the camera has not answered yet; calls then fail at once.
    var isBusy: Bool { pending.load(ordering: .acquiring) > 0 }

    /// - Returns: nil if the camera does not answer in time; what `body` does goes on then.
    func ask<Answer: Sendable>(_ body: @escaping @Sendable (inout ControlPanel) -> Answer) -> Answer? {
        guard !isBusy else { return nil }
        return run(until: .now() + .milliseconds(Int(Self.patience / .milliseconds(1))), body)
    }

    /// The same when the camera answers again.
    func askLater(_ body: @escaping @Sendable (inout ControlPanel) -> Void) {
        pending.add(1, ordering: .acquiringAndReleasing)
        queue.async { [self] in
            panel.withLock { body(&$0) }
            pending.subtract(1, ordering: .acquiringAndReleasing)
        }
    }

    /// Every control, however long the camera takes.
    func readAll() -> [ControlReading] {
        run(until: .distantFuture) { [self] panel in list(&panel) } ?? []
    }

    /// Every control, once they are read: nil until then. Ask again, which waits for `patience` at most the first time.
    func readAllSoon() -> [ControlReading]? {
        if let found = late.withLock({ $0.take() }) { return found }
        let isRead = ask { [self] panel in
            let all = list(&panel)
            late.withLock { $0 = all }
            return true
        }
        return isRead == nil ? nil : late.withLock { $0.take() }
    }

    private func list(_ panel: inout ControlPanel) -> [ControlReading] {
        defer { isListed.store(true, ordering: .releasing) }
        return panel.readAll()
    }

    /// Takes the pending events, which needs no answer of the camera's.
    func changed() -> Set<ControlID> {
        isListed.load(ordering: .acquiring) ? ControlEvents(node: node).take() : []
    }

    /// Runs `body` when no call is under way any more: at once, or after the one that hangs. The last call.
    func end(_ body: @escaping @Sendable () -> Void) {
        if isBusy { queue.async(execute: body) } else { body() }
    }

    private func run<Answer: Sendable>(
        until limit: DispatchTime, _ body: @escaping @Sendable (inout ControlPanel) -> Answer
    ) -> Answer? {
        let answer = Answers<Answer>()
        pending.add(1, ordering: .acquiringAndReleasing)
        queue.async { [self] in
            let value = panel.withLock { body(&$0) }
            answer.value.withLock { $0 = value }
            pending.subtract(1, ordering: .acquiringAndReleasing)
            answer.isThere.signal()
        }
        guard answer.isThere.wait(timeout: limit) == .success else { return nil }
        return answer.value.withLock { $0 }
    }
}

private final class Answers<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
    let isThere = DispatchSemaphore(value: 0)
}

/// Keeps writes to one camera apart: firmware hangs on two in quick succession (docs/cameras.md, "Controls").
///
/// The queue of requests spaces its own; this keeps those apart that come in one go, such as focus that is taken over and then
/// turned. On the lane's thread.
struct WritePace {
    private var last: MonotonicTime?

    /// Waits until the camera takes another write.
    mutating func wait(_ kernel: any VideoKernel) {
        let now = kernel.now
        if let last, now - last < ControlRequestQueue.interval {
            kernel.pause(for: ControlRequestQueue.interval - (now - last))
        }
    }

    mutating func noteWrite(_ kernel: any VideoKernel) { last = kernel.now }
}
