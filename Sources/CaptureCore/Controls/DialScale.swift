// SPDX-License-Identifier: GPL-3.0-or-later
/// The stops on a dial: the values it rests at, evenly spaced on the dial.
public struct DialScale: Equatable, Sendable {
    /// Rising; the range's ends are the first and the last. At least two.
    public let stops: [Int64]
    /// The least number of stops from one with words to the next; 1 or more.
    public let wordInterval: Int
    private let step: Int64
    /// Indices of the stops that a ruler has words for.
    private let worded: Set<Int>

    public init(_ dial: Dial) {
        step = dial.step
        let inner =
            switch dial.kind {
            case .shutter: Self.thirdStops(in: dial.range)
            case .whiteBalance: Self.multiples(of: 100, in: dial.range)
            case .exposureCompensation: Self.multiples(of: 333, in: dial.range)
            case .gain: Self.multiples(of: Self.roundUnit(in: dial.range), in: dial.range)
            case .focus: Self.even(count: 60, in: dial.range)
            }
        let snapped = inner.map { Self.snap($0, dial.range, dial.step) }
        let stops = Array(Set(snapped + [dial.range.lowerBound, dial.range.upperBound])).sorted()
        self.stops = stops
        let worded = stops.indices.filter { Self.isWorded(stops[$0], of: stops.count, dial) }
        self.worded = Set(worded)
        wordInterval = zip(worded, worded.dropFirst()).map { $1 - $0 }.min() ?? 1
    }

    /// Whether a ruler has words for the stop of this index: for full stops of light, round temperatures.
    public func hasWords(at index: Int) -> Bool { worded.contains(index) }

    /// A value's position in stops, interpolated between them.
    public func position(of value: Int64) -> Double {
        guard let above = stops.firstIndex(where: { $0 >= value }) else { return Double(stops.count - 1) }
        guard above > 0, stops[above] != value else { return Double(above) }
        let (low, high) = (stops[above - 1], stops[above])
        return Double(above - 1) + Double(value - low) / Double(high - low)
    }

    /// The value at a position, rounded to the control's step; positions beyond the ends give the ends.
    public func value(at position: Double) -> Int64 {
        let clamped = min(max(position, 0), Double(stops.count - 1))
        let low = Int(clamped)
        guard low + 1 < stops.count else { return stops[stops.count - 1] }
        let between = Double(stops[low + 1] - stops[low]) * (clamped - Double(low))
        return Self.snap(
            stops[low] + Int64(between.rounded()), stops[0]...stops[stops.count - 1], step)
    }

    /// The stop that is `count` further than `value`; a value between stops counts as the one it leaves.
    public func value(_ count: Int, stopsFrom value: Int64) -> Int64 {
        let position = position(of: value)
        let from = count > 0 ? position.rounded(.down) : position.rounded(.up)
        return self.value(at: from + Double(count))
    }

    /// The stop near enough to snap to, else the value itself.
    public func detent(near value: Int64) -> Int64 {
        let position = position(of: value)
        let nearest = position.rounded()
        return abs(position - nearest) < 0.2 ? self.value(at: nearest) : value
    }

    private static func snap(_ value: Int64, _ range: ClosedRange<Int64>, _ step: Int64) -> Int64 {
        let steps = (value - range.lowerBound + step / 2) / step
        return min(max(range.lowerBound + steps * step, range.lowerBound), range.upperBound)
    }

    private static func isWorded(_ value: Int64, of count: Int, _ dial: Dial) -> Bool {
        switch dial.kind {
        case .shutter: return fullStops.contains(value)
        case .whiteBalance: return value % 500 == 0
        case .exposureCompensation:
            // A third of a stop is 333 thousandths, so full stops are not exact.
            let rest = abs(value % 1000)
            return min(rest, 1000 - rest) <= 50
        case .gain:
            let interval = Double(5 * roundUnit(in: dial.range))
            let round = Int64((Double(value) / interval).rounded() * interval)
            return count < 14 || value == snap(round, dial.range, dial.step)
        case .focus:
            // Each tenth of the way, which the person reads as per cent.
            let tenths = even(count: 10, in: dial.range).map { snap($0, dial.range, dial.step) }
            return count < 14 || tenths.contains(value)
        }
    }

    /// The least of 1, 2, 5, 10, 20, 50 … with at most 60 multiples in a range.
    private static func roundUnit(in range: ClosedRange<Int64>) -> Int64 {
        let length = Double(range.upperBound) - Double(range.lowerBound)
        var unit = 1.0
        while length / (5 * unit) > 60 { unit *= 10 }
        return Int64([unit, 2 * unit, 5 * unit].first { length / $0 <= 60 } ?? unit)
    }

    /// The exposure times that photographers know, a third of a stop apart, in 100 µs. Every third one, from the first,
    /// is a full stop.
    private static let nominalTimes: [Int64] = {
        let fractions: [Double] = [
            8000, 6400, 5000, 4000, 3200, 2500, 2000, 1600, 1250, 1000, 800, 640, 500, 400, 320, 250, 200,
            160, 125, 100, 80, 60, 50, 40, 30, 25, 20, 15, 13, 10, 8, 6, 5, 4,
        ]
        let seconds = [0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.3, 1.6, 2, 2.5, 3.2, 4, 5, 6, 8, 10, 13, 15, 20, 25, 30]
        return (fractions.map { 1 / $0 } + seconds).map { Int64(($0 * 10_000).rounded()) }
    }()

    /// From 1/2000 s on: the camera's unit is too coarse for shorter ones.
    private static let fullStops: Set<Int64> = {
        let times = stride(from: 0, to: nominalTimes.count, by: 3).map { nominalTimes[$0] }
        return Set(times.filter { $0 >= 5 })
    }()

    private static func thirdStops(in range: ClosedRange<Int64>) -> [Int64] {
        nominalTimes.filter(range.contains)
    }

    private static func multiples(of unit: Int64, in range: ClosedRange<Int64>) -> [Int64] {
        let first = (Double(range.lowerBound) / Double(unit)).rounded(.up)
        let last = (Double(range.upperBound) / Double(unit)).rounded(.down)
        guard last >= first, last - first <= 400 else { return even(count: 60, in: range) }
        return (Int64(first)...Int64(last)).map { $0 * unit }
    }

    private static func even(count: Int, in range: ClosedRange<Int64>) -> [Int64] {
        let length = Double(range.upperBound) - Double(range.lowerBound)
        return (0...count).map {
            Int64((Double(range.lowerBound) + length * Double($0) / Double(count)).rounded())
        }
    }
}
