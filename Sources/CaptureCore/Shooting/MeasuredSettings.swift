// SPDX-License-Identifier: GPL-3.0-or-later
/// Settings read back from the device for one frame. A value is nil unless the device reported it: a photo's file
/// does not state what was only requested.
public struct MeasuredSettings: Hashable, Sendable {
    /// How long the sensor saw light.
    public var exposureTime: Duration?
    /// Whether the camera chose the exposure by itself.
    public var isExposureAutomatic: Bool?
    /// Whether the camera chose the white balance by itself.
    public var isWhiteBalanceAutomatic: Bool?
    /// The camera's digital zoom; 1 for none.
    public var digitalZoom: Double?
    /// The point chosen for focus and exposure, in the photo's pixels.
    public var pointOfInterest: PixelPoint?

    public init(
        exposureTime: Duration? = nil, isExposureAutomatic: Bool? = nil,
        isWhiteBalanceAutomatic: Bool? = nil, digitalZoom: Double? = nil,
        pointOfInterest: PixelPoint? = nil
    ) {
        self.exposureTime = exposureTime
        self.isExposureAutomatic = isExposureAutomatic
        self.isWhiteBalanceAutomatic = isWhiteBalanceAutomatic
        self.digitalZoom = digitalZoom
        self.pointOfInterest = pointOfInterest
    }
}

/// A pixel of a picture, counted from its upper left corner.
public struct PixelPoint: Hashable, Sendable {
    public var x: Int
    public var y: Int

    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}
