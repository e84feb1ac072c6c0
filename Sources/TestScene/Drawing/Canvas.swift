/// Draws shapes into an image, given in scene units.
struct Canvas {
    let image: LinearImage
    let view: SceneView
    private let scale: Float
    private let offset: Point

    init(_ image: LinearImage, _ view: SceneView) {
        self.image = image
        self.view = view
        let pixel = Float(1 << image.level)
        scale = view.scale / pixel
        offset = (view.offset - Point(Float(image.left), Float(image.top))) / pixel
    }

    func fill(_ outline: Outline, _ paint: Paint) {
        let contours = outline.contours.map { $0.map { $0 * scale + offset } }
        guard var coverage = Coverage(contours, width: image.width, height: image.height) else { return }
        let (left, top, width) = (coverage.left, coverage.top, coverage.width)
        coverage.forEachLine { y, parts in
            let line = image.line(top + y) + left
            switch paint {
            case .plain(let colour): blend(line, parts, width, colour)
            case .varying(let shade): blend(line, parts, width, left, top + y, shade)
            }
        }
    }

    func fill(_ outline: Outline, _ colour: Radiance) { fill(outline, .plain(colour)) }

    private func blend(
        _ line: UnsafeMutablePointer<LinearImage.Stored>, _ parts: UnsafeMutablePointer<Float>, _ width: Int,
        _ colour: Radiance
    ) {
        let opaque = colour.stored
        for x in 0..<width {
            let part = parts[x]
            if part == 0 { continue }
            if part >= 0.999, colour.w >= 1 {
                line[x] = opaque
            } else {
                line[x] = over(colour, part, Radiance(stored: line[x])).stored
            }
        }
    }

    private func blend(
        _ line: UnsafeMutablePointer<LinearImage.Stored>, _ parts: UnsafeMutablePointer<Float>, _ width: Int,
        _ left: Int, _ y: Int, _ shade: (Point) -> Radiance
    ) {
        let step = 1 / scale
        var point = (Point(Float(left) + 0.5, Float(y) + 0.5) - offset) * step
        for x in 0..<width {
            if parts[x] > 0 {
                line[x] = over(shade(point), parts[x], Radiance(stored: line[x])).stored
            }
            point.x += step
        }
    }

    /// Porter and Duff's "over" for premultiplied colours, with `part` of the pixel covered.
    @inline(__always)
    private func over(_ colour: Radiance, _ part: Float, _ behind: Radiance) -> Radiance {
        colour * part + behind * (1 - colour.w * part)
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

    /// An empty image for what lies in `box`, as far as it can be seen or blurs into what is seen.
    func image(of box: Box, margin: Float, level: Int = 0) -> LinearImage {
        let space = margin * scale
        let pixel = Float(1 << level)
        let left = (max(box.left * scale + offset.x, 0) - space).rounded(.down)
        let top = (max(box.top * scale + offset.y, 0) - space).rounded(.down)
        let right = min(box.right * scale + offset.x, Float(width)) + space
        let bottom = min(box.bottom * scale + offset.y, Float(height)) + space
        return LinearImage(
            left: Int(left), top: Int(top), width: Int(((right - left) / pixel).rounded(.up)),
            height: Int(((bottom - top) / pixel).rounded(.up)), level: level)
    }
}
