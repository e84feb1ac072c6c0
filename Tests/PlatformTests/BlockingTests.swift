// SPDX-License-Identifier: GPL-3.0-or-later
import Dispatch
import Glibc
import Platform
import Testing

@Suite struct BlockingTests {
    /// Lets as many pieces of work wait as many times over block all processors.
    private let count = 3 * Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) + 1

    @Test func blockedWorkDelaysNoOther() async {
        let (gate, started) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let blocked = (0..<count).map { _ in
            Task.detached {
                await Blocking.run {
                    started.signal()
                    gate.wait()
                }
            }
        }
        // All of them block at once, and Swift's threads stay free.
        for _ in blocked { await Blocking.run { started.wait() } }
        #expect(await Task.detached { true }.value)
        for _ in blocked { gate.signal() }
        for task in blocked { await task.value }
    }

    @Test func timeLimitHoldsBesideBlockedWork() async {
        let gate = DispatchSemaphore(value: 0)
        for _ in 0..<count { Blocking.start { gate.wait() } }
        // Ends by the limit or not at all: the gate opens only afterwards.
        #expect(await Blocking.run(within: .milliseconds(50)) { gate.wait() } == nil)
        #expect(await Blocking.run(within: .seconds(20)) { 7 } == 7)
        for _ in 0...count { gate.signal() }
    }
}
