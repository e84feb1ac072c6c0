// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

/// A camera of 30 pictures a second before an encoder that holds six and may be slower, in steps of a millisecond.
@Suite struct EncoderLagTests {
    private struct Simulation {
        /// Milliseconds for each picture.
        let cost: Int
        /// When the encoder takes nothing, in milliseconds.
        var stall = 0..<0
        private(set) var captures: [Int] = []
        private(set) var leftOut = 0
        /// The longest that a picture of the second half took from its capture through the encoder.
        private(set) var age = 0
        private var lag = EncoderLag()
        private var waiting: [Int] = []
        private var held: [Int] = []
        private var ready: Int?

        init(cost: Int, stall: Range<Int> = 0..<0) { (self.cost, self.stall) = (cost, stall) }

        /// The widest gap between two pictures.
        var gap: Int { zip(captures, captures.dropFirst()).map { $1 - $0 }.max() ?? 0 }

        mutating func run(milliseconds: Int) {
            var newest = 0
            for now in 0..<milliseconds {
                if now % 33 == 0 {
                    waiting.append(now)
                    newest = now
                }
                if !stall.contains(now) { encode(now, isCounted: now > milliseconds / 2) }
                while held.count < 6, let next = waiting.first {
                    waiting.removeFirst()
                    hand(next, newest, now)
                }
            }
        }

        private mutating func encode(_ now: Int, isCounted: Bool) {
            if let ready, now >= ready {
                let capture = held.removeFirst()
                captures.append(capture)
                if isCounted { age = max(age, now - capture) }
                self.ready = nil
            }
            if ready == nil, !held.isEmpty { ready = now + cost }
        }

        private mutating func hand(_ capture: Int, _ newest: Int, _ now: Int) {
            let oldest = (ready == nil ? held : Array(held.dropFirst())).first ?? capture
            let isTaken = lag.takes(time(capture), oldest: time(oldest), newest: time(newest), at: time(now))
            if isTaken { held.append(capture) } else { leftOut += 1 }
        }

        private func time(_ milliseconds: Int) -> MonotonicTime {
            MonotonicTime(nanoseconds: Int64(milliseconds) * 1_000_000)
        }
    }

    @Test(arguments: [2, 20, 32]) func nothingIsLeftOutOfWhatIsFastEnough(cost: Int) {
        var simulation = Simulation(cost: cost)
        simulation.run(milliseconds: 20_000)
        #expect(simulation.leftOut == 0 && simulation.age < 100)
    }

    @Test(arguments: [100, 1000, 3000]) func aStallLosesNothing(milliseconds: Int) {
        var simulation = Simulation(cost: 20, stall: 5000..<5000 + milliseconds)
        simulation.run(milliseconds: 30_000)
        #expect(simulation.leftOut == 0 && simulation.gap == 33)
    }

    @Test(arguments: [(36, 150, 170), (50, 200, 330), (66, 250, 430), (100, 350, 560), (125, 400, 630)])
    func picturesWaitingForASlowEncoderAreFew(cost: Int, age: Int, gap: Int) {
        var simulation = Simulation(cost: cost)
        simulation.run(milliseconds: 20_000)
        #expect(simulation.age <= age && simulation.gap <= gap)
        // It is as busy as it can be.
        #expect(simulation.captures.count > 20_000 / cost * 95 / 100)
    }

    /// Seconds without catching up count until some have passed in which nothing waited.
    @Test func encoderThatIsFastAgainGetsEveryPicture() {
        var lag = EncoderLag()
        var (now, taken) = (Int64(0), 0)
        let ask: (inout EncoderLag, Int64) -> Bool = { lag, waiting in
            now += 33
            let time = MonotonicTime(nanoseconds: now * 1_000_000)
            let oldest = MonotonicTime(nanoseconds: (now - waiting) * 1_000_000)
            return lag.takes(oldest, oldest: oldest, newest: time, at: time)
        }
        for _ in 0..<80 { taken += ask(&lag, 200) ? 1 : 0 }
        #expect(lag.isTooSlow && taken < 75)
        for _ in 0..<160 where lag.isTooSlow { _ = ask(&lag, 0) }
        #expect(!lag.isTooSlow)
        #expect((0..<10).allSatisfy { _ in ask(&lag, 200) })
    }
}
