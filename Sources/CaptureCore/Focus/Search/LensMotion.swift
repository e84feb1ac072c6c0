// SPDX-License-Identifier: GPL-3.0-or-later
/// How a lens follows commands: after a delay, at a finite speed.
public struct LensMotion: Hashable, Sendable {
    /// From the moment the light falls on the sensor to the frame's arrival, in seconds.
    public var delay: Double
    /// The motor's time for the whole range, in seconds.
    public var travel: Double

    public init(delay: Double, travel: Double) {
        self.delay = delay
        self.travel = travel
    }

    /// The seconds that the slowest supported motors take for the whole range: at a hundred steps a second, plus a
    /// fifth.
    static func slowestTravel(_ range: FocusRange) -> Double {
        1.2 * max(1, Double(range.upper - range.lower) / 100)
    }

    /// The plausible motions of an unknown camera.
    ///
    /// - Parameters:
    ///   - interval: from frame to frame, in seconds.
    ///   - slowest: the longest plausible travel.
    static func unknown(interval: Double, slowest: Double) -> [LensMotion] {
        var travels = [0.005, 0.05]
        var travel = 0.1
        while travel < slowest * 1.15 {
            travels.append(travel)
            travel *= 1.18
        }
        return travels.flatMap { travel in
            stride(from: 0.5, through: 5, by: 0.5).map { LensMotion(delay: $0 * interval, travel: travel) }
        }
    }

    /// The plausible motions of a camera that moved like this before.
    func variations(interval: Double) -> [LensMotion] {
        (-2...2).flatMap { frames in
            (-3...3).map { share in
                LensMotion(
                    delay: max(0, delay + Double(frames) * interval / 2),
                    travel: travel * (1 + Double(share) * 0.06))
            }
        }
    }
}
