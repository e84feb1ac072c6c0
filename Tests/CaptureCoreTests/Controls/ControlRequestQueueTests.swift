// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

struct ControlRequestQueueTests {
    private func time(_ milliseconds: Int64) -> MonotonicTime {
        MonotonicTime(nanoseconds: milliseconds * 1_000_000)
    }

    /// Carries out what may be, as the capture thread does.
    private func take(_ queue: inout ControlRequestQueue, at milliseconds: Int64) -> ControlRequest? {
        let request = queue.next(at: time(milliseconds))
        if request != nil { queue.noteWrite(at: time(milliseconds)) }
        return request
    }

    @Test func latestRequestWins() {
        var queue = ControlRequestQueue()
        for value in 1...100 { queue.add(.set(.gain, Int64(value))) }
        #expect(take(&queue, at: 0) == .set(.gain, 100))
        #expect(queue.isEmpty)
    }

    @Test(arguments: [[ControlID.gain], [.gain, .brightness, .contrast]])
    func twoWritesAreMoreThanFortyMillisecondsApart(_ controls: [ControlID]) {
        var queue = ControlRequestQueue()
        var times: [Int] = []
        for millisecond in 0..<1000 {
            queue.add(.set(controls[millisecond % controls.count], Int64(millisecond)))
            if take(&queue, at: Int64(millisecond)) != nil { times.append(millisecond) }
        }
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 41 } && times.count == 25)
    }

    @Test func theLastValueOfAFloodIsWrittenInTheEnd() {
        var queue = ControlRequestQueue()
        queue.add(.set(.gain, 1))
        _ = take(&queue, at: 0)
        queue.add(.set(.gain, 2))
        #expect(take(&queue, at: 10) == nil)
        #expect(queue.wait(at: time(10)) == ControlRequestQueue.interval - .milliseconds(10))
        #expect(take(&queue, at: 41) == .set(.gain, 2))
    }

    @Test func controlsTakeTurns() {
        var queue = ControlRequestQueue()
        queue.add(.set(.gain, 1))
        queue.add(.set(.brightness, 2))
        queue.add(.set(.gain, 3))
        #expect(take(&queue, at: 0) == .set(.gain, 3))
        #expect(take(&queue, at: 41) == .set(.brightness, 2))
    }
}
