// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Imaging
import Platform
import Synchronization

/// Runs slow work on few threads: saving with the earliest press first, reading with the newest request first.
///
/// Threads exist only while there is work. They are ours, so that no thread of Swift's pool is ever blocked and
/// none of its threads keeps the low priority. Thread-safe.
final class WorkQueue: Sendable {
    private struct Job {
        let time: WallTime
        let order: Int
        /// For withdrawing it; nil for work that is done in any case.
        let request: Request?
        let run: @Sendable () -> Void
    }

    /// Work that its caller may stop waiting for.
    private final class Request: Sendable {
        private let isWithdrawn = Atomic<Bool>(false)

        var isWanted: Bool { !isWithdrawn.load(ordering: .acquiring) }

        func withdraw() { isWithdrawn.store(true, ordering: .releasing) }
    }

    private struct State {
        var jobs: [Job] = []
        var workers = 0
        var nextOrder = 0
    }

    private let limit: Int
    private let isBackground: Bool
    private let whenDone: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - limit: the most threads at once.
    ///   - isBackground: whether the threads yield to all others.
    ///   - whenDone: called on each worker when nothing is left to do.
    init(limit: Int, isBackground: Bool = false, whenDone: @escaping @Sendable () -> Void = {}) {
        self.limit = max(1, limit)
        self.isBackground = isBackground
        self.whenDone = whenDone
    }

    /// For encoders: half the processors, at the lowest priority; x265 adds its own pool to each.
    static func encoding(limit: Int = max(1, system_processorCount() / 2)) -> WorkQueue {
        WorkQueue(limit: limit, isBackground: true, whenDone: HEICEncoder.giveMemoryBack)
    }

    /// Runs `work` on a worker.
    ///
    /// - Parameter time: when the shutter was pressed; work of earlier presses comes first.
    func run<Value: Sendable, Failure: Error>(
        pressedAt time: WallTime = .longAgo, _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await Blocking.handover { give in add(time) { give(Result(catching: work)) } }.get()
    }

    /// Runs `work` before everything that waits: the last request is for what the person looks at.
    ///
    /// - Returns: nil if the task was cancelled before its turn; `work` is not done then.
    func runNext<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value? {
        let request = Request()
        return await withTaskCancellationHandler {
            await Blocking.handover { give in
                add(.longAgo, isNext: true, request) { give(request.isWanted ? work() : nil) }
            }
        } onCancel: {
            request.withdraw()
            // Withdrawn work only answers, so it need not wait for a worker.
            take { $0.request === request }?.run()
        }
    }

    /// How much is waiting and how much runs; for tests.
    var load: (waiting: Int, running: Int) { state.withLock { ($0.jobs.count, $0.workers) } }

    private func add(
        _ time: WallTime, isNext: Bool = false, _ request: Request? = nil,
        _ run: @escaping @Sendable () -> Void
    ) {
        let needsWorker = state.withLock { state in
            state.nextOrder += 1
            let order = isNext ? -state.nextOrder : state.nextOrder
            state.jobs.append(Job(time: time, order: order, request: request, run: run))
            guard state.workers < limit else { return false }
            state.workers += 1
            return true
        }
        if needsWorker { startWorker() }
    }

    private func startWorker() {
        do throws(SystemFault) {
            try system_startThread { [self] in
                if isBackground { system_lowerThreadPriority() }
                work()
            }
        } catch {
            // No thread could be started: the work is done here, late rather than never.
            work()
        }
    }

    private func work() {
        while let job = next() { job.run() }
        whenDone()
    }

    private func take(where isMeant: (Job) -> Bool) -> Job? {
        state.withLock { state in
            state.jobs.firstIndex(where: isMeant).map { state.jobs.remove(at: $0) }
        }
    }

    /// The job of the earliest press; nil when there is none and this worker ends.
    private func next() -> Job? {
        state.withLock { state in
            let earliest = state.jobs.indices.min { left, right in
                let (a, b) = (state.jobs[left], state.jobs[right])
                return (a.time.nanosecondsSince1970, a.order) < (b.time.nanosecondsSince1970, b.order)
            }
            guard let earliest else {
                state.workers -= 1
                return nil
            }
            return state.jobs.remove(at: earliest)
        }
    }
}
