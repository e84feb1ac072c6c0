/// How a lens follows commands: after a while, and not at once.
public struct LensMotion: Hashable, Sendable {
    /// From the moment the light falls on the sensor to the frame's arrival, in seconds.
    public var delay: Double
    /// What the motor needs for the whole range, in seconds.
    public var travel: Double

    public init(delay: Double, travel: Double) {
        self.delay = delay
        self.travel = travel
    }

    /// The slowest motors that are waited for need so many seconds for a range of so many steps: a hundred steps a
    /// second, and a fifth more.
    static func slowestTravel(_ range: FocusRange) -> Double {
        1.2 * max(1, Double(range.upper - range.lower) / 100)
    }

    /// The motions that a camera of unknown make can have.
    ///
    /// - Parameters:
    ///   - interval: from frame to frame, in seconds.
    ///   - slowest: the longest travel to think of.
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

    /// The motions that a camera can have which moved like this before.
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
