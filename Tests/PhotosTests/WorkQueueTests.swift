// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Dispatch
import Glibc
import Synchronization
import Testing

@testable import Photos

/// The workers' record.
private final class Record: Sendable {
    let presses = Mutex<[Int64]>([])
    let running = Mutex((now: 0, most: 0))
}

@Suite struct WorkQueueTests {
    private func time(_ milliseconds: Int64) -> WallTime {
        WallTime(nanosecondsSince1970: milliseconds * 1_000_000, offsetFromUTC: 0)
    }

    @Test func earlierPressesComeFirst() async {
        let queue = WorkQueue.encoding(limit: 1)
        let isBusy = DispatchSemaphore(value: 0)
        let record = Record()
        await withTaskGroup { group in
            group.addTask { await queue.run(pressedAt: time(0)) { isBusy.wait() } }
            while queue.load != (0, 1) { await Task.yield() }
            for (index, press) in ([30, 10, 20] as [Int64]).enumerated() {
                group.addTask {
                    await queue.run(pressedAt: time(press)) {
                        record.presses.withLock { $0.append(press) }
                    }
                }
                while queue.load != (index + 1, 1) { await Task.yield() }
            }
            isBusy.signal()
        }
        #expect(record.presses.withLock { $0 } == [10, 20, 30])
    }

    @Test func neverMoreThanTheLimitRunAtOnce() async {
        let queue = WorkQueue.encoding(limit: 2)
        let record = Record()
        await withTaskGroup { group in
            for number in 0..<40 {
                group.addTask {
                    await queue.run(pressedAt: time(Int64(number))) {
                        record.running.withLock {
                            $0.now += 1
                            $0.most = max($0.most, $0.now)
                        }
                        sched_yield()
                        record.running.withLock { $0.now -= 1 }
                    }
                }
            }
        }
        #expect((1...2).contains(record.running.withLock { $0.most }))
    }

    @Test func workYieldsToEverythingElse() async {
        @Sendable func niceness() -> Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
        let worker = await WorkQueue.encoding(limit: 1).run(pressedAt: time(0)) { niceness() }
        #expect(worker == 19)
        #expect(niceness() < 19)
    }

    @Test func workersEndWithTheWork() async {
        let queue = WorkQueue.encoding(limit: 2)
        for round in 0..<3 {
            await withTaskGroup { group in
                for number in 0..<5 {
                    group.addTask { await queue.run(pressedAt: time(Int64(round * 5 + number))) {} }
                }
            }
            while queue.load != (0, 0) { await Task.yield() }
        }
    }
}
