// SPDX-License-Identifier: GPL-3.0-or-later
/// The zoom that a person can choose.
public enum ZoomScale {
    /// The zoom factors; a frame of 1080 lines still shows 135 of them at most.
    private static let range = 1.0...8.0
    /// The steps of the keys.
    public static let stops = [1.0, 1.5, 2, 3, 4, 6, 8]

    /// The factors that buttons offer: 1, 2, and the farthest with enough real pixels or by the camera's own
    /// zoom.
    ///
    /// - Parameters:
    ///   - width: of the camera's pictures.
    ///   - reach: how far the camera zooms by itself.
    public static func offered(width: Int, reach: Double) -> [Double] {
        // Zoomed pictures should have at least this many columns.
        let fewest = 960.0
        let farthest = min(max(Double(width) / fewest, reach), range.upperBound).rounded(.down)
        return farthest > 2 ? [1, 2, farthest] : [1, 2]
    }

    public static func limited(_ zoom: Double) -> Double {
        guard zoom.isFinite else { return range.lowerBound }
        let limited = min(max(zoom, range.lowerBound), range.upperBound)
        // Smaller zooms are accidental.
        return limited < 1.02 ? 1 : limited
    }

    /// The next stop; from the last one round to the first.
    public static func stop(after zoom: Double) -> Double { stops.first { $0 > zoom + 0.01 } ?? stops[0] }

    /// The stop before; from the first one round to the last.
    public static func stop(before zoom: Double) -> Double {
        stops.last { $0 < zoom - 0.01 } ?? stops[stops.count - 1]
    }

    /// The zoom after this many notches of a wheel, positive upwards: eight of them double it.
    public static func turned(_ zoom: Double, by notches: Double) -> Double {
        var factor = 1.0
        // The eighth root of two, to the power of the notches; without Foundation's pow.
        let root = 1.090_507_732_665_257_7
        var rest = min(max(notches, -64), 64)
        while rest >= 1 {
            factor *= root
            rest -= 1
        }
        while rest <= -1 {
            factor /= root
            rest += 1
        }
        return limited(zoom * factor * (1 + rest * (rest < 0 ? 1 - 1 / root : root - 1)))
    }
}
