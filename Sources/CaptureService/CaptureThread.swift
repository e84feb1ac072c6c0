internal import CShims
internal import Glibc
internal import Synchronization

/// One thread that runs an actor's jobs and waits for a descriptor at the same time.
///
/// A plain thread over `poll`: a frame is taken up as soon as the kernel says so, with no queue between. Jobs
/// wake it through an eventfd. Ends with `end()`; until then the thread keeps this object alive.
final class CaptureThread: SerialExecutor {
    /// What woke the watcher.
    struct Readiness: OptionSet {
        let rawValue: Int16
        static let readable = Readiness(rawValue: Int16(POLLIN))
        static let priority = Readiness(rawValue: Int16(POLLPRI))
        static let error = Readiness(rawValue: Int16(POLLERR | POLLHUP | POLLNVAL))
    }

    private enum Work {
        case job(UnownedJob)
        case call(@Sendable () -> Void)
    }

    private struct Watch {
        var descriptor: Int32
        var patience: Int32
        var onReady: @Sendable (Readiness) -> Void
    }

    private struct Shared {
        var work: [Work] = []
        var watch: Watch?
        /// Milliseconds to leave the descriptor alone for, once.
        var pause: Int32 = 0
        var isEnding = false
    }

    private let shared = Mutex(Shared())
    private let thread = Atomic<UInt>(0)
    private let wakeup: Int32
    private let name: String

    init(name: String) {
        self.name = name
        wakeup = tt_event_new()
        start()
    }

    deinit { Glibc.close(wakeup) }

    func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    func checkIsolated() {
        precondition(thread.load(ordering: .acquiring) == UInt(pthread_self()), "not on the capture thread")
    }

    /// Runs `body` on the thread, after everything that was asked for before. Returns at once.
    func perform(_ body: @escaping @Sendable () -> Void) { add(.call(body)) }

    /// Calls `onReady` on the thread whenever the descriptor is ready, and with nothing when it was not for
    /// `patience` milliseconds. Replaces what was watched before.
    func watch(_ descriptor: Int32, patience: Int32, onReady: @escaping @Sendable (Readiness) -> Void) {
        shared.withLock {
            $0.watch = Watch(descriptor: descriptor, patience: patience, onReady: onReady)
            $0.pause = 0
        }
        wake()
    }

    func unwatch() { shared.withLock { $0.watch = nil } }

    /// Leaves the descriptor alone for a while: it says ready and gives nothing.
    func pauseWatch(milliseconds: Int32) { shared.withLock { $0.pause = milliseconds } }

    /// Lets the thread run what is queued and then finish.
    func end() {
        shared.withLock { $0.isEnding = true }
        wake()
    }

    private func add(_ work: Work) {
        let wasEmpty = shared.withLock {
            $0.work.append(work)
            return $0.work.count == 1
        }
        if wasEmpty { wake() }
    }

    private func wake() { tt_event_signal(wakeup) }

    private func start() {
        var identifier = pthread_t()
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let context = Unmanaged.passRetained(self).toOpaque()
        let failure = pthread_create(&identifier, &attributes, runCaptureThread, context)
        pthread_attr_destroy(&attributes)
        // Without a thread there is no camera and no app: the machine is out of memory at start.
        precondition(failure == 0, "cannot start the capture thread: errno \(failure)")
    }

    fileprivate func run() {
        tt_thread_set_name(name)
        thread.store(UInt(pthread_self()), ordering: .releasing)
        while runQueued() { waitAndServe() }
    }

    /// - Returns: false when the thread is to end.
    private func runQueued() -> Bool {
        let (work, isEnding) = shared.withLock { shared in
            let work = shared.work
            shared.work.removeAll(keepingCapacity: true)
            return (work, shared.isEnding)
        }
        for item in work {
            switch item {
            case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
            case .call(let body): body()
            }
        }
        return !(isEnding && work.isEmpty)
    }

    private func waitAndServe() {
        let (watch, pause) = shared.withLock { shared in
            let pause = shared.pause
            shared.pause = 0
            return (shared.watch, pause)
        }
        var descriptors = [pollfd](unsafeUninitializedCapacity: 2) { buffer, count in
            buffer[0] = pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0)
            // A negative descriptor is one that poll ignores.
            let descriptor = pause > 0 ? -1 : watch?.descriptor ?? -1
            buffer[1] = pollfd(fd: descriptor, events: Int16(POLLIN | POLLPRI), revents: 0)
            count = 2
        }
        let timeout = pause > 0 ? pause : watch?.patience ?? -1
        let ready = poll(&descriptors, 2, timeout)
        if descriptors[0].revents != 0 { tt_event_clear(wakeup) }
        guard let watch, pause == 0, ready >= 0 else { return }
        if descriptors[1].revents != 0 || ready == 0 {
            watch.onReady(Readiness(rawValue: descriptors[1].revents))
        }
    }
}

private let runCaptureThread: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    context in
    if let context { Unmanaged<CaptureThread>.fromOpaque(context).takeRetainedValue().run() }
    return nil
}
