// SPDX-License-Identifier: GPL-3.0-or-later
/// A photo's scale in its view and the part of it that is seen. Places and lengths are in device pixels of the view, from
/// its upper left corner.
public struct PhotoPlacement: Equatable, Sendable {
    /// Device pixels for each pixel of the photo, at most.
    public static let largestScale = 4.0

    /// Upright, in its own pixels.
    public let photo: PixelSize
    public private(set) var view: PixelSize
    /// Device pixels for each pixel of the photo.
    public private(set) var scale: Double
    /// The point in the middle of the view, in parts of the photo's width and height.
    private var centerX = 0.5
    private var centerY = 0.5

    /// The whole photo, as large as the view allows and never enlarged.
    public init(_ photo: PixelSize, in view: PixelSize) {
        self.photo = photo
        self.view = view
        scale = Self.fittingScale(photo, view)
    }

    /// Whether the whole photo is seen.
    public var isWhole: Bool { scale <= fittingScale }

    public var fittingScale: Double { Self.fittingScale(photo, view) }

    /// The photo's size and place in the view.
    public var place: (x: Double, y: Double, width: Double, height: Double) {
        let (width, height) = (Double(photo.width) * scale, Double(photo.height) * scale)
        // On whole pixels if it is drawn one to one, so that it stays sharp.
        return (
            (Double(view.width) / 2 - centerX * width).rounded(),
            (Double(view.height) / 2 - centerY * height).rounded(), width, height
        )
    }

    /// - Parameters:
    ///   - scale: limited to what is possible.
    ///   - x, y: the place in the view whose part of the photo stays there.
    public mutating func zoom(to scale: Double, atX x: Double, atY y: Double) {
        let before = place
        let wanted = min(max(scale, fittingScale), max(Self.largestScale, fittingScale))
        guard wanted != self.scale, before.width > 0, before.height > 0 else { return }
        let (partX, partY) = ((x - before.x) / before.width, (y - before.y) / before.height)
        self.scale = wanted
        let (width, height) = (Double(photo.width) * wanted, Double(photo.height) * wanted)
        centerX = partX + (Double(view.width) / 2 - x) / width
        centerY = partY + (Double(view.height) / 2 - y) / height
        limit()
    }

    /// Moves the photo.
    public mutating func pan(byX x: Double, y: Double) {
        centerX -= x / max(1, Double(photo.width) * scale)
        centerY -= y / max(1, Double(photo.height) * scale)
        limit()
    }

    /// A whole photo stays whole.
    public mutating func resize(to view: PixelSize) {
        let wasWhole = isWhole
        self.view = view
        if wasWhole || scale < fittingScale { scale = fittingScale }
        limit()
    }

    /// The next of the scales that a double click goes through: fit, 1:1, 4:1, and fit again.
    public var nextStop: Double {
        if scale < 1, fittingScale < 1 { return 1 }
        return scale < Self.largestScale ? Self.largestScale : fittingScale
    }

    /// Without a black border if the photo is larger than the view; centred if it is smaller.
    private mutating func limit() {
        centerX = Self.limited(centerX, Double(view.width) / max(1, Double(photo.width) * scale))
        centerY = Self.limited(centerY, Double(view.height) / max(1, Double(photo.height) * scale))
    }

    /// - Parameter seen: the part of the photo that the view has room for.
    private static func limited(_ center: Double, _ seen: Double) -> Double {
        seen >= 1 ? 0.5 : min(max(center, seen / 2), 1 - seen / 2)
    }

    private static func fittingScale(_ photo: PixelSize, _ view: PixelSize) -> Double {
        guard !photo.isEmpty, !view.isEmpty else { return 1 }
        return min(
            1, Double(view.width) / Double(photo.width), Double(view.height) / Double(photo.height))
    }
}
