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
