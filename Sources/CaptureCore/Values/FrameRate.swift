// SPDX-License-Identifier: GPL-3.0-or-later
/// Frames per second as an exact fraction, compared without rounding.
///
/// A driver states the time a frame takes (`v4l2_fract timeperframe`); the rate is its inverse.
public struct FrameRate: Hashable, Sendable, Comparable {
    /// Frames.
    public let numerator: UInt32
    /// Per this many seconds; never zero.
    public let denominator: UInt32

    /// - Returns: nil if either number is zero, which drivers report.
    public init?(numerator: UInt32, denominator: UInt32) {
        guard numerator > 0, denominator > 0 else { return nil }
        self.numerator = numerator
        self.denominator = denominator
    }

    /// Whole frames a second.
    public init(_ framesPerSecond: UInt32) {
        self.numerator = max(1, framesPerSecond)
        self.denominator = 1
    }

    /// Frames a second, rounded as floating point does; for showing only.
    public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

    /// For people and scripts, with two digits after the point at most: “30”, “29.97”, “7.5”. Drivers compute their fractions,
    /// so those are as odd as 10000000/57143.
    public var rounded: String {
        let hundredths = Int((framesPerSecond * 100).rounded())
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        if rest == 0 { return "\(whole)" }
        if rest % 10 == 0 { return "\(whole).\(rest / 10)" }
        return "\(whole)." + (rest < 10 ? "0" : "") + "\(rest)"
    }

    /// The time from one frame to the next.
    public var interval: Duration {
        .nanoseconds(Int64(denominator) * 1_000_000_000 / Int64(numerator))
    }

    public static func == (left: Self, right: Self) -> Bool {
        UInt64(left.numerator) * UInt64(right.denominator)
            == UInt64(right.numerator) * UInt64(left.denominator)
    }

    public static func < (left: Self, right: Self) -> Bool {
        UInt64(left.numerator) * UInt64(right.denominator)
            < UInt64(right.numerator) * UInt64(left.denominator)
    }

    public func hash(into hasher: inout Hasher) {
        var (a, b) = (numerator, denominator)
        while b != 0 { (a, b) = (b, a % b) }
        hasher.combine(numerator / a)
        hasher.combine(denominator / a)
    }
}
