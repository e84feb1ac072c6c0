// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
internal import Synchronization

/// Repeats a closure on a thread of its own, as fast as it can, until it is stopped or released.
///
///     let writer = BackgroundLoop { pages.write(UInt8.random(in: 0...255), at: 170) }
///     defer { writer.stop() }
///
/// Thread-safe.
public final class BackgroundLoop: Sendable {
    private final class Work: Sendable {
        let isOver = Atomic(false)
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }

        func run() {
            while !isOver.load(ordering: .relaxed) {
                body()
                sched_yield()
            }
        }
    }

    private let work: Work
    private let thread: pthread_t

    /// - Parameter body: called on the thread; does not hold the last reference to this object.
    public init(_ body: @escaping @Sendable () -> Void) {
        work = Work(body)
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { work in
                if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
                return nil
            }, Unmanaged.passRetained(work).toOpaque())
        precondition(failure == 0, "no thread")
        self.thread = thread
    }

    deinit { stop() }

    /// Returns when the last call has returned.
    public func stop() {
        guard !work.isOver.exchange(true, ordering: .relaxed) else { return }
        pthread_join(thread, nil)
    }
}
