// SPDX-License-Identifier: GPL-3.0-or-later
import CShims
import CaptureTesting
import Glibc
import Synchronization
import Testing

@testable import CaptureService

@Suite(.timeLimit(.minutes(10)))
struct CaptureThreadTests {
    /// Keeps a thread busy with work that queues itself again.
    private final class Chatter: Sendable {
        private let isOver = Atomic<Bool>(false)

        func begin(on thread: CaptureThread) {
            guard !isOver.load(ordering: .relaxed) else { return }
            thread.perform { [weak thread] in
                if let thread { self.begin(on: thread) }
            }
        }

        func end() { isOver.store(true, ordering: .relaxed) }
    }

    /// Watches an eventfd beside endless work until the watcher was called this often.
    ///
    /// - Parameter isReady: whether the descriptor is always ready; else it never is.
    /// - Returns: the watcher's calls, and when.
    private func calls(
        _ count: Int, isReady: Bool, timeout: Duration, rest: Duration
    ) async -> [(CaptureThread.Readiness, ContinuousClock.Instant)] {
        let thread = CaptureThread(name: "test")
        let chatter = Chatter()
        let descriptor = tt_event_new()
        if isReady { tt_event_signal(descriptor) }
        let (told, teller) = AsyncStream.makeStream(
            of: (CaptureThread.Readiness, ContinuousClock.Instant).self)
        let called = Atomic<Int>(0)
        thread.watch(descriptor, timeout: timeout) { [weak thread] in
            teller.yield(($0, .now))
            thread?.pauseWatch(for: rest)
            guard called.add(1, ordering: .relaxed).newValue == count else { return }
            chatter.end()
            thread?.unwatch()
            teller.finish()
        }
        chatter.begin(on: thread)
        var heard: [(CaptureThread.Readiness, ContinuousClock.Instant)] = []
        for await call in told { heard.append(call) }
        thread.end()
        close(descriptor)
        return heard
    }

    @Test func endlessWorkDoesNotStarveTheWatcher() async {
        let calls = await calls(3, isReady: false, timeout: .milliseconds(30), rest: .zero)
        #expect(calls.map(\.0) == [[], [], []])
    }

    @Test func writesAreSpacedWhateverTheLoad() async {
        let calls = await calls(4, isReady: true, timeout: .seconds(50), rest: .milliseconds(40))
        #expect(calls.count == 4)
        for (earlier, later) in zip(calls, calls.dropFirst()) {
            #expect(later.1 - earlier.1 >= .milliseconds(39))
        }
    }

    @Test func workRunsWithoutAWakeDescriptor() async {
        let thread = CaptureThread(name: "test", makeEvent: { -1 })
        defer { thread.end() }
        for _ in 0..<5 { await withCheckedContinuation { done in thread.perform { done.resume() } } }
    }

    @Test func aDescriptorThatBecomesFreeIsUsedFromThenOn() async {
        let tries = Atomic<Int>(0)
        // The limit of descriptors is reached, and later raised.
        let thread = CaptureThread(
            name: "test",
            makeEvent: { tries.add(1, ordering: .relaxed).newValue < 4 ? -1 : tt_event_new() })
        defer { thread.end() }
        while tries.load(ordering: .relaxed) < 4 {
            await withCheckedContinuation { done in thread.perform { done.resume() } }
        }
        for _ in 0..<50 { await withCheckedContinuation { done in thread.perform { done.resume() } } }
        #expect(tries.load(ordering: .relaxed) == 4)
    }

    @Test func timersRunInTheirOrderEachAtItsTimeUnlessTheyAreCancelled() async {
        let clock = TurnedClock()
        let thread = CaptureThread(name: "test", clock: { clock.now })
        defer { thread.end() }
        let ran = Mutex<[Int]>([])
        func settle() async {
            for _ in 0..<2 { await withCheckedContinuation { done in thread.perform { done.resume() } } }
        }
        func plan(_ number: Int, after delay: Duration) -> CaptureThread.Timer {
            thread.perform(after: delay) { ran.withLock { $0.append(number) } }
        }
        _ = plan(3, after: .seconds(3))
        let cancelled = plan(2, after: .seconds(2))
        _ = plan(1, after: .seconds(1))
        // A timer may cancel another that is due as well.
        let late = plan(5, after: .seconds(4))
        thread.perform(after: .seconds(4) - .nanoseconds(1)) { [weak thread] in thread?.cancel(late) }
        await settle()
        #expect(ran.withLock { $0 } == [])
        clock.advance(by: .seconds(1))
        await settle()
        #expect(ran.withLock { $0 } == [1])
        thread.cancel(cancelled)
        clock.advance(by: .seconds(2))
        await settle()
        #expect(ran.withLock { $0 } == [1, 3])
        clock.advance(by: .seconds(9))
        await settle()
        #expect(ran.withLock { $0 } == [1, 3])
    }
}
