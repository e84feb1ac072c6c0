// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting

/// A microphone with a clock of its own, whose blocks arrive when they like.
struct SimulatedSound {
    static let rate = 48_000
    static let block = 960

    /// When its first sample is captured; nanoseconds of the machine's clock.
    var begin: Double
    /// How much too slowly its clock counts, as a ratio.
    var drift: Double
    /// The largest error of a block's time, either way; nanoseconds.
    var jitter = 15e6
    /// How often a block's time is quite wrong.
    var outliers = 0.01
    var numbers: SeededNumbers
    /// The total of samples that the source lost before the next one.
    var lost: Int64 = 0
    private(set) var next: Int64 = 0

    init(begin: Double, drift: Double, seed: UInt64) {
        (self.begin, self.drift) = (begin, drift)
        numbers = SeededNumbers(seed: seed)
    }

    /// When a sample of the source is captured; nanoseconds.
    func captured(_ sample: Int64) -> Double {
        begin + Double(sample) * 1e9 / Double(Self.rate) * (1 + drift)
    }

    /// The sample that is captured then.
    func sample(at time: Double) -> Double { (time - begin) * Double(Self.rate) / 1e9 / (1 + drift) }

    /// The source's index of the next block's first sample, and when it seems to have been captured.
    mutating func nextBlock() -> (first: Int64, time: MonotonicTime) {
        defer { next += Int64(Self.block) }
        let first = next + lost
        var error = numbers.number(in: -jitter...jitter)
        if numbers.number(in: 0...1) < outliers { error += numbers.number(in: 20e6...300e6) }
        return (first, MonotonicTime(nanoseconds: Int64(captured(first) + error)))
    }
}

/// The share `part` of all errors is not above the result.
func percentile(_ part: Double, of errors: [Double]) -> Double {
    let sorted = errors.map(abs).sorted()
    return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
}
