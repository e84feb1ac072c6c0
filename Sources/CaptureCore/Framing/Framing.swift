// SPDX-License-Identifier: GPL-3.0-or-later
/// The shape of pictures and photos.
public enum AspectRatio: String, Sendable, CaseIterable {
    /// The camera's own shape.
    case native
    case fourToThree = "4:3"
    case sixteenToNine = "16:9"
    case square = "1:1"

    /// Width divided by height; nil for the camera's own.
    fileprivate var value: Double? {
        switch self {
        case .native: nil
        case .fourToThree: 4.0 / 3
        case .sixteenToNine: 16.0 / 9
        case .square: 1
        }
    }
}

/// Which part of a frame is shown and saved: its shape, its zoom and its centre.
public struct Framing: Hashable, Sendable {
    /// The zoom factor; at least 1.
    public var zoom: Double
    private var aspect: AspectRatio
    /// The wanted centre, as fractions of the frame's width and height.
    private var centerX: Double
    private var centerY: Double

    public init(
        zoom: Double = 1, aspect: AspectRatio = .native, centerX: Double = 0.5, centerY: Double = 0.5
    ) {
        self.zoom = zoom
        self.aspect = aspect
        self.centerX = centerX
        self.centerY = centerY
    }

    /// The whole frame.
    public static let whole = Framing()

    /// The part of a frame of this size.
    ///
    /// A cropped side begins and ends on multiples of four columns or two lines, so that chroma of every subsampling
    /// can be cut without moving it.
    public func portion(of size: PixelSize) -> PixelRect {
        guard !size.isEmpty else { return PixelRect(size) }
        let shaped = shaped(size)
        let zoom = max(1, zoom.isFinite ? zoom : 1)
        let (x, width) = Self.cut(size.width, to: Double(shaped.width) / zoom, around: centerX, by: 4)
        let (y, height) = Self.cut(size.height, to: Double(shaped.height) / zoom, around: centerY, by: 2)
        return PixelRect(x: x, y: y, width: width, height: height)
    }

    /// The largest size of the wanted shape in this one.
    private func shaped(_ size: PixelSize) -> PixelSize {
        guard let ratio = aspect.value else { return size }
        let width = min(size.width, Int((Double(size.height) * ratio).rounded()))
        let height = min(size.height, Int((Double(size.width) / ratio).rounded()))
        return PixelSize(width: max(1, width), height: max(1, height))
    }

    private static func cut(
        _ length: Int, to wanted: Double, around center: Double, by unit: Int
    ) -> (start: Int, length: Int) {
        let least = min(length, 16)
        guard wanted < Double(length) - 0.5, length > unit else { return (0, length) }
        let part = min(length, max(least, Int((wanted / Double(unit)).rounded()) * unit))
        let middle = center.isFinite ? min(max(center, 0), 1) * Double(length) : Double(length) / 2
        let start = Int(((middle - Double(part) / 2) / Double(unit)).rounded()) * unit
        return (min(max(0, start), (length - part) / unit * unit), part)
    }
}

/// How a frame becomes the photo that was seen.
public struct PhotoFraming: Hashable, Sendable {
    /// The part of the frame; nil, or a part outside of the frame, means all of it.
    public var portion: PixelRect?
    /// Whether left and right are swapped.
    public var isMirrored: Bool

    public init(portion: PixelRect? = nil, isMirrored: Bool = false) {
        self.portion = portion
        self.isMirrored = isMirrored
    }

    /// The frame as the camera delivered it.
    public static let asDelivered = PhotoFraming()

    /// The part of a frame of this size, within it in any case.
    public func portion(of size: PixelSize) -> PixelRect {
        guard let portion, portion.fits(in: size) else { return PixelRect(size) }
        return portion
    }
}
