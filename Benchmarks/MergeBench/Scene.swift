// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Numbers that look random and are the same for the same seed (SplitMix64).
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 0x1234_5678 }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    mutating func uniform(_ low: Float, _ high: Float) -> Float {
        low + (high - low) * Float(next() >> 40) * (1 / 16_777_216)
    }

    /// With the deviation of one.
    mutating func normal() -> Float {
        let radius = (-2 * logf(1 - uniform(0, 1))).squareRoot()
        return radius * cosf(2 * .pi * uniform(0, 1))
    }
}

/// Three channels of codes, 0…255, with fractions; drawn on with soft edges.
struct Canvas {
    let width: Int
    let height: Int
    var values: [Float]

    typealias Color = SIMD3<Float>

    init(width: Int, height: Int, color: Color = .zero) {
        self.width = width
        self.height = height
        values = []
        values.reserveCapacity(3 * width * height)
        for _ in 0..<width * height {
            values.append(color.x)
            values.append(color.y)
            values.append(color.z)
        }
    }

    subscript(x: Int, y: Int) -> Color {
        get {
            let index = 3 * (y * width + x)
            return Color(values[index], values[index + 1], values[index + 2])
        }
        set {
            let index = 3 * (y * width + x)
            (values[index], values[index + 1], values[index + 2]) = (newValue.x, newValue.y, newValue.z)
        }
    }

    /// Paints where `cover` of the pixel's place is above zero.
    mutating func paint(
        x: ClosedRange<Float>, y: ClosedRange<Float>, _ color: Color, _ cover: (Float, Float) -> Float
    ) {
        func inside(_ range: ClosedRange<Float>, _ count: Int) -> Range<Int> {
            let (low, high) = (max(0, range.lowerBound), min(Float(count), range.upperBound + 2))
            return Int(low)..<max(Int(low), Int(max(0, high)))
        }
        let (columns, rows) = (inside(x, width), inside(y, height))
        for row in rows {
            for column in columns {
                let share = min(1, max(0, cover(Float(column), Float(row))))
                if share > 0 { self[column, row] += (color - self[column, row]) * share }
            }
        }
    }

    mutating func ellipse(
        _ cx: Float, _ cy: Float, _ long: Float, _ short: Float, turn: Float, _ color: Color
    ) {
        let (c, s) = (cosf(turn), sinf(turn))
        paint(x: cx - long - 1...cx + long + 1, y: cy - long - 1...cy + long + 1, color) { x, y in
            let (u, v) = ((x - cx) * c + (y - cy) * s, (y - cy) * c - (x - cx) * s)
            let distance = ((u * u) / (long * long) + (v * v) / (short * short)).squareRoot()
            return (1 - distance) * short + 0.5
        }
    }

    mutating func line(_ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float, width: Float, _ color: Color) {
        let length = max(1e-3, ((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0)).squareRoot())
        let (dx, dy) = ((x1 - x0) / length, (y1 - y0) / length)
        paint(
            x: min(x0, x1) - width...max(x0, x1) + width, y: min(y0, y1) - width...max(y0, y1) + width, color
        ) { x, y in
            let along = min(length, max(0, (x - x0) * dx + (y - y0) * dy))
            let (px, py) = (x - x0 - along * dx, y - y0 - along * dy)
            return width / 2 + 0.5 - (px * px + py * py).squareRoot()
        }
    }

    mutating func rectangle(_ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float, _ color: Color) {
        paint(x: x0 - 1...x1 + 1, y: y0 - 1...y1 + 1, color) { x, y in
            min(min(x - x0, x1 - x), min(y - y0, y1 - y)) + 0.5
        }
    }

    /// Half as wide and high.
    func halved() -> Canvas {
        var result = Canvas(width: width / 2, height: height / 2)
        for y in 0..<result.height {
            for x in 0..<result.width {
                let upper = self[2 * x, 2 * y] + self[2 * x + 1, 2 * y]
                let lower = self[2 * x, 2 * y + 1] + self[2 * x + 1, 2 * y + 1]
                result[x, y] = (upper + lower) * 0.25
            }
        }
        return result
    }
}

/// What is photographed. Drawn twice as large and halved, so that edges are those of a lens.
enum Scene: String, CaseIterable {
    case text, hair, foliage, portrait, board, night

    func draw(width: Int, height: Int, seed: UInt64) -> Canvas {
        var random = Seeded(seed)
        let (w, h) = (Float(2 * width), Float(2 * height))
        var canvas: Canvas
        switch self {
        case .text:
            canvas = Canvas(width: 2 * width, height: 2 * height, color: [226, 221, 208])
            canvas.rectangle(w * 0.62, h * 0.1, w * 0.95, h * 0.45, [70, 88, 120])
            canvas.rectangle(w * 0.05, h * 0.7, w * 0.5, h * 0.95, [28, 26, 30])
            var y: Float = 20
            while y < h - 20 {
                let size = random.uniform(14, 44)
                var x = random.uniform(10, 60)
                while x < w - 30 {
                    let isDark = canvas[Int(x), Int(y)].x > 128
                    let ink: Canvas.Color = isDark ? [30, 28, 34] : [214, 210, 200]
                    for _ in 0..<3 {
                        canvas.line(
                            x + random.uniform(0, size * 0.5), y + random.uniform(0, size),
                            x + random.uniform(0, size * 0.5), y + random.uniform(0, size),
                            width: size * 0.11, ink)
                    }
                    x += random.uniform(0, 1) < 0.16 ? size * 1.2 : size * 0.7
                }
                y += size * 1.6
            }
        case .hair:
            canvas = Canvas(width: 2 * width, height: 2 * height, color: [58, 44, 38])
            canvas.ellipse(w * 0.5, h * 0.55, h * 0.42, h * 0.33, turn: 1.5, [196, 152, 128])
            for _ in 0..<1400 {
                var (x, y) = (random.uniform(0, w), random.uniform(-50, h))
                var angle = random.uniform(0.9, 2.2)
                let shade = random.uniform(0.3, 1.6)
                let color: Canvas.Color = [62 * shade, 45 * shade, 32 * shade]
                let thick = random.uniform(1.2, 3.4)
                for _ in 0..<14 {
                    let (nx, ny) = (x + 18 * cosf(angle), y + 18 * sinf(angle))
                    canvas.line(x, y, nx, ny, width: thick, color)
                    (x, y) = (nx, ny)
                    angle += random.uniform(-0.12, 0.12)
                }
            }
        case .foliage:
            canvas = Canvas(width: 2 * width, height: 2 * height, color: [40, 52, 30])
            for index in 0..<9000 {
                let size = 4 + 60 * powf(random.uniform(0, 1), 3) * (index < 4000 ? 1 : 0.5)
                let light = random.uniform(0.15, 1.2)
                canvas.ellipse(
                    random.uniform(0, w), random.uniform(0, h), size, size * random.uniform(0.25, 0.7),
                    turn: random.uniform(0, 3.14),
                    [
                        random.uniform(60, 150) * light, random.uniform(110, 190) * light,
                        random.uniform(20, 80) * light,
                    ])
            }
        case .portrait:
            canvas = Canvas(width: 2 * width, height: 2 * height)
            for y in 0..<2 * height {
                for x in 0..<2 * width {
                    let (u, v) = (Float(x) / w, Float(y) / h)
                    canvas[x, y] = [60 + 90 * u, 70 + 60 * v, 90 + 70 * (1 - u) * v]
                }
            }
            for _ in 0..<10 {
                let (cx, cy, size) = (random.uniform(0, w), random.uniform(0, h), random.uniform(40, 200))
                let color: Canvas.Color = [
                    random.uniform(40, 230), random.uniform(40, 220), random.uniform(40, 200),
                ]
                canvas.paint(x: cx - size...cx + size, y: cy - size...cy + size, color) { x, y in
                    0.5 * expf(-8 * ((x - cx) * (x - cx) + (y - cy) * (y - cy)) / (size * size))
                }
            }
            canvas.ellipse(w * 0.48, h * 0.55, h * 0.4, h * 0.3, turn: 1.57, [205, 160, 136])
            canvas.paint(x: w * 0.2...w * 0.8, y: h * 0.1...h * 0.98, [120, 78, 62]) { x, y in
                let d =
                    ((x - w * 0.48) * (x - w * 0.48) / (h * h * 0.09) + (y - h * 0.55) * (y - h * 0.55)
                        / (h * h * 0.16))
                return d < 1 ? 0.7 * d * (x > w * 0.48 ? 1 : 0.2) : 0
            }
            for side: Float in [-1, 1] {
                canvas.ellipse(
                    w * 0.48 + side * h * 0.12, h * 0.48, h * 0.05, h * 0.024, turn: 0, [232, 228, 222])
                canvas.ellipse(
                    w * 0.48 + side * h * 0.12, h * 0.48, h * 0.022, h * 0.022, turn: 0, [52, 36, 28])
            }
            canvas.ellipse(w * 0.48, h * 0.74, h * 0.1, h * 0.025, turn: 0, [166, 88, 84])
        case .board:
            canvas = Canvas(width: 2 * width, height: 2 * height, color: [18, 74, 46])
            for _ in 0..<220 {
                let (x, y, length) = (random.uniform(0, w), random.uniform(0, h), random.uniform(40, 320))
                let turn = (random.uniform(0, 8)).rounded(.down) * .pi / 4
                let (ex, ey) = (x + length * cosf(turn), y + length * sinf(turn))
                canvas.line(x, y, ex, ey, width: random.uniform(3, 7), [42, 112, 66])
                canvas.ellipse(ex, ey, 8, 8, turn: 0, [186, 172, 118])
                canvas.ellipse(ex, ey, 3, 3, turn: 0, [12, 16, 14])
            }
            for _ in 0..<26 {
                let (x, y) = (random.uniform(0, w), random.uniform(0, h))
                let (sx, sy) = (random.uniform(50, 200), random.uniform(40, 140))
                for pin in stride(from: Float(8), to: sx - 6, by: 14) {
                    canvas.rectangle(x + pin, y - 12, x + pin + 6, y + sy + 12, [198, 198, 192])
                }
                canvas.rectangle(x, y, x + sx, y + sy, [22, 22, 24])
                for mark in 0..<7 {
                    let left = x + 10 + Float(mark) * 13
                    canvas.line(
                        left, y + 14, left + random.uniform(-5, 8), y + 28, width: 2.2, [142, 142, 138])
                }
            }
        case .night:
            canvas = Canvas(width: 2 * width, height: 2 * height, color: [7, 8, 13])
            for building in 0..<14 {
                let (x, top) = (w * Float(building) / 14, random.uniform(h * 0.2, h * 0.7))
                canvas.rectangle(
                    x, top, x + w / 15, h,
                    [random.uniform(10, 28), random.uniform(12, 28), random.uniform(16, 34)])
                for _ in 0..<40 {
                    let (wx, wy) = (x + random.uniform(6, w / 15 - 12), random.uniform(top + 8, h - 14))
                    let light = random.uniform(0.15, 1)
                    canvas.rectangle(wx, wy, wx + 8, wy + 12, [250 * light, 205 * light, 130 * light])
                }
            }
            for _ in 0..<24 {
                let (cx, cy, size) = (
                    random.uniform(0, w), random.uniform(h * 0.3, h), random.uniform(20, 90)
                )
                canvas.paint(x: cx - size...cx + size, y: cy - size...cy + size, [250, 190, 110]) { x, y in
                    0.6 * expf(-9 * ((x - cx) * (x - cx) + (y - cy) * (y - cy)) / (size * size))
                }
                canvas.ellipse(cx, cy, 4, 4, turn: 0, [255, 250, 240])
            }
        }
        return canvas.halved()
    }
}
