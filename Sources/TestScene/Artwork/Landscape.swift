internal import Glibc

/// Behind the window: hills at dusk, a lake, pines and the lights of a town.
enum Landscape {
    private static let horizon: Float = 452
    private static let shore: Float = 560

    static func draw(on canvas: Canvas) {
        let all = Room.window.grown(by: 70)
        canvas.fill(.box(all), sky)
        let sun = Point(1600, 418)
        canvas.fill(
            .circle(sun, 330), .radial(sun, Point(330, 200), Ink.glow(0xFF9A4A, 0.75), Ink.none))
        canvas.fill(.circle(sun, 30), Ink.of(0xFFE0B0, light: 3))
        clouds(canvas)
        ridge(canvas, base: 430, height: 60, roughness: 0.012, seed: 3, Ink.of(0x9A6F86))
        ridge(canvas, base: 470, height: 75, roughness: 0.016, seed: 11, Ink.of(0x5E4E74))
        ridge(canvas, base: 520, height: 70, roughness: 0.020, seed: 23, Ink.of(0x363759))
        ridge(canvas, base: 552, height: 34, roughness: 0.035, seed: 31, Ink.of(0x20253F))
        lake(canvas, all)
        pines(canvas)
    }

    private static var sky: Paint {
        let stops: [(y: Float, Radiance)] = [
            (40, Ink.of(0x1E2C55)), (190, Ink.of(0x46558F)), (310, Ink.of(0xA9739A)),
            (390, Ink.of(0xF0946E)), (440, Ink.of(0xFFC27A)), (horizon + 40, Ink.of(0xFFD79A)),
        ]
        return .vertical(stops)
    }

    private static func clouds(_ canvas: Canvas) {
        for (x, y, width, height) in [
            (1300, 250, 240, 10), (1390, 268, 300, 12), (1700, 200, 260, 10), (1640, 320, 200, 7),
            (1250, 340, 160, 6),
        ] as [(Float, Float, Float, Float)] {
            let centre = Point(x, y)
            canvas.fill(
                .ellipse(centre, width, height * 2),
                .radial(centre, Point(width / 2, height), Ink.of(0xFFB98A, alpha: 0.7), Ink.none))
        }
    }

    private static func ridge(
        _ canvas: Canvas, base: Float, height: Float, roughness: Float, seed: Float, _ colour: Radiance
    ) {
        let (left, right) = (Room.window.left - 70, Room.window.right + 70)
        let crest = stride(from: left, through: right, by: 4).map { x -> Point in
            let broad = Grain.smooth(Point(x * roughness, seed))
            let fine = Grain.smooth(Point(x * roughness * 6, seed + 5))
            return Point(x, base - height * (broad * 0.85 + fine * 0.15))
        }
        canvas.fill(.polygon(crest + [Point(right, 800), Point(left, 800)]), colour)
    }

    /// The water mirrors the sky, broken into streaks.
    private static func lake(_ canvas: Canvas, _ all: Box) {
        let water = Paint.varying { point in
            let depth = (point.y - shore) / 130
            let ripple = Grain.smooth(Point(point.x * 0.02, point.y * 0.5)) - 0.5
            let warm = max(0, 1 - abs(point.x - 1600) / (130 + 150 * depth)) * (0.75 + 0.9 * ripple)
            let base = Ink.lakeFar + (Ink.lakeNear - Ink.lakeFar) * min(1, max(0, depth + ripple * 0.35))
            return base + Ink.lakeGlint * max(0, warm)
        }
        canvas.fill(.box(Box(all.left, shore, all.right, all.bottom)), water)
    }

    private static func pines(_ canvas: Canvas) {
        for index in 0..<26 {
            let x = Room.window.left - 20 + Float(index) * 28 + Grain.at(Int32(index), 1) * 22
            let away = min(1, abs(x - 1560) / 330)
            let height = 30 + 150 * away * (0.55 + 0.45 * Grain.at(Int32(index), 2))
            pine(canvas, Point(x, 740), height: height + 60)
        }
    }

    private static func pine(_ canvas: Canvas, _ foot: Point, height: Float) {
        let levels = max(6, Int(height / 11))
        var (right, left): ([Point], [Point]) = ([], [])
        for level in 0..<levels {
            let t = Float(level) / Float(levels)
            let y = foot.y - height * (1 - t)
            let reach = height * 0.17 * (0.12 + t)
            right += [
                Point(foot.x + reach * 0.45, y), Point(foot.x + reach, y + height / Float(levels) * 1.1),
            ]
            left += [
                Point(foot.x - reach * 0.45, y), Point(foot.x - reach, y + height / Float(levels) * 1.1),
            ]
        }
        canvas.fill(.polygon(right + left.reversed()), Ink.of(0x0E1424))
    }

    /// A lamp of the town: where, its own radius in scene units, and its light.
    struct Lamp {
        let place: Point
        let radius: Float
        let light: Radiance
    }

    /// Out of focus each lamp becomes a disc, which is why they are drawn apart from the rest.
    static let lamps: [Lamp] = (0..<34).map { index in
        let i = Int32(index)
        let x = 1205 + Grain.at(i, 7) * 620
        let y = shore - 3 - Grain.at(i, 8) * Grain.at(i, 9) * 52
        let colour: UInt32 = [0xFFC070, 0xFF9500, 0xFFE2B8, 0xFFB050, 0x9FC4FF][Int(Grain.at(i, 10) * 4.99)]
        return Lamp(
            place: Point(x, y), radius: 1.5 + Grain.at(i, 11) * 1.4,
            light: Ink.glow(colour, 4 + 10 * Grain.at(i, 12)))
    }
}

extension Ink {
    static let lakeFar = of(0xB98289)
    static let lakeNear = of(0x26345C)
    static let lakeGlint = glow(0xFFAE60, 0.8)
}
