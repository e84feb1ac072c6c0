/// The table and what stands on it at the distance of the charts.
enum Desk {
    /// The table's far edge.
    static let edge: Float = 806

    static func draw(on canvas: Canvas) {
        table(canvas)
        Chart.draw(on: canvas)
        Metronome.drawBody(on: canvas)
        DeskClock.drawCase(on: canvas)
    }

    private static func table(_ canvas: Canvas) {
        let (light, dark) = (Ink.of(0x8A5C3A), Ink.of(0x1E130C))
        let pool = Point(900, 850)
        let paint = Paint.varying { point in
            let depth = (point.y - edge) / 274
            let way = (point - pool) / Point(900, 330)
            let fade = max(0, 1 - (way * way).sum().squareRoot())
            let wave = Grain.smooth(Point(point.x * 0.004, point.y * 0.03)) * 9
            let grain = Grain.smooth(Point(point.x * 0.012, point.y * (0.55 - 0.2 * depth) + wave))
            let pores = Grain.smooth(Point(point.x * 0.05, point.y * 1.4))
            let shade = (0.18 + 0.82 * fade) * (0.66 + 0.44 * grain) * (0.92 + 0.16 * pores)
            var colour = dark + (light - dark) * shade
            colour.w = 1
            return colour
        }
        canvas.fill(.box(Box(-80, edge, 2000, 1150)), paint)
        canvas.fill(
            .box(Box(-80, edge, 2000, edge + 3)),
            .linear(
                Point(500, 0), Ink.glow(0xFFC890, 0.25), Point(1500, 0), Ink.glow(0x8090C0, 0.04)))
        // The window mirrored in the varnish.
        let mirrored = Point(1518, edge + 4)
        canvas.fill(
            .box(Box(1100, edge + 4, 1920, 1060)),
            .radial(mirrored, Point(380, 230), Ink.glow(0xFFA070, 0.16), Ink.none))
    }

    /// A thing's shadow on the table below it.
    static func shadow(_ canvas: Canvas, under box: Box, at y: Float) {
        let centre = Point((box.left + box.right) / 2 + 14, y)
        let size = Point(box.width * 1.35, 66)
        canvas.fill(
            .ellipse(centre, size.x, size.y),
            .radial(centre, size / 2, Ink.of(0x000000, alpha: 0.85), Ink.none))
    }
}
