// SPDX-License-Identifier: GPL-3.0-or-later
internal import CShims
internal import CaptureCore
internal import Glibc
internal import Platform
internal import Synchronization

/// One thread that runs an actor's jobs and waits for a descriptor at the same time.
///
/// A plain thread over `poll`: a frame is taken as soon as the kernel reports it, with no queue between. Jobs wake it
/// through an eventfd; without one it polls for them every `blindPause`. All its times are those of `clock`. Ends with
/// `end()`; until then the thread keeps this object alive.
final class CaptureThread: SerialExecutor {
    /// Why the watcher was called.
    struct Readiness: OptionSet {
        let rawValue: Int16
        static let readable = Readiness(rawValue: Int16(POLLIN))
        static let priority = Readiness(rawValue: Int16(POLLPRI))
        static let error = Readiness(rawValue: Int16(POLLERR | POLLHUP | POLLNVAL))
    }

    /// Work that waits for its time; for `cancel`.
    struct Timer: Equatable {
        fileprivate let number: Int
    }

    private struct Planned {
        let timer: Timer
        let dueAt: MonotonicTime
        let body: @Sendable () -> Void
    }

    private enum Work {
        case job(UnownedJob)
        case call(@Sendable () -> Void)
    }

    private struct Watch {
        var descriptor: Int32
        var timeout: Duration
        /// `onReady` is called by then, even without the descriptor.
        var dueAt: MonotonicTime
        /// The descriptor is ignored until then.
        var restsUntil: MonotonicTime
        var onReady: @Sendable (Readiness) -> Void
    }

    private struct Shared {
        var work: [Work] = []
        var planned: [Planned] = []
        var lastTimer = 0
        var watch: Watch?
        var isEnding = false
    }

    /// How often jobs are polled for without an eventfd.
    private static let blindPause: Duration = .milliseconds(20)

    private let shared = Mutex(Shared())
    private let thread = Atomic<UInt>(0)
    /// An eventfd; -1 while the process has no descriptor left for one.
    private let wakeup: Atomic<Int32>
    private let makeEvent: @Sendable () -> Int32
    private let clock: @Sendable () -> MonotonicTime
    private let name: String

    /// - Parameters:
    ///   - clock: the time; called on any thread. Whoever turns one by hand wakes the thread with `perform`.
    ///   - makeEvent: makes an eventfd, or gives -1.
    init(
        name: String, clock: @escaping @Sendable () -> MonotonicTime = { .now },
        makeEvent: @escaping @Sendable () -> Int32 = { tt_event_new() }
    ) {
        self.name = name
        self.clock = clock
        self.makeEvent = makeEvent
        let event = makeEvent()
        if event < 0 { Log(domain: "capture").warning("no eventfd", .errno(errno, at: "eventfd")) }
        wakeup = Atomic(event)
        start()
    }

    deinit {
        let event = wakeup.load(ordering: .acquiring)
        if event >= 0 { Glibc.close(event) }
    }

    func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    func checkIsolated() {
        precondition(thread.load(ordering: .acquiring) == UInt(pthread_self()), "not on the capture thread")
    }

    /// Runs `body` on the thread, after everything queued before. Returns at once.
    func perform(_ body: @escaping @Sendable () -> Void) { add(.call(body)) }

    /// Runs `body` on the thread after this long. Returns at once.
    @discardableResult
    func perform(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> Timer {
        let dueAt = clock() + delay
        let timer = shared.withLock { shared in
            shared.lastTimer += 1
            let timer = Timer(number: shared.lastTimer)
            shared.planned.append(Planned(timer: timer, dueAt: dueAt, body: body))
            return timer
        }
        wake()
        return timer
    }

    func cancel(_ timer: Timer) { shared.withLock { $0.planned.removeAll { $0.timer == timer } } }

    /// Calls `onReady` on the thread whenever the descriptor is ready, and with an empty set after `timeout` without
    /// that, however busy the thread is. Replaces an earlier watch.
    func watch(_ descriptor: Int32, timeout: Duration, onReady: @escaping @Sendable (Readiness) -> Void) {
        let now = clock()
        shared.withLock {
            $0.watch = Watch(
                descriptor: descriptor, timeout: timeout, dueAt: now + timeout, restsUntil: now,
                onReady: onReady)
        }
        wake()
    }

    func unwatch() { shared.withLock { $0.watch = nil } }

    /// Ignores the descriptor for a while: it is ready without a frame.
    func pauseWatch(for duration: Duration) {
        let now = clock()
        shared.withLock { $0.watch?.restsUntil = now + duration }
    }

    /// Lets the thread finish its queue and end.
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

    private func wake() {
        let event = wakeup.load(ordering: .acquiring)
        if event >= 0 { tt_event_signal(event) }
    }

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
        while let body = takeDueTimer() { body() }
        return !(isEnding && work.isEmpty)
    }

    /// The earliest timer's body, if it is due: one at a time, as it may cancel others.
    private func takeDueTimer() -> (@Sendable () -> Void)? {
        shared.withLock { shared in
            guard
                let next = shared.planned.indices.min(by: {
                    shared.planned[$0].dueAt < shared.planned[$1].dueAt
                }),
                shared.planned[next].dueAt <= clock()
            else { return nil }
            return shared.planned.remove(at: next).body
        }
    }

    private func waitAndServe() {
        let (watch, timer) = shared.withLock { ($0.watch, $0.planned.min { $0.dueAt < $1.dueAt }) }
        let event = readyEvent()
        let start = clock()
        let isResting = watch.map { start < $0.restsUntil } ?? false
        var descriptors = [pollfd](unsafeUninitializedCapacity: 2) { buffer, count in
            buffer[0] = pollfd(fd: event, events: Int16(POLLIN), revents: 0)
            // poll ignores a negative descriptor.
            let descriptor = isResting ? -1 : watch?.descriptor ?? -1
            buffer[1] = pollfd(fd: descriptor, events: Int16(POLLIN | POLLPRI), revents: 0)
            count = 2
        }
        // The wait ends, at the latest, for the next of all that has a time.
        var end = timer?.dueAt
        if let watch {
            let next = isResting ? min(watch.dueAt, watch.restsUntil) : watch.dueAt
            end = min(end ?? next, next)
        }
        poll(&descriptors, 2, timeout(until: end, hasEvent: event >= 0, at: start))
        if descriptors[0].revents != 0 { tt_event_clear(event) }
        guard let watch, descriptors[1].revents != 0 || clock() >= watch.dueAt else { return }
        watch.onReady(Readiness(rawValue: descriptors[1].revents))
        let served = clock()
        shared.withLock { $0.watch?.dueAt = served + watch.timeout }
    }

    /// Milliseconds; -1 for no limit.
    private func timeout(until end: MonotonicTime?, hasEvent: Bool, at now: MonotonicTime) -> Int32 {
        var limit: Duration? = hasEvent ? nil : Self.blindPause
        if let end { limit = min(limit ?? end - now, end - now) }
        // Rounded up, so that less than a millisecond is still waited for.
        return limit.map { Int32(clamping: Int64(max($0, .zero) / .milliseconds(1)) + 1) } ?? -1
    }

    /// The eventfd; tried again if there was none, as descriptors become free.
    private func readyEvent() -> Int32 {
        let event = wakeup.load(ordering: .acquiring)
        guard event < 0 else { return event }
        let made = makeEvent()
        guard made >= 0 else { return -1 }
        wakeup.store(made, ordering: .releasing)
        // Jobs added meanwhile did not wake the thread.
        tt_event_signal(made)
        return made
    }
}

private let runCaptureThread: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    context in
    if let context { Unmanaged<CaptureThread>.fromOpaque(context).takeRetainedValue().run() }
    return nil
}
