/// The stops on a dial: the values it rests at, evenly spaced on the dial.
public struct DialScale: Equatable, Sendable {
    /// Rising; the range's ends are the first and the last. At least two.
    public let stops: [Int64]
    private let step: Int64

    public init(_ dial: Dial) {
        step = dial.step
        let inner =
            switch dial.kind {
            case .shutter: Self.thirdStops(in: dial.range)
            case .whiteBalance: Self.multiples(of: 100, in: dial.range)
            case .exposureCompensation: Self.multiples(of: 333, in: dial.range)
            case .gain, .focus: Self.even(count: 60, in: dial.range)
            }
        let snapped = inner.map { Self.snap($0, dial.range, dial.step) }
        stops = Array(Set(snapped + [dial.range.lowerBound, dial.range.upperBound])).sorted()
    }

    /// Where a value lies, in stops; between two of them by proportion.
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

    /// Exposure times a third of a stop apart: three of them double the light.
    private static func thirdStops(in range: ClosedRange<Int64>) -> [Int64] {
        var stops: [Int64] = []
        var value = Double(max(1, range.lowerBound))
        while value < Double(range.upperBound), stops.count < 200 {
            stops.append(Int64(value.rounded()))
            value *= 1.259_921_049_894_873  // the cube root of two
        }
        return stops
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
