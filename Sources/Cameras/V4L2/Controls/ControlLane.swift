// SPDX-License-Identifier: GPL-3.0-or-later
internal import CShims
internal import CaptureCore
internal import Dispatch
internal import Platform
internal import Synchronization

/// Where an opened camera is spoken with about its controls: a thread beside the one that takes frames, so that firmware that
/// hangs in a call (uvcvideo waits five seconds for it) stops no picture.
///
/// Callers get their answer as from a plain call, unless one call into the driver takes longer than `patience`. Called on the
/// camera's thread.
final class ControlLane: Sendable {
    /// For one call; slow cameras take 50 ms. Shorter than a gap between pictures that anybody takes for a fault.
    static let patience: Duration = .milliseconds(300)

    private let queue = DispatchQueue(label: "tintype-controls", qos: .userInitiated)
    private let node: VideoNode
    private let panel: Mutex<ControlPanel>
    private let progress = CallProgress()
    /// Questions that have begun and not ended.
    private let pending = Atomic<Int>(0)
    private let isListing = Atomic<Bool>(false)
    /// Whether the controls were listed, and report changes since.
    private let isListed = Atomic<Bool>(false)
    /// A list that took longer than its caller waited.
    private let late = Mutex<[ControlReading]?>(nil)

    /// - Parameter path: the node's.
    init(node: VideoNode, path: String) {
        self.node = node
        var watched = node
        watched.progress = progress
        panel = Mutex(ControlPanel(node: watched, path: path))
    }

    private var isBusy: Bool { pending.load(ordering: .acquiring) > 0 }

    /// Whether a call into the driver takes longer than `patience`; questions then fail at once.
    var isHanging: Bool { isBusy && MonotonicTime.now - progress.last > Self.patience }

    /// - Returns: nil if the camera does not answer in time; what `body` does goes on then.
    func ask<Answer: Sendable>(_ body: @escaping @Sendable (inout ControlPanel) -> Answer) -> Answer? {
        guard !isHanging else { return nil }
        let answer = start(body)
        // A question can be many calls.
        while !answer.wait(for: Self.patience) {
            if isHanging { return nil }
        }
        return answer.value.withLock { $0 }
    }

    /// The same when the camera answers again.
    func askLater(_ body: @escaping @Sendable (inout ControlPanel) -> Void) { _ = start(body) }

    /// Every control, however long the camera takes.
    func readAll() -> [ControlReading] {
        let answer = start { [self] panel in list(&panel) }
        answer.wait()
        return answer.value.withLock { $0 } ?? []
    }

    /// Every control, once they are read: nil until then. Ask again; it waits for `patience` at most, and the first time only.
    func readAllSoon() -> [ControlReading]? {
        if let found = late.withLock({ $0.take() }) { return found }
        guard !isHanging, !isListing.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
        let answer = start { [self] panel in
            let all = list(&panel)
            late.withLock { $0 = all }
            isListing.store(false, ordering: .releasing)
        }
        answer.wait(for: Self.patience)
        return late.withLock { $0.take() }
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

    private func start<Answer: Sendable>(
        _ body: @escaping @Sendable (inout ControlPanel) -> Answer
    ) -> Answers<Answer> {
        let answer = Answers<Answer>()
        if pending.add(1, ordering: .acquiringAndReleasing).oldValue == 0 { progress.note() }
        queue.async { [self] in
            progress.note()
            let value = panel.withLock { body(&$0) }
            pending.subtract(1, ordering: .acquiringAndReleasing)
            answer.set(value)
        }
        return answer
    }
}

/// When the last call into a driver has ended. Thread-safe.
final class CallProgress: Sendable {
    private let nanoseconds = Atomic<Int64>(0)

    var last: MonotonicTime { MonotonicTime(nanoseconds: nanoseconds.load(ordering: .acquiring)) }

    func note() { nanoseconds.store(MonotonicTime.now.nanoseconds, ordering: .releasing) }
}

/// An answer, once it is there. Thread-safe.
private final class Answers<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
    /// The address, because pointers don't cross threads in Swift; freed with this object.
    private let done = UInt(bitPattern: tt_done_new())

    deinit { tt_done_free(OpaquePointer(bitPattern: done)) }

    func set(_ new: Value) {
        value.withLock { $0 = new }
        tt_done_set(OpaquePointer(bitPattern: done))
    }

    /// - Parameter limit: nil for none.
    /// - Returns: whether it is there.
    @discardableResult func wait(for limit: Duration? = nil) -> Bool {
        _ = tt_done_wait(OpaquePointer(bitPattern: done), limit.map { Int32($0 / .milliseconds(1)) } ?? -1)
        return value.withLock { $0 != nil }
    }
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
