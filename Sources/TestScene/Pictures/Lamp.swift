// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// A lamp of the town. Lamps are separate from the landscape because each becomes a disc out of focus.
struct Lamp {
    private let place: Point
    private let light: Radiance

    /// The least radius, in scene units.
    private static let radius: Float = 2.2

    /// Reads `town.png`: every pixel that is not transparent is a lamp, the brighter the less transparent.
    ///
    /// - Throws: as `PictureFile`.
    static func read(_ folder: String) throws(CameraError) -> [Lamp] {
        var lamps: [Lamp] = []
        try PictureFile(folder + "/town.png").forEachPixel { x, y, light in
            var light = light * 24
            light.w = 0
            lamps.append(Lamp(place: Point(1200.5 + Float(x), 500.5 + Float(y)), light: light))
        }
        return lamps
    }

    /// Adds a disc of the lamp's light.
    ///
    /// - Parameters:
    ///   - diameter: of the circle of confusion, in pixels of the frame.
    ///   - image: of any level, in the view.
    func shine(on image: LinearImage, _ view: SceneView, diameter: Float) {
        let pixel = Float(1 << image.level)
        let sharp = Self.radius * view.scale
        let radius = max(sharp, diameter / 2)
        let disc = light * (sharp / radius * sharp / radius)
        let corner = Point(Float(image.left), Float(image.top))
        let centre = (place * view.scale + view.offset - corner) / pixel
        let reach = radius / pixel + 0.5
        func pixels(around middle: Float, of count: Int) -> Range<Int> {
            let first = min(count, max(0, Int(middle - reach)))
            return first..<max(first, min(count, Int(middle + reach) + 1))
        }
        let columns = pixels(around: centre.x, of: image.width)
        for y in pixels(around: centre.y, of: image.height) {
            let line = image.line(y)
            for x in columns {
                let way = Point(Float(x) + 0.5, Float(y) + 0.5) - centre
                let part = min(1, reach - (way * way).sum().squareRoot())
                if part > 0 { line[x] = (Radiance(stored: line[x]) + disc * part).stored }
            }
        }
    }
}
