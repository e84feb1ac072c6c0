// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Testing

@testable import Sound

struct SoundLevelTests {
    private func level(_ samples: [Int16]) -> SoundLevel {
        samples.withUnsafeBufferPointer { SoundLevel(of: $0) }
    }

    private func applied(
        _ gain: SoundGain, after earlier: SoundGain? = nil, to samples: [Int16], channels: Int = 1
    ) -> [Int16] {
        samples.withUnsafeBufferPointer { source in
            [Int16](unsafeUninitializedCapacity: source.count) { target, count in
                let part = UnsafeMutableBufferPointer(rebasing: target[..<source.count])
                gain.apply(after: earlier ?? gain, to: source, into: part, channels: channels)
                count = source.count
            }
        }
    }

    private func sine(_ peak: Double) -> [Int16] {
        (0..<4800).map { Int16((peak * sin(Double($0) * 2 * .pi / 48)).rounded()) }
    }

    @Test func aSineOfFullScaleIsZeroDecibelsAndItsPowerThreeLess() {
        let level = level(sine(32767))
        #expect(abs(level.peak) < 0.01 && abs(level.rootMeanSquare + 3.01) < 0.01)
        let quiet = self.level(sine(327.67))
        #expect(abs(quiet.peak + 40) < 0.1 && abs(quiet.rootMeanSquare + 43) < 0.1)
    }

    @Test func theSmallestSampleIsWithinTheScaleAndNegativeOnesCount() {
        #expect(level([Int16.min, Int16.min]) == SoundLevel(peak: 0, rootMeanSquare: 0))
        #expect(level([0, 0, 0]) == .silence && level([]) == .silence)
        #expect(abs(level([1, -1]).peak + 90.3) < 0.1)
    }

    @Test func unityChangesNothingAndMuteLeavesNothing() {
        let all = (Int16.min...Int16.max).map { $0 }
        #expect(applied(.unity, to: all) == all)
        #expect(applied(SoundGain(decibels: 0), to: all) == all)
        #expect(applied(SoundGain(decibels: .nan), to: all) == all)
        #expect(applied(.muted, to: all).allSatisfy { $0 == 0 })
    }

    @Test(arguments: [-60.0, -20, -6.0206, 3, 12, 24, 1000]) func samplesAreScaledAndDoNotWrap(
        decibels: Double
    ) {
        let all = (Int16.min...Int16.max).map { $0 }
        let factor = pow(10, min(decibels, 24) / 20)
        for (before, after) in zip(all, applied(SoundGain(decibels: decibels), to: all)) {
            let exact = min(max(Double(before) * factor, -32768), 32767)
            // The factor has 12 binary places.
            #expect(abs(Double(after) - exact) <= 0.5 + abs(Double(before)) / 8192 + 1e-9)
        }
    }

    @Test func aChangeOfTheGainIsGradual() {
        let constant = [Int16](repeating: 10_000, count: 1920)
        let faded = applied(.muted, after: .unity, to: constant, channels: 2)
        for index in 1..<faded.count { #expect(faded[index] <= faded[index - 1]) }
        #expect((faded.first ?? 0) > 9900 && faded.last == 0)
        for index in stride(from: 0, to: faded.count, by: 2) { #expect(faded[index] == faded[index + 1]) }
    }
}
