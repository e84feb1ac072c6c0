// SPDX-License-Identifier: GPL-3.0-or-later
import Dispatch
import Synchronization
import Testing

@testable import Platform

struct BroadcastTests {
    /// Seen once in hundreds of runs: a reader that started during a send kept the older value.
    @Test(.timeLimit(.minutes(10))) func whoBeginsToListenMeanwhileHearsTheLast() async {
        for _ in 0..<20_000 {
            let broadcast = Broadcast<Int>()
            broadcast.send(1)
            async let listening = broadcast.stream()
            async let _: Void = broadcast.send(2)
            let stream = await listening
            var reader = stream.makeAsyncIterator()
            var heard = await reader.next()
            while heard == 1 { heard = await reader.next() }
            #expect(heard == 2)
        }
    }

    /// Seen once in a hundred program ends: the window stops reading while the camera reports its end, and each waits
    /// for the other.
    @Test func leavingListenerBlocksNobody() async {
        let broadcast = Broadcast<Int>()
        let isOver = Atomic<Bool>(false)
        let received = DispatchSemaphore(value: 0)
        let left = DispatchSemaphore(value: 0)
        // Not tasks: a stuck one must not take a thread that the waiting needs.
        DispatchQueue(label: "tells").async {
            var value = 0
            while !isOver.load(ordering: .relaxed) {
                value += 1
                broadcast.send(value)
            }
            received.signal()
        }
        DispatchQueue(label: "leaves").async {
            for _ in 0..<40_000 {
                let hears = DispatchSemaphore(value: 0)
                let reader = Task.detached { for await _ in broadcast.stream() { hears.signal() } }
                hears.wait()
                reader.cancel()
            }
            isOver.store(true, ordering: .relaxed)
            left.signal()
        }
        #expect(await Self.comes(left, within: .seconds(40)), "leaving waits for telling")
        #expect(await Self.comes(received, within: .seconds(1)), "telling waits for leaving")
    }

    /// Waits on a thread that no task needs.
    private static func comes(_ signal: DispatchSemaphore, within limit: DispatchTimeInterval) async -> Bool {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "waits").async {
                continuation.resume(returning: signal.wait(timeout: .now() + limit) == .success)
            }
        }
    }

    @Test func everyEventIsHeardInOrderAndNoneFromBefore() async {
        let channel = EventChannel<Int>()
        channel.send(0)
        let stream = channel.stream()
        for event in 1...100 { channel.send(event) }
        var reader = stream.makeAsyncIterator()
        for event in 1...100 { #expect(await reader.next() == event) }
    }

    @Test func departedListenersAreForgotten() async {
        let broadcast = Broadcast<Int>()
        let staying = broadcast.stream()
        let (_, leaving) = (broadcast.stream(), Task { for await _ in broadcast.stream() {} })
        leaving.cancel()
        await leaving.value
        broadcast.send(1)
        #expect(broadcast.listenerCount == 1)
        #expect(await staying.first { _ in true } == 1)
    }
}
