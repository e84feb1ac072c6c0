import CaptureCore
import Imaging
import Synchronization
import System

/// Runs the slow work of saving on few threads, earliest press first.
///
/// Threads exist only while there is work. They are ours, so that no thread of Swift's pool is ever blocked and
/// none of its threads keeps the low priority. Thread-safe.
final class WorkQueue: Sendable {
    private struct Job {
        let time: WallTime
        let order: Int
        let run: @Sendable () -> Void
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
    func run<Value: Sendable>(
        pressedAt time: WallTime, _ work: @escaping @Sendable () -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            add(time) { continuation.resume(returning: work()) }
        }
    }

    /// How much is waiting and how much runs; for tests.
    var load: (waiting: Int, running: Int) { state.withLock { ($0.jobs.count, $0.workers) } }

    private func add(_ time: WallTime, _ run: @escaping @Sendable () -> Void) {
        let needsWorker = state.withLock { state in
            state.jobs.append(Job(time: time, order: state.nextOrder, run: run))
            state.nextOrder += 1
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
