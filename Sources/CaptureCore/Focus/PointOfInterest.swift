// SPDX-License-Identifier: GPL-3.0-or-later
/// A place in the sensor's picture, in parts of its width and height from the top left corner: 0 ≤ x, y < 1.
///
/// It does not depend on the window, on mirroring or on the mode's size.
public struct PointOfInterest: Hashable, Sendable {
    public let x: Double
    public let y: Double

    /// Places outside the picture are moved to its edge.
    public init(x: Double, y: Double) {
        self.x = Self.clamped(x)
        self.y = Self.clamped(y)
    }

    public static let center = PointOfInterest(x: 0.5, y: 0.5)

    /// The pixel of a picture of this size that it lies in.
    public func pixel(in size: PixelSize) -> (x: Int, y: Int) {
        (min(size.width - 1, Int(x * Double(size.width))), min(size.height - 1, Int(y * Double(size.height))))
    }

    private static func clamped(_ value: Double) -> Double {
        value >= 0 ? min(value, 1.0.nextDown) : 0
    }
}

/// A rectangle of the sensor's picture around a point of interest, clipped at the edges.
public struct SensorWindow: Hashable, Sendable {
    public let point: PointOfInterest
    /// The side of the square, as a part of the picture's height.
    public let side: Double

    /// Large enough for coarse detail, small enough to mean the clicked point.
    public static let usualSide = 0.2

    public init(around point: PointOfInterest, side: Double = SensorWindow.usualSide) {
        self.point = point
        self.side = min(1, max(0.01, side))
    }

    /// The same place in a picture before it was turned.
    ///
    /// - Parameter size: that picture's; nil if it is not known.
    public func turnedBack(from orientation: PhotoOrientation, of size: PixelSize?) -> SensorWindow {
        let (x, y) = (point.x, point.y)
        var (across, down) =
            switch orientation.turn {
            case .none: (x, y)
            case .quarter: (y, 1 - x)
            case .half: (1 - x, 1 - y)
            case .threeQuarters: (1 - y, x)
            }
        if orientation.isMirrored { across = 1 - across }
        // The turned picture's height is this one's width.
        let scale = size.map { orientation.swapsSides ? Double($0.width) / Double($0.height) : 1 } ?? 1
        return SensorWindow(around: PointOfInterest(x: across, y: down), side: side * scale)
    }

    /// The pixels it covers in a picture of this size; never empty if the picture is not.
    public func pixels(in size: PixelSize) -> PixelRectangle {
        let length = min(size.width, max(1, Int((side * Double(size.height)).rounded())))
        let (x, y) = point.pixel(in: size)
        let left = max(0, x - length / 2)
        let top = max(0, y - length / 2)
        return PixelRectangle(
            left: left, top: top,
            width: max(1, min(size.width, x - length / 2 + length) - left),
            height: max(1, min(size.height, y - length / 2 + length) - top))
    }
}

/// Pixels of a picture.
public struct PixelRectangle: Hashable, Sendable {
    public var left: Int
    public var top: Int
    public var width: Int
    public var height: Int

    public init(left: Int, top: Int, width: Int, height: Int) {
        (self.left, self.top, self.width, self.height) = (left, top, width, height)
    }
}
