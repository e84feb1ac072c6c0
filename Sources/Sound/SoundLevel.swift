// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// How loud a block of sound is, in decibels below full scale: 0 for the largest sample there is.
public struct SoundLevel: Equatable, Sendable {
    /// The level of silence: a little below the smallest sample.
    public static let floor = -96.0
    public static let silence = SoundLevel(peak: floor, rootMeanSquare: floor)

    /// The largest sample.
    public let peak: Double
    /// The mean power; -3 for a full-scale sine.
    public let rootMeanSquare: Double

    public init(peak: Double, rootMeanSquare: Double) {
        (self.peak, self.rootMeanSquare) = (peak, rootMeanSquare)
    }

    /// - Parameter samples: of all channels.
    public init(of samples: UnsafeBufferPointer<Int16>) {
        var largest: Int32 = 0
        var power: UInt64 = 0
        // Without checks, which keep the compiler from using the processor's wide registers: a square is below 2^31, and
        // a block far shorter than 2^33 samples.
        for sample in samples {
            let value = Int32(sample)
            largest = max(largest, abs(value))
            power &+= UInt64(UInt32(bitPattern: value &* value))
        }
        guard largest > 0 else {
            self = .silence
            return
        }
        peak = Self.decibels(Double(largest) / 32768)
        rootMeanSquare = Self.decibels((Double(power) / Double(samples.count)).squareRoot() / 32768)
    }

    private static func decibels(_ ratio: Double) -> Double { max(20 * log10(ratio), floor) }
}

/// How much louder a recording is made than the microphone.
struct SoundGain: Equatable, Sendable {
    /// In decibels. More would overflow the fixed-point numbers.
    private static let range = -60.0...24.0

    /// Binary places after the point.
    private static let places: Int32 = 12
    private static let one: Int32 = 1 << places

    static let unity = SoundGain(factor: one)
    static let muted = SoundGain(factor: 0)

    private let factor: Int32

    private init(factor: Int32) { self.factor = factor }

    /// - Parameter decibels: clamped to `range`; NaN means 0.
    init(decibels: Double) {
        guard decibels.isFinite else {
            self = .unity
            return
        }
        let bounded = min(max(decibels, Self.range.lowerBound), Self.range.upperBound)
        factor = Int32((pow(10, bounded / 20) * Double(Self.one)).rounded())
    }

    /// Copies samples, louder or quieter, clamped to 16 bits.
    ///
    /// - Parameters:
    ///   - earlier: the gain of the block before; the gain changes gradually within this block, without a click.
    ///   - target: as long as `samples`.
    func apply(
        after earlier: SoundGain, to samples: UnsafeBufferPointer<Int16>,
        into target: UnsafeMutableBufferPointer<Int16>, channels: Int
    ) {
        guard earlier == self else { return fade(from: earlier, samples, target, channels) }
        for index in samples.indices { target[index] = Self.scaled(samples[index], factor) }
    }

    private func fade(
        from earlier: SoundGain, _ samples: UnsafeBufferPointer<Int16>,
        _ target: UnsafeMutableBufferPointer<Int16>, _ channels: Int
    ) {
        let count = Int64(max(samples.count / channels, 1))
        let change = Int64(factor) - Int64(earlier.factor)
        for index in samples.indices {
            let passed = Int64(index / channels) + 1
            let now = Int64(earlier.factor) + change * passed / count
            target[index] = Self.scaled(samples[index], Int32(truncatingIfNeeded: now))
        }
    }

    /// The product fits: a sample has 15 bits, and a factor of at most 24 dB in 12 places has 16.
    private static func scaled(_ sample: Int16, _ factor: Int32) -> Int16 {
        let product = (Int32(sample) &* factor &+ (one / 2)) &>> places
        return Int16(truncatingIfNeeded: min(max(product, -32768), 32767))
    }
}
