internal import CaptureCore

/// A desk clock with lit segments, in Signal Orange.
enum DeskClock {
    static let box = Box(1296, 884, 1662, 1010)
    private static let digitHeight: Float = 62
    private static let top: Float = 916
    /// Left edges of the six digits.
    private static let columns: [Float] = [1324, 1370, 1440, 1486, 1556, 1602]

    static func drawCase(on canvas: Canvas) {
        Desk.shadow(canvas, under: box, at: box.bottom)
        canvas.fill(
            .rounded(box, radius: 16),
            .linear(Point(0, box.top), Ink.of(0x4A4D52), Point(0, box.bottom), Ink.of(0x141518)))
        canvas.fill(
            .rounded(box.grown(by: -10), radius: 9),
            .linear(Point(0, box.top), Ink.of(0x0C0806), Point(0, box.bottom), Ink.of(0x050403)))
        for column in columns {
            canvas.fill(
                Lettering.unlitDigit(at: Point(column, top), height: digitHeight), Ink.of(0x1C1109))
        }
    }

    static func drawTime(on canvas: Canvas, at time: CivilDate) {
        let digits = [time.hour, time.minute, time.second].flatMap { [$0 / 10, $0 % 10] }
        var lit = zip(columns, digits).map {
            Lettering.digit($1, at: Point($0, top), height: digitHeight)
        }
        for x in [1421, 1537] as [Float] {
            lit += [top + 20, top + 42].map { .box(Box(x - 3, $0 - 3, x + 3, $0 + 3)) }
        }
        let outline = Outline.joined(lit)
        let glow = Point((box.left + box.right) / 2, (box.top + box.bottom) / 2)
        canvas.fill(
            .rounded(box.grown(by: -10), radius: 9),
            .radial(glow, Point(190, 70), Ink.glow(0xFF7A00, 0.05), Ink.none))
        canvas.fill(outline, Ink.of(0xFF9500, light: 1.1))
    }
}
