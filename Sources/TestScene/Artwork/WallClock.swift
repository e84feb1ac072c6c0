internal import CaptureCore

/// A round station clock on the wall.
enum WallClock {
    static let centre = Point(420, 220)
    static let radius: Float = 132

    static func drawFace(on canvas: Canvas) {
        let shadow = centre + Point(16, 26)
        canvas.fill(
            .circle(shadow, radius + 34),
            .radial(shadow, Point(repeating: radius + 34), Ink.of(0x000000, alpha: 0.75), Ink.none))
        canvas.fill(
            .circle(centre, radius),
            .linear(
                centre - Point(90, 90), Ink.of(0xE2C58C), centre + Point(90, 90), Ink.of(0x4A371D)))
        canvas.fill(
            .circle(centre, radius - 10),
            .linear(centre - Point(90, 90), Ink.of(0x3A2B17), centre + Point(90, 90), Ink.of(0xB08D57)))
        canvas.fill(
            .circle(centre, radius - 14),
            .radial(
                centre + Point(30, 0), Point(repeating: 170), Ink.of(0xF2EBDC), Ink.of(0xC9BFA9)))
        for minute in 0..<60 {
            let isHour = minute % 5 == 0
            let turn = Float(minute) / 60
            canvas.fill(
                .line(
                    Outline.onCircle(centre, isHour ? 86 : 101, turn: turn),
                    Outline.onCircle(centre, 110, turn: turn), width: isHour ? 7 : 2),
                Ink.of(0x1B1E22))
        }
    }

    /// The hands.
    static func drawHands(on canvas: Canvas, at time: CivilDate) {
        let second = Float(time.second) / 60
        let minute = (Float(time.minute) + second) / 60
        let hour = (Float(time.hour % 12) + minute) / 12
        hand(canvas, hour, length: 66, tail: 16, width: 9, Ink.of(0x1B1E22))
        hand(canvas, minute, length: 98, tail: 18, width: 6, Ink.of(0x1B1E22))
        hand(canvas, second, length: 92, tail: 30, width: 2.6, Ink.of(0xFF9500))
        let turn = second - 0.25
        canvas.fill(.circle(Outline.onCircle(centre, 76, turn: turn), 8), Ink.of(0xFF9500))
        canvas.fill(.circle(centre, 8), Ink.of(0xFF9500))
    }

    /// - Parameter part: of the way around, 0 at the top.
    private static func hand(
        _ canvas: Canvas, _ part: Float, length: Float, tail: Float, width: Float, _ colour: Radiance
    ) {
        canvas.fill(
            .line(
                Outline.onCircle(centre, tail, turn: part + 0.25),
                Outline.onCircle(centre, length, turn: part - 0.25), width: width), colour)
    }
}
