// SPDX-License-Identifier: GPL-3.0-or-later
// Four threads and one lock, for the thread sanitizer. As it is there is no race; with an argument there is one, because
// the lock is left out.
import Glibc
import Synchronization

final class Counter: @unchecked Sendable {  // The race of the second case is what it is for.
    let guarded = Mutex(0)
    var unguarded = 0
}

let counter = Counter()
let isRacing = CommandLine.arguments.count > 1

func count(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    for round in 0..<20_000 {
        if isRacing { counter.unguarded += 1 }
        counter.guarded.withLock {
            $0 += 1
            // Leaves while it has the lock, so that others have to wait for it.
            if round.isMultiple(of: 64) { sched_yield() }
        }
    }
    return nil
}

var threads: [pthread_t] = []
for _ in 0..<4 {
    var thread = pthread_t()
    pthread_create(&thread, nil, { count($0) }, nil)
    threads.append(thread)
}
for thread in threads { pthread_join(thread, nil) }
