import Testing

@testable import CaptureService

struct BroadcastTests {
    /// Seen once in hundreds of runs: a reader that began while something was said was left with what was said before.
    @Test(.timeLimit(.minutes(1))) func whoBeginsToListenMeanwhileHearsTheLast() async {
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
}
