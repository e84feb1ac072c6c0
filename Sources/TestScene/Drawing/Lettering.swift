/// Letters and digits out of straight strokes, for what is printed and lit in the scene.
enum Lettering {
    /// The strokes of a letter on a field of 4 by 6.
    private static let strokes: [Character: [[Point]]] = [
        "E": [[Point(4, 0), Point(0, 0), Point(0, 6), Point(4, 6)], [Point(0, 3), Point(3, 3)]],
        "I": [[Point(2, 0), Point(2, 6)]],
        "N": [[Point(0, 6), Point(0, 0), Point(4, 6), Point(4, 0)]],
        "P": [[Point(0, 6), Point(0, 0), Point(4, 0), Point(4, 3), Point(0, 3)]],
        "T": [[Point(0, 0), Point(4, 0)], [Point(2, 0), Point(2, 6)]],
        "Y": [[Point(0, 0), Point(2, 3), Point(4, 0)], [Point(2, 3), Point(2, 6)]],
    ]

    /// Capital letters in one line; letters that have no strokes leave a gap.
    ///
    /// - Parameters:
    ///   - origin: top left.
    ///   - height: of the letters, in scene units.
    static func outline(_ text: String, at origin: Point, height: Float, weight: Float) -> Outline {
        let unit = height / 6
        var parts: [Outline] = []
        for (index, letter) in text.enumerated() {
            let corner = origin + Point(Float(index) * unit * 6.4, 0)
            for stroke in strokes[letter] ?? [] {
                for (from, to) in zip(stroke, stroke.dropFirst()) {
                    let step = (to - from) / ((to - from) * (to - from)).sum().squareRoot() * weight / 2
                    parts.append(
                        .line(corner + from * unit - step, corner + to * unit + step, width: weight))
                }
            }
        }
        return .joined(parts)
    }

    /// Which of the seven segments a digit lights: top, upper right, lower right, bottom, lower left, upper left,
    /// middle, from the low bit on.
    private static let segments: [UInt8] = [0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F]

    /// One seven-segment digit.
    ///
    /// - Parameter origin: top left; the digit is half as wide as high.
    static func digit(_ digit: Int, at origin: Point, height: Float) -> Outline {
        segmentOutline(segments[digit], at: origin, height: height)
    }

    /// All seven segments, as they show when unlit.
    static func unlitDigit(at origin: Point, height: Float) -> Outline {
        segmentOutline(0x7F, at: origin, height: height)
    }

    private static func segmentOutline(_ bits: UInt8, at origin: Point, height: Float) -> Outline {
        let (h, w, t) = (height, height * 0.5, height * 0.12)
        let ends = [
            (Point(0, 0), Point(w, 0)), (Point(w, 0), Point(w, h / 2)), (Point(w, h / 2), Point(w, h)),
            (Point(0, h), Point(w, h)), (Point(0, h / 2), Point(0, h)), (Point(0, 0), Point(0, h / 2)),
            (Point(0, h / 2), Point(w, h / 2)),
        ]
        return .joined(
            ends.indices.filter { bits >> $0 & 1 == 1 }.map {
                bar(origin + ends[$0].0, origin + ends[$0].1, thickness: t)
            })
    }

    /// A bar with pointed ends, as the segments of a display have.
    private static func bar(_ from: Point, _ to: Point, thickness: Float) -> Outline {
        let length = ((to - from) * (to - from)).sum().squareRoot()
        let along = (to - from) / length
        let (side, gap) = (Point(-along.y, along.x) * thickness / 2, along * thickness * 0.12)
        let tip = along * thickness / 2
        return .polygon([
            from + gap, from + gap + tip + side, to - gap - tip + side, to - gap, to - gap - tip - side,
            from + gap + tip - side,
        ])
    }
}
