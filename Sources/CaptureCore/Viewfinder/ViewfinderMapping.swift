// SPDX-License-Identifier: GPL-3.0-or-later
/// Maps places in the viewfinder to places in the sensor's picture, and back.
///
/// Places in the viewfinder are in logical pixels, like pointers and widgets: with a scale factor of 2 a device pixel
/// is half of one. Exact to one pixel of the sensor, for every fit, letterbox, mirror and crop.
public struct ViewfinderMapping: Equatable, Sendable {
    /// A part of the sensor's picture, in parts of its width and height.
    public struct Crop: Equatable, Sendable {
        public var left: Double
        public var top: Double
        public var width: Double
        public var height: Double

        public init(left: Double, top: Double, width: Double, height: Double) {
            (self.left, self.top, self.width, self.height) = (left, top, width, height)
        }

        /// All of it.
        public static let whole = Crop(left: 0, top: 0, width: 1, height: 1)
    }

    public let geometry: ViewfinderGeometry
    /// Device pixels for one logical pixel.
    private let scale: Double
    public let isMirrored: Bool
    /// The part of the sensor's picture that is shown.
    public let crop: Crop

    public init(geometry: ViewfinderGeometry, scale: Double, isMirrored: Bool, crop: Crop = .whole) {
        (self.geometry, self.scale, self.isMirrored, self.crop) = (geometry, scale, isMirrored, crop)
    }

    /// - Returns: nil outside the picture.
    public func point(x: Double, y: Double) -> PointOfInterest? {
        guard !geometry.picture.isEmpty else { return nil }
        var across = (x * scale - Double(geometry.left)) / Double(geometry.picture.width)
        let down = (y * scale - Double(geometry.top)) / Double(geometry.picture.height)
        guard across >= 0, across < 1, down >= 0, down < 1 else { return nil }
        if isMirrored { across = 1 - across }
        return PointOfInterest(x: crop.left + across * crop.width, y: crop.top + down * crop.height)
    }

    /// The picture's edges.
    public var edges: (left: Double, top: Double, right: Double, bottom: Double) {
        (
            Double(geometry.left) / scale, Double(geometry.top) / scale,
            Double(geometry.left + geometry.picture.width) / scale,
            Double(geometry.top + geometry.picture.height) / scale
        )
    }

    /// Where a point is shown; outside of the picture if it is cropped.
    public func place(of point: PointOfInterest) -> (x: Double, y: Double) {
        var across = (point.x - crop.left) / crop.width
        let down = (point.y - crop.top) / crop.height
        if isMirrored { across = 1 - across }
        return (
            (Double(geometry.left) + across * Double(geometry.picture.width)) / scale,
            (Double(geometry.top) + down * Double(geometry.picture.height)) / scale
        )
    }
}

extension ViewfinderMapping.Crop {
    /// The part of its frame that a picture shows.
    public static func shown(by picture: Picture) -> ViewfinderMapping.Crop {
        let (part, frame) = (picture.portion, picture.frameSize)
        guard !frame.isEmpty else { return .whole }
        return ViewfinderMapping.Crop(
            left: Double(part.x) / Double(frame.width), top: Double(part.y) / Double(frame.height),
            width: Double(part.width) / Double(frame.width),
            height: Double(part.height) / Double(frame.height))
    }
}
