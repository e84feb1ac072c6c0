internal import Glibc

/// The lens of the old camera: knurled rings, engraved scales, and coated glass that mirrors the room.
enum OldLens {
    static func draw(on canvas: Canvas, at centre: Point) {
        canvas.fill(
            .circle(centre + Point(-10, 18), 236),
            .radial(centre + Point(-10, 18), Point(236, 236), Ink.of(0x000000, alpha: 1), Ink.none))
        canvas.fill(.circle(centre, 206), turnedMetal(centre, Ink.of(0xD9DDE0)))
        canvas.fill(.ring(centre, from: 176, to: 202), knurl(centre, teeth: 110))
        canvas.fill(.circle(centre, 174), Ink.of(0x0C0D0E))
        canvas.fill(.circle(centre, 170), turnedMetal(centre, Ink.of(0x2C2F33)))
        scale(canvas, centre)
        canvas.fill(.circle(centre, 124), turnedMetal(centre, Ink.of(0xC9A464)))
        canvas.fill(.circle(centre, 117), Ink.of(0x060607))
        canvas.fill(.ring(centre, from: 98, to: 114), knurl(centre, teeth: 84))
        glass(canvas, centre)
    }

    /// Turned metal mirrors the lights as bright fans.
    private static func turnedMetal(_ centre: Point, _ colour: Radiance) -> Paint {
        .turned(centre) { turn in
            let fan = powf(abs(cosf((turn - 0.86) * 2 * .pi)), 6)
            let second = powf(abs(cosf((turn - 0.62) * 2 * .pi)), 24)
            var shaded = colour * (0.16 + 0.75 * fan + 0.35 * second)
            shaded.w = 1
            return shaded
        }
    }

    private static func knurl(_ centre: Point, teeth: Float) -> Paint {
        .turned(centre) { turn in
            let tooth = turn * teeth - (turn * teeth).rounded(.down)
            let edge: Float = tooth < 0.5 ? tooth * 2 : 2 - tooth * 2
            let fan = powf(abs(cosf((turn - 0.86) * 2 * .pi)), 3)
            var shaded = Ink.steel * ((0.03 + 0.30 * edge * edge) * (0.3 + fan))
            shaded.w = 1
            return shaded
        }
    }

    private static func scale(_ canvas: Canvas, _ centre: Point) {
        var (fine, main): ([Outline], [Outline]) = ([], [])
        for mark in 0..<96 {
            let turn = Float(mark) / 96
            let isMain = mark % 8 == 0
            let stroke = Outline.line(
                Outline.onCircle(centre, isMain ? 148 : 156, turn: turn),
                Outline.onCircle(centre, 166, turn: turn), width: isMain ? 3.2 : 1.6)
            if isMain { main.append(stroke) } else { fine.append(stroke) }
        }
        canvas.fill(.joined(fine), Ink.of(0xBFC3C7))
        canvas.fill(.joined(main), Ink.of(0xFF9500))
        for digit in 0..<8 {
            let place = Outline.onCircle(centre, 137, turn: Float(digit) / 8 + 0.0625)
            canvas.fill(
                Lettering.digit(digit + 1, at: place - Point(4, 8), height: 16), Ink.of(0xE8E4DA))
        }
    }

    private static func glass(_ canvas: Canvas, _ centre: Point) {
        canvas.fill(
            .circle(centre, 98),
            .radial(centre, Point(98, 98), Ink.of(0x1B1030), Ink.of(0x05060A)))
        canvas.fill(
            .arc(centre, from: 74, to: 94, turns: 0.30...0.62), Ink.glow(0x7A3CC0, 0.35))
        canvas.fill(
            .arc(centre, from: 52, to: 66, turns: -0.14...0.16), Ink.glow(0x2C8C6A, 0.30))
        canvas.fill(
            .circle(centre + Point(8, 10), 40),
            .radial(centre + Point(8, 10), Point(40, 40), Ink.glow(0xFF9500, 0.22), Ink.none))
        // The window and the lamp, seen in the glass.
        for (x, y) in [(26, -62), (47, -56), (26, -40), (47, -34)] as [(Float, Float)] {
            let corner = centre + Point(x, y)
            canvas.fill(
                .polygon([
                    corner, corner + Point(18, 5), corner + Point(17, 22), corner + Point(-1, 18),
                ]), Ink.glow(0xFFC8A0, 0.8))
        }
        canvas.fill(.ellipse(centre + Point(-22, -62), 34, 14), Ink.glow(0xFFE9C8, 2.2))
        canvas.fill(.ellipse(centre + Point(-40, 56), 16, 8), Ink.glow(0x9FC4FF, 0.5))
    }
}
