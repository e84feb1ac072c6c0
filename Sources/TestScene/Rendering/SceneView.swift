// SPDX-License-Identifier: GPL-3.0-or-later
typealias Point = SIMD2<Float>

/// A rectangle in scene units.
struct Box: Equatable {
    var left, top, right, bottom: Float

    init(_ left: Float, _ top: Float, _ right: Float, _ bottom: Float) {
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    fileprivate func grown(by margin: Float) -> Box {
        Box(left - margin, top - margin, right + margin, bottom + margin)
    }
}

/// How scene units become pixels of the frame: the scene is 1920 by 1080 units, and the frame shows the middle of
/// it, filled, as a sensor of another shape would.
struct SceneView: Equatable {
    static let size = Point(1920, 1080)

    let width, height: Int
    /// Pixels of the frame in one unit.
    let scale: Float
    /// The pixel at which the scene's own corner lies.
    let offset: Point

    /// - Parameter zoom: 1 shows the whole scene.
    init(width: Int, height: Int, zoom: Float) {
        (self.width, self.height) = (width, height)
        let frame = Point(Float(width), Float(height))
        scale = max(frame.x / Self.size.x, frame.y / Self.size.y) * zoom
        offset = (frame - Self.size * scale) / 2
    }

    /// The part of a picture that is visible or blurs into the visible part; the picture itself if its pixels are
    /// the frame's.
    ///
    /// - Parameter margin: how far it reaches beyond the visible part, in scene units.
    func image(of picture: Picture, margin: Float) -> LinearImage {
        let whole = picture.pixels
        let (left, top, width, height) = place(of: picture.box.grown(by: -margin), margin: margin, level: 0)
        if scale == picture.density, offset == .zero,
            (left, top, width, height) == (whole.left, whole.top, whole.width, whole.height)
        {
            return whole
        }
        let image = LinearImage(left: left, top: top, width: width, height: height)
        picture.resample(into: image, scale: scale, offset: offset)
        return image
    }

    /// An empty image for the part of `box` that is visible or blurs into the visible part.
    func image(of box: Box, margin: Float, level: Int) -> LinearImage {
        let (left, top, width, height) = place(of: box, margin: margin, level: level)
        return LinearImage(left: left, top: top, width: width, height: height, level: level)
    }

    private func place(
        of box: Box, margin: Float, level: Int
    ) -> (left: Int, top: Int, width: Int, height: Int) {
        let (space, pixel) = (margin * scale, Float(1 << level))
        let left = (max(box.left * scale + offset.x, 0) - space).rounded(.down)
        let top = (max(box.top * scale + offset.y, 0) - space).rounded(.down)
        let right = min(box.right * scale + offset.x, Float(width)) + space
        let bottom = min(box.bottom * scale + offset.y, Float(height)) + space
        return (
            Int(left), Int(top), Int(((right - left) / pixel).rounded(.up)),
            Int(((bottom - top) / pixel).rounded(.up))
        )
    }
}
