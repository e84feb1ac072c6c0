/// The near thing on the left: a camera of brass and leather, with texture as fine as the sensor can see.
enum OldCamera {
    private static let body = Box(-140, 500, 600, 1020)
    private static let lens = Point(352, 790)

    static func draw(on canvas: Canvas) {
        let ground = Point(260, 1030)
        canvas.fill(
            .ellipse(ground, 900, 110),
            .radial(ground, Point(450, 55), Ink.of(0x000000, alpha: 0.9), Ink.none))
        topControls(canvas)
        canvas.fill(.rounded(body, radius: 46), chrome)
        leather(canvas)
        finder(canvas)
        OldLens.draw(on: canvas, at: lens)
    }

    private static var chrome: Paint {
        .varying { point in
            // Brushed metal: streaks along it, and the light of the lamp from above.
            let streak = 0.9 + 0.2 * Grain.smooth(Point(point.x * 0.01, point.y * 1.3))
            let height = (point.y - 500) / 110
            let light = 0.30 + 0.55 * max(0, 1 - abs(height - 0.25) * 1.6)
            let side = 0.35 + 0.65 * min(1, max(0, (point.x + 100) / 640))
            var colour = Ink.steel * (light * streak * side)
            colour.w = 1
            return colour
        }
    }

    private static func leather(_ canvas: Canvas) {
        let box = Box(body.left, 616, body.right, 972)
        canvas.fill(.box(Box(box.left, box.top - 4, box.right, box.bottom + 4)), Ink.of(0x050505))
        let paint = Paint.varying { point in
            // Pebbles: the slope of a rough surface, lit from the upper right.
            let p = point * 0.16
            let slope = Grain.smooth(p) - Grain.smooth(p + Point(0.35, -0.35))
            let fine = Grain.smooth(point * 0.5) - 0.5
            let side = 0.4 + 0.6 * min(1, max(0, (point.x + 60) / 620))
            let light = max(0.02, (0.55 + 1.5 * slope + 0.25 * fine) * side)
            var colour = Ink.leather * light
            colour.w = 1
            return colour
        }
        canvas.fill(.box(box), paint)
    }

    private static func finder(_ canvas: Canvas) {
        canvas.fill(
            Lettering.outline("TINTYPE", at: Point(170, 546), height: 24, weight: 4), Ink.of(0x16181A))
        let window = Box(452, 522, 566, 592)
        canvas.fill(.rounded(window.grown(by: 7), radius: 9), Ink.of(0x101214))
        canvas.fill(
            .rounded(window, radius: 5),
            .linear(
                Point(window.left, window.top), Ink.of(0x27425E), Point(window.right, window.bottom),
                Ink.of(0xC88458)))
        canvas.fill(
            .polygon([
                Point(window.left + 14, window.bottom), Point(window.left + 44, window.top),
                Point(window.left + 64, window.top), Point(window.left + 34, window.bottom),
            ]), Ink.glow(0xBFD4FF, 0.25))
        canvas.fill(.circle(Point(398, 557), 19), Ink.of(0x101214))
        canvas.fill(
            .circle(Point(398, 557), 13),
            .radial(Point(393, 551), Point(18, 18), Ink.of(0xA8632C), Ink.of(0x1A0E08)))
    }

    private static func topControls(_ canvas: Canvas) {
        knob(canvas, Box(-30, 448, 118, 510), teeth: 34)
        knob(canvas, Box(250, 460, 356, 510), teeth: 26)
        canvas.fill(.rounded(Box(438, 482, 534, 520), radius: 6), Ink.of(0x8A8F94))
        canvas.fill(
            .rounded(Box(458, 456, 514, 490), radius: 10),
            .linear(Point(458, 0), Ink.of(0xFFB340), Point(514, 0), Ink.of(0xB05A00)))
    }

    /// A wheel seen from its edge, with teeth that crowd toward its sides.
    private static func knob(_ canvas: Canvas, _ box: Box, teeth: Int) {
        let middle = (box.left + box.right) / 2
        canvas.fill(
            .rounded(box, radius: 5),
            .varying { point in
                let across = (point.x - middle) / (box.width / 2)
                let light = 0.15 + 0.85 * max(0, 1 - abs(across - 0.3) * 1.1)
                let turned = (across + across * across * across * 0.4) * Float(teeth) / 2
                let tooth = abs(turned - turned.rounded())
                var colour = Ink.steel * (light * (0.35 + 1.1 * tooth))
                colour.w = 1
                return colour
            })
        canvas.fill(
            .rounded(Box(box.left + 4, box.top, box.right - 4, box.top + 6), radius: 3), Ink.of(0xD5D9DC))
    }
}

extension Ink {
    static let steel = of(0xE6E9EC)
    static let leather = of(0x4A4643)
}
