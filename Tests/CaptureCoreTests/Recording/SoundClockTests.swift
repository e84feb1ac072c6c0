// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

struct SoundClockTests {
    /// The clock's error in milliseconds, a second and more after the beginning.
    private func errors(drift: Double, seed: UInt64, seconds: Int) -> [Double] {
        var sound = SimulatedSound(begin: 5e12, drift: drift, seed: seed)
        var clock = SoundClock(rate: SimulatedSound.rate)
        var errors: [Double] = []
        for index in 0..<(seconds * SimulatedSound.rate / SimulatedSound.block) {
            let block = sound.nextBlock()
            #expect(clock.add(position: block.first, at: block.time) == .follows)
            guard index > 50, let time = clock.time(of: block.first) else { continue }
            errors.append((Double(time.nanoseconds) - sound.captured(block.first)) / 1e6)
        }
        return errors
    }

    @Test(arguments: [-200e-6, -50e-6, 0, 200e-6], [1, 2, 3] as [UInt64])
    func aJitteryClockIsKnownToMilliseconds(drift: Double, seed: UInt64) {
        let errors = errors(drift: drift, seed: seed, seconds: 120)
        #expect(percentile(0.95, of: errors) < 3)
        #expect(percentile(0.95, of: errors.suffix(3000)) < 2)
    }

    @Test(arguments: [-200e-6, 200e-6]) func theDriftIsMeasured(drift: Double) {
        var sound = SimulatedSound(begin: 0, drift: drift, seed: 7)
        var clock = SoundClock(rate: SimulatedSound.rate)
        for _ in 0..<3000 {
            let block = sound.nextBlock()
            _ = clock.add(position: block.first, at: block.time)
        }
        #expect(abs(clock.drift - drift) < 100e-6)
    }

    @Test func timesAndPositionsAreEachOthersInverse() throws {
        var sound = SimulatedSound(begin: 3e9, drift: 150e-6, seed: 4)
        var clock = SoundClock(rate: SimulatedSound.rate)
        #expect(clock.time(of: 0) == nil && clock.position(at: MonotonicTime(nanoseconds: 0)) == nil)
        for _ in 0..<500 {
            let block = sound.nextBlock()
            _ = clock.add(position: block.first, at: block.time)
        }
        for position in [-10_000, 0, 1, 12_345, 10_000_000] as [Int64] {
            let time = try #require(clock.time(of: position))
            #expect(clock.position(at: time) == position)
        }
    }

    @Test(arguments: [0.5, -0.4]) func aJumpIsReportedAndMeasured(jump: Double) {
        var sound = SimulatedSound(begin: 0, drift: 100e-6, seed: 5)
        var clock = SoundClock(rate: SimulatedSound.rate)
        for _ in 0..<500 {
            let block = sound.nextBlock()
            _ = clock.add(position: block.first, at: block.time)
        }
        sound.begin += jump * 1e9
        var told: [Double] = []
        for _ in 0..<200 {
            let block = sound.nextBlock()
            if case .jumped(let distance) = clock.add(position: block.first, at: block.time) {
                told.append(distance / .seconds(1))
            }
        }
        #expect(told.count == 1)
        #expect(abs((told.first ?? 0) - jump) < 0.03)
    }

    @Test func singleLateBlockOfSoundIsNoJump() {
        var clock = SoundClock(rate: 48_000)
        for index in 0..<500 as Range<Int64> {
            let late: Int64 = index % 50 == 49 ? 400_000_000 : 0
            let time = MonotonicTime(nanoseconds: index * 20_000_000 + late)
            #expect(clock.add(position: index * 960, at: time) == .follows)
        }
        #expect(clock.time(of: 480_000) == MonotonicTime(nanoseconds: 10_000_000_000))
    }
}
