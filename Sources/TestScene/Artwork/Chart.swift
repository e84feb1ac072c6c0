/// The test chart on its stand: a Siemens star, line pairs, grey steps and colour patches.
enum Chart {
    private static let card = Box(640, 262, 1100, 800)
    private static let black = Ink.of(0x1A1A1A)
    private static let star = Point(870, 452)

    static func draw(on canvas: Canvas) {
        Desk.shadow(canvas, under: card, at: 826)
        canvas.fill(
            .rounded(Box(card.left - 9, card.top - 9, card.right + 9, card.bottom + 16), radius: 8),
            .linear(
                Point(card.left, card.top), Ink.of(0x6E4E33), Point(card.right, card.bottom),
                Ink.of(0x2A1B11)))
        canvas.fill(
            .box(card),
            .radial(Point(870, 330), Point(560, 640), Ink.of(0xF6F0E4), Ink.of(0xB9AE9B)))
        canvas.fill(
            Lettering.outline("TINTYPE", at: Point(662, 282), height: 20, weight: 3.4), black)
        canvas.fill(.box(Box(1000, 282, 1078, 302)), Ink.of(0xFF9500))
        siemensStar(canvas)
        slantedEdges(canvas)
        linePairs(canvas)
        greySteps(canvas)
        ColourChecker.draw(on: canvas, in: Box(660, 640, 1080, 786))
    }

    /// ISO 12233 uses the same target: its wedges hold every spatial frequency at once.
    private static func siemensStar(_ canvas: Canvas) {
        let (spokes, radius): (Int, Float) = (48, 128)
        let wedges = (0..<spokes).map { spoke in
            let turn = Float(spoke) / Float(spokes)
            let half = 0.25 / Float(spokes)
            return Outline.polygon([
                star, Outline.onCircle(star, radius, turn: turn - half),
                Outline.onCircle(star, radius, turn: turn + half),
            ])
        }
        canvas.fill(.joined(wedges), black)
        canvas.fill(.ring(star, from: radius + 6, to: radius + 9), black)
    }

    private static func slantedEdges(_ canvas: Canvas) {
        for x in [690, 1050] as [Float] {
            canvas.fill(
                .polygon([Point(x - 25, 352), Point(x + 17, 344), Point(x + 25, 386), Point(x - 17, 394)]),
                black)
        }
    }

    /// Bars that get finer from group to group.
    private static func linePairs(_ canvas: Canvas) {
        var bars: [Outline] = []
        for (side, isUpright) in [(Float(690), true), (Float(1050), false)] {
            var along: Float = 424
            for width in [6, 4.5, 3, 2, 1.4] as [Float] {
                for bar in 0..<3 {
                    let offset = Float(bar) * width * 2
                    bars.append(
                        .box(
                            isUpright
                                ? Box(side - 20 + offset, along, side - 20 + offset + width, along + 24)
                                : Box(side - 20, along + offset, side + 20, along + offset + width)))
                }
                along += isUpright ? 31 : width * 6 + 10
            }
        }
        canvas.fill(.joined(bars), black)
    }

    private static func greySteps(_ canvas: Canvas) {
        let steps = 12
        let width = Float(420) / Float(steps)
        for step in 0..<steps {
            let left = 660 + Float(step) * width
            let level = UInt32(20 + 19 * step)
            canvas.fill(.box(Box(left, 602, left + width, 628)), Ink.of(level << 16 | level << 8 | level))
        }
    }
}

/// The 24 patches of the ColorChecker chart, by their published sRGB codes (X-Rite, "Colorimetric values for
/// ColorChecker family of targets", data after November 2014).
enum ColourChecker {
    private static let patches: [UInt32] = [
        0x735244, 0xC29682, 0x627A9D, 0x576C43, 0x8580B1, 0x67BDAA,
        0xD67E2C, 0x505BA6, 0xC15A63, 0x5E3C6C, 0x9DBC40, 0xE0A32E,
        0x383D96, 0x469449, 0xAF363C, 0xE7C71F, 0xBB5695, 0x0885A1,
        0xF3F3F2, 0xC8C8C8, 0xA0A0A0, 0x7A7A79, 0x555555, 0x343434,
    ]

    static func draw(on canvas: Canvas, in box: Box) {
        canvas.fill(.rounded(box, radius: 5), Ink.of(0x141414))
        let gap: Float = 5
        let width = (box.width - gap * 7) / 6
        let height = (box.height - gap * 5) / 4
        for (index, code) in patches.enumerated() {
            let left = box.left + gap + Float(index % 6) * (width + gap)
            let top = box.top + gap + Float(index / 6) * (height + gap)
            canvas.fill(.box(Box(left, top, left + width, top + height)), Ink.of(code))
        }
    }
}
