// SPDX-License-Identifier: GPL-3.0-or-later
/// Estimates when each sample was captured, on the machine's clock, from the times of blocks.
///
/// A sound card has a clock of its own, up to 200 parts per million off and constant within half a minute. The blocks'
/// times are right on average, but each is off by milliseconds, and some by much more. So the clock is a straight line
/// through the last half minute, fitted with little weight for outliers. A value without I/O; a few kilobytes.
public struct SoundClock: Sendable {
    /// What a block's time means for the sound.
    public enum Verdict: Equatable, Sendable {
        case follows
        /// The times of the last blocks agree with each other and not with the line: samples are missing if this is
        /// positive, and there are too many if it is negative. The line begins anew.
        case jumped(by: Duration)
    }

    /// Several blocks as one point.
    private struct Bin {
        /// In samples, from the origin.
        var position: Double
        /// The capture time minus the origin's, minus the position's time at the nominal rate; nanoseconds.
        var delay: Double
        /// Blocks.
        var weight: Double
    }

    private enum Limit {
        /// The length of a bin.
        static let binSeconds = 0.25
        /// The bins of the line: half a minute.
        static let bins = 120
        /// The largest error of a block's time that is not set aside; nanoseconds.
        static let deviation = 60e6
        /// How long blocks are set aside until they are believed; seconds.
        static let settlingTime = 0.3
        /// The expected error of real clocks, which keeps the first seconds stable. A ratio.
        static let drift = 100e-6
        /// The expected error of a bin's delay; nanoseconds.
        static let noise = 3e6
    }

    /// Samples a second, nominally.
    public let rate: Int
    private var origin: MonotonicTime?
    private var originPosition: Int64 = 0
    private var bins: [Bin] = []
    /// The delays of the blocks of the bin that is being filled.
    private var open: [Double] = []
    private var openPosition = 0.0
    private var openBegin = 0.0
    /// The line: the delay at `center`, and its change with each sample.
    private var delay = 0.0
    private var slope = 0.0
    private var center = 0.0
    /// The blocks in a row that are late, or early.
    private var astray: (begin: Double, least: Double)?

    public init(rate: Int) {
        self.rate = rate
        bins.reserveCapacity(Limit.bins + 1)
        open.reserveCapacity(64)
    }

    /// How far the sound's clock is off, as a ratio: positive where it counts too slowly.
    public var drift: Double { slope / nanosecondsPerSample }

    private var nanosecondsPerSample: Double { 1e9 / Double(rate) }

    /// Takes a block's first sample and when it was captured. Positions increase.
    public mutating func add(position: Int64, at time: MonotonicTime) -> Verdict {
        guard let origin else {
            begin(position, time)
            return .follows
        }
        let place = Double(position - originPosition)
        let measured = Double(time.nanoseconds - origin.nanoseconds) - place * nanosecondsPerSample
        let deviation = measured - expected(at: place)
        if abs(deviation) > Limit.deviation { return setAside(place, deviation, position, time) }
        astray = nil
        if place - openBegin >= Limit.binSeconds * Double(rate) { closeBin(beginning: place) }
        open.append(measured)
        openPosition += place
        if bins.count < 8 { fit() }
        return .follows
    }

    /// When a sample was or will be captured; nil before the first block.
    public func time(of position: Int64) -> MonotonicTime? {
        guard let origin else { return nil }
        let place = Double(position - originPosition)
        let passed = place * nanosecondsPerSample + expected(at: place)
        return MonotonicTime(nanoseconds: origin.nanoseconds + Int64(passed.rounded()))
    }

    /// Which sample was or will be captured then; nil before the first block.
    public func position(at time: MonotonicTime) -> Int64? {
        guard let origin else { return nil }
        let passed = Double(time.nanoseconds - origin.nanoseconds)
        // passed = place * nominal + delay + slope * (place - center), solved for the place.
        let place = (passed - delay + slope * center) / (nanosecondsPerSample + slope)
        return originPosition + Int64(place.rounded())
    }

    /// Forgets all blocks: the next one is the first again.
    mutating func reset() { self = SoundClock(rate: rate) }

    // MARK: The line

    private mutating func begin(_ position: Int64, _ time: MonotonicTime) {
        reset()
        (origin, originPosition) = (time, position)
        open.append(0)
    }

    private func expected(at place: Double) -> Double { delay + slope * (place - center) }

    /// Sets a block aside; accepts it if the blocks around it agree with it for long enough.
    private mutating func setAside(
        _ place: Double, _ deviation: Double, _ position: Int64, _ time: MonotonicTime
    ) -> Verdict {
        guard let before = astray, (before.least > 0) == (deviation > 0) else {
            astray = (place, deviation)
            return .follows
        }
        let least = abs(deviation) < abs(before.least) ? deviation : before.least
        astray = (before.begin, least)
        guard place - before.begin >= Limit.settlingTime * Double(rate) else { return .follows }
        begin(position, time)
        return .jumped(by: .nanoseconds(Int64(least.rounded())))
    }

    private mutating func closeBin(beginning place: Double) {
        if let bin = openBin {
            if bins.count == Limit.bins { bins.removeFirst() }
            bins.append(bin)
        }
        open.removeAll(keepingCapacity: true)
        (openPosition, openBegin) = (0, place)
        fit()
    }

    /// The mean of the middle three fifths, without outliers.
    private var openBin: Bin? {
        guard !open.isEmpty else { return nil }
        let sorted = open.sorted()
        let edge = sorted.count / 5
        let middle = sorted[edge..<(sorted.count - edge)]
        return Bin(
            position: openPosition / Double(open.count),
            delay: middle.reduce(0, +) / Double(middle.count), weight: Double(open.count))
    }

    /// Least squares with Huber's weights and an expected drift, which dominates while there are few blocks.
    private mutating func fit() {
        var points = bins
        if let bin = openBin { points.append(bin) }
        guard let newest = points.last else { return }
        let whole = points.map(\.weight).max() ?? 1
        (delay, slope, center) = (points[points.count / 2].delay, slope, newest.position)
        // Starting from the median, three rounds are enough: each halves the weight of outliers.
        for round in 0..<3 { solve(points, whole, isFirst: round == 0) }
    }

    private mutating func solve(_ points: [Bin], _ whole: Double, isFirst: Bool) {
        var (sum, sumX, sumXX, sumY, sumXY) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for point in points {
            let x = point.position - center
            let distance = abs(point.delay - delay - slope * x)
            let trust = isFirst || distance <= 2 * Limit.noise ? 1 : 2 * Limit.noise / distance
            let weight = trust * point.weight / whole
            sum += weight
            sumX += weight * x
            sumXX += weight * x * x
            sumY += weight * point.delay
            sumXY += weight * x * point.delay
        }
        let expectation = Limit.noise / (Limit.drift * nanosecondsPerSample)
        sumXX += expectation * expectation
        let determinant = sum * sumXX - sumX * sumX
        guard determinant > 0 else { return }
        slope = (sum * sumXY - sumX * sumY) / determinant
        delay = (sumY - slope * sumX) / sum
    }
}
