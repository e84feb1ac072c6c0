// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// Numbers that look random and are the same for the same seed, on every machine.
public struct SeededNumbers: RandomNumberGenerator, Sendable {
    private var random: SeededRandom

    public init(seed: UInt64) {
        random = SeededRandom(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678)
    }

    public mutating func next() -> UInt64 { random.next() }

    /// Evenly spread.
    public mutating func number(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * Double(next() >> 11) * 0x1p-53
    }

    /// Evenly spread over the logarithm: as often between 1 and 2 as between 2 and 4.
    mutating func scale(in range: ClosedRange<Double>) -> Double {
        exp(number(in: log(range.lowerBound)...log(range.upperBound)))
    }

    mutating func chance(_ probability: Double) -> Bool { number(in: 0...1) < probability }

    /// With mean 0 and deviation 1 (Irwin and Hall: the sum of twelve even numbers).
    mutating func normal() -> Double {
        var sum = -6.0
        for _ in 0..<3 {
            let bits = next()
            for shift in [0, 16, 32, 48] as [UInt64] { sum += Double(bits >> shift & 0xFFFF) / 65535 }
        }
        return sum
    }
}
