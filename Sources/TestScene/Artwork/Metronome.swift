internal import Glibc

/// A metronome: its rod swings once each way in a second.
enum Metronome {
    private static let foot = Point(1262, 846)
    private static let height: Float = 300
    private static let pivot = Point(1262, 780)
    private static let rodLength: Float = 320

    /// The whole metronome, with the rod at either end of its swing.
    static let box = Box(1120, 440, 1404, 860)

    static func drawBody(on canvas: Canvas) {
        Desk.shadow(canvas, under: Box(foot.x - 98, 0, foot.x + 98, 0), at: foot.y + 6)
        let (top, bottom) = (foot.y - height, foot.y)
        let body = Outline.polygon([
            Point(foot.x - 40, top), Point(foot.x + 40, top), Point(foot.x + 96, bottom),
            Point(foot.x - 96, bottom),
        ])
        canvas.fill(body, wood(light: 0x9A5F38, dark: 0x4A2814))
        let front = Outline.polygon([
            Point(foot.x - 26, top + 22), Point(foot.x + 26, top + 22), Point(foot.x + 66, bottom - 52),
            Point(foot.x - 66, bottom - 52),
        ])
        canvas.fill(front, .linear(Point(0, top), Ink.of(0x1A0F09), Point(0, bottom), Ink.of(0x3A2415)))
        scale(canvas, top: top)
        canvas.fill(
            .rounded(Box(foot.x - 104, bottom - 14, foot.x + 104, bottom + 8), radius: 5),
            wood(light: 0x7A4828, dark: 0x341A0C))
        canvas.fill(
            .polygon([
                Point(foot.x - 30, top - 16), Point(foot.x + 30, top - 16), Point(foot.x + 42, top + 2),
                Point(foot.x - 42, top + 2),
            ]), wood(light: 0xA86A40, dark: 0x54301A))
    }

    /// The tempo scale that the weight is set against.
    private static func scale(_ canvas: Canvas, top: Float) {
        canvas.fill(
            .polygon([
                Point(foot.x - 13, top + 26), Point(foot.x + 13, top + 26), Point(foot.x + 19, top + 190),
                Point(foot.x - 19, top + 190),
            ]), .linear(Point(0, top), Ink.of(0xD9B978), Point(0, top + 200), Ink.of(0x8A6A3A)))
        let marks = (0..<16).map { mark -> Outline in
            let y = top + 34 + Float(mark) * 9.6
            let reach: Float = mark % 4 == 0 ? 12 : 7
            return .box(Box(foot.x - reach, y, foot.x + reach, y + 1.8))
        }
        canvas.fill(.joined(marks), Ink.of(0x20140A))
    }

    private static func wood(light: UInt32, dark: UInt32) -> Paint {
        let (light, dark) = (Ink.of(light), Ink.of(dark))
        return .varying { point in
            let across = (point.x - (foot.x - 60)) / 150
            let grain = Grain.smooth(Point(point.x * 0.35, point.y * 0.02))
            let t = min(1, max(0, across)) * 0.75 + 0.25 * grain
            return light + (dark - light) * t
        }
    }

    /// The rod's angle from upright, in radians.
    ///
    /// - Parameter seconds: since the scene began.
    static func angle(at seconds: Double) -> Float { 0.36 * Float(sin(.pi * seconds)) }

    /// The rod's extent at an angle.
    static func rodBox(_ angle: Float) -> Box {
        let tip = pivot + Point(sinf(angle), -cosf(angle)) * rodLength
        return Box(min(tip.x, pivot.x) - 34, tip.y - 8, max(tip.x, pivot.x) + 34, pivot.y + 12)
    }

    static func drawRod(on canvas: Canvas, angle: Float) {
        let along = Point(sinf(angle), -cosf(angle))
        let side = Point(-along.y, along.x)
        canvas.fill(.line(pivot, pivot + along * rodLength, width: 6), Ink.of(0xD8DCE0))
        canvas.fill(
            .line(pivot + side * 1.5, pivot + along * rodLength + side * 1.5, width: 2), Ink.of(0x6A6E74))
        let weight = pivot + along * 232
        let (up, wide, narrow) = (along * 26, side * 24, side * 17)
        let corners: [Point] = [
            weight + up - wide, weight + up + wide, weight - up + narrow, weight - up - narrow,
        ]
        canvas.fill(
            .polygon(corners),
            .linear(weight - side * 24, Ink.of(0xF2D9A0), weight + side * 24, Ink.of(0x7A5828)))
        canvas.fill(.line(weight - side * 20, weight + side * 20, width: 5), Ink.of(0xFF9500))
        canvas.fill(.circle(pivot, 9), Ink.of(0xC9A464))
    }
}
