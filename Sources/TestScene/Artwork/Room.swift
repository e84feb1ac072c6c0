/// The wall with its window, the hanging lamp and the face of the clock.
enum Room {
    /// The opening in the wall.
    static let window = Box(1190, 84, 1846, 690)
    private static let panes = [
        Box(1206, 100, 1510, 380), Box(1526, 100, 1830, 380), Box(1206, 396, 1510, 674),
        Box(1526, 396, 1830, 674),
    ]

    static func draw(on canvas: Canvas) {
        wall(canvas)
        windowFrame(canvas)
        WallClock.drawFace(on: canvas)
        lamp(canvas)
    }

    private static func wall(_ canvas: Canvas) {
        let (light, dark) = (Ink.of(0x36525C), Ink.of(0x0B1318))
        let lamp = Point(870, 330)
        let paint = Paint.varying { point in
            let way = (point - lamp) / Point(1000, 760)
            let t = min(1, (way * way).sum().squareRoot())
            let fade = 1 - t * t * (3 - 2 * t)
            // Plaster: enough to show that the wall is in focus, and to hide the steps of 8-bit codes.
            let plaster = 0.93 + 0.14 * Grain.smooth(point * 0.35)
            var colour = (dark + (light - dark) * fade * fade) * plaster
            colour.w = 1
            return colour
        }
        let opening = Outline.joined(panes.map { .box($0) })
        canvas.fill(.box(Box(0, 0, 1920, 1080)) - opening, paint)
        // Daylight that comes in along the wall.
        let daylight = Point(1520, 400)
        canvas.fill(
            .box(Box(1000, 0, 1920, 1080)) - opening,
            .radial(daylight, Point(500, 460), Ink.glow(0x8090C0, 0.07), Ink.none))
    }

    private static func windowFrame(_ canvas: Canvas) {
        let outer = window.grown(by: 22)
        let opening = Outline.joined(panes.map { .box($0) })
        canvas.fill(
            .rounded(outer, radius: 5) - opening,
            .linear(Point(outer.left, 0), Ink.of(0x5A4636), Point(outer.right, 0), Ink.of(0x2E231B)))
        // Light along the inner edges.
        for pane in panes {
            canvas.fill(
                .box(pane) - .box(pane.grown(by: -4)),
                .linear(
                    Point(pane.left, pane.top), Ink.of(0x1A1410), Point(pane.right, pane.bottom),
                    Ink.of(0xD89A66)))
        }
        let sill = Box(outer.left - 26, outer.bottom - 4, outer.right + 26, outer.bottom + 22)
        canvas.fill(
            .rounded(sill, radius: 4),
            .linear(Point(0, sill.top), Ink.of(0x8A6A4C), Point(0, sill.bottom), Ink.of(0x35281D)))
        canvas.fill(
            .box(Box(sill.left, sill.bottom, sill.right, sill.bottom + 40)),
            .linear(
                Point(0, sill.bottom), Ink.of(0x000000, alpha: 0.45), Point(0, sill.bottom + 40), Ink.none))
    }

    private static func lamp(_ canvas: Canvas) {
        let x: Float = 870
        let glow = Point(x, 165)
        canvas.fill(
            .ellipse(glow, 900, 620), .radial(glow, Point(450, 310), Ink.glow(0xFFC98A, 0.09), Ink.none))
        canvas.fill(.box(Box(x - 2, -10, x + 2, 60)), Ink.of(0x0A0C0E))
        canvas.fill(.rounded(Box(x - 15, 46, x + 15, 74), radius: 6), Ink.of(0x7A5F38))
        canvas.fill(.ellipse(Point(x, 164), 64, 44), Ink.of(0xFFE7C0, light: 4))
        let shade = Outline.polygon([
            Point(x - 26, 70), Point(x + 26, 70), Point(x + 62, 108), Point(x + 104, 164),
            Point(x - 104, 164), Point(x - 62, 108),
        ])
        canvas.fill(
            shade,
            .varying { point in
                let across = (point.x - x) / 104
                let shine = max(0, 1 - abs(across + 0.35) * 4)
                var colour = Ink.shade * (1 - 0.75 * across * across) + Ink.brassLight * (shine * shine * 0.5)
                colour.w = 1
                return colour
            })
        canvas.fill(.box(Box(x - 104, 160, x + 104, 166)), Ink.of(0xFFD9A0, light: 1.2))
    }
}

extension Ink {
    static let shade = of(0xA07A34)
    static let brassLight = of(0xFFE9B8)
}
