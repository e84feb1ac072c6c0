// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Merging
import PictureFiles

/// What a webcam's sensor adds, in a dark room with its gain high.
struct Sensor {
    let name: String
    /// Electrons at white, as the gain leaves them.
    let electrons: Float
    /// The deviation of what reading adds, in parts of white.
    let reading: Float

    static let all = [
        Sensor(name: "low", electrons: 1000, reading: 0.003),
        Sensor(name: "middle", electrons: 400, reading: 0.006),
        Sensor(name: "high", electrons: 150, reading: 0.012),
    ]
}

/// How a burst was taken.
enum Condition: String, CaseIterable {
    case still
    case handHeld = "hand-held"
    case moving, flicker, steps, mjpeg, yuyv, codes

    /// Motion JPEG is hand-held, too: a still one is no harder.
    var isHandHeld: Bool { self == .handHeld || self == .mjpeg || self == .yuyv || self == .codes }
}

/// Frames of a scene, and the truth about them.
struct Burst {
    let truth: Canvas
    /// What the first frame shows; differs from the truth in nothing but noise.
    let frames: [RGBPicture]
    let placements: [Placement]
    /// 1 where nothing moves in any frame, of each pixel.
    let isStill: [Bool]

    init(
        _ scene: Scene, _ sensor: Sensor, _ condition: Condition, width: Int, height: Int, count: Int,
        seed: UInt64
    ) throws(Problem) {
        let margin = 48
        var random = Seeded(seed &* 77 &+ 5)
        let world = scene.draw(width: width + 2 * margin, height: height + 2 * margin, seed: seed)
        var mover = Mover(width: width, height: height, random: &random)
        if condition != .moving { mover.size = 0 }
        var placements: [Placement] = [.identity]
        var (x, y): (Float, Float) = (0, 0)
        for _ in 1..<count {
            if condition.isHandHeld {
                x = max(-12, min(12, x + random.uniform(-3, 3)))
                y = max(-12, min(12, y + random.uniform(-3, 3)))
                placements.append(Placement(x: x, y: y, rotation: random.uniform(-0.5, 0.5) * .pi / 180))
            } else {
                placements.append(.identity)
            }
        }
        var (frames, truths): ([RGBPicture], [Canvas]) = ([], [])
        var isStill = [Bool](repeating: true, count: width * height)
        for (index, placement) in placements.enumerated() {
            var clean = Self.view(world, placement, margin, width, height)
            mover.draw(on: &clean, at: index, of: count, marking: &isStill)
            if index == 0 { truths.append(clean) }
            var gains = [Float](repeating: 1, count: height)
            switch condition {
            case .flicker:
                let phase = random.uniform(0, 2 * .pi)
                for row in 0..<height {
                    gains[row] = 1 + 0.12 * sinf(phase + Float(row) / Float(height) * 2 * .pi * 2.7)
                }
            case .steps: if index > 0 { gains = gains.map { _ in [1, 0.8, 1.25, 1.1][index % 4] } }
            default: break
            }
            let noisy = Self.exposed(clean, sensor, gains, &random, inCodes: condition == .codes)
            switch condition {
            case .mjpeg:
                let quality = [70, 80, 88, 95][Int(seed % 4)]
                frames.append(
                    try PictureFile.jpeg(try PictureFile.jpegBytes(noisy, quality: quality), "a frame"))
            case .yuyv: frames.append(Self.subsampled(noisy))
            default: frames.append(noisy)
            }
        }
        truth = truths[0]
        (self.frames, self.placements, self.isStill) = (frames, placements, isStill)
    }

    /// The cubic kernel of most libraries (Keys, a = −0.75): other than Merging's own.
    private static func weights(_ f: Float) -> SIMD4<Float> {
        func near(_ s: Float) -> Float { (1.25 * s - 2.25) * s * s + 1 }
        func far(_ s: Float) -> Float { ((-0.75 * s + 3.75) * s - 6) * s + 3 }
        return [far(1 + f), near(f), near(1 - f), far(2 - f)]
    }

    /// What of the world a camera sees, whose pixel at (u, v) from the middle is the world's at the inverse placement.
    private static func view(
        _ world: Canvas, _ placement: Placement, _ margin: Int, _ width: Int, _ height: Int
    ) -> Canvas {
        var result = Canvas(width: width, height: height)
        let (c, s) = (cosf(placement.rotation), sinf(placement.rotation))
        let (middleX, middleY) = (Float(width - 1) / 2, Float(height - 1) / 2)
        for y in 0..<height {
            for x in 0..<width {
                let (u, v) = (Float(x) - middleX - placement.x, Float(y) - middleY - placement.y)
                let atX = c * u + s * v + middleX + Float(margin)
                let atY = c * v - s * u + middleY + Float(margin)
                result[x, y] = sampled(world, atX, atY)
            }
        }
        return result
    }

    private static func sampled(_ canvas: Canvas, _ x: Float, _ y: Float) -> Canvas.Color {
        let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        let (wx, wy) = (weights(x - Float(left)), weights(y - Float(top)))
        var sum = Canvas.Color.zero
        for row in 0..<4 {
            for column in 0..<4 {
                let (px, py) = (left + column - 1, top + row - 1)
                sum +=
                    canvas[min(canvas.width - 1, max(0, px)), min(canvas.height - 1, max(0, py))]
                    * (wx[column] * wy[row])
            }
        }
        return sum
    }

    private static func light(_ code: Float) -> Float {
        let v = max(0, code) / 255
        return v <= 0.04045 ? v / 12.92 : powf((v + 0.055) / 1.055, 2.4)
    }
    private static func code(_ light: Float) -> Float {
        255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * powf(light, 1 / 2.4) - 0.055)
    }

    private static func exposed(
        _ clean: Canvas, _ sensor: Sensor, _ gains: [Float], _ random: inout Seeded, inCodes: Bool
    ) -> RGBPicture {
        var samples: [UInt16] = []
        samples.reserveCapacity(clean.values.count)
        for (index, value) in clean.values.enumerated() {
            let noisy: Float
            if inCodes {
                let deviation =
                    (value * 255 / sensor.electrons * 0.7 + sensor.reading * sensor.reading * 300_000)
                    .squareRoot()
                noisy = value + deviation * random.normal()
            } else {
                let light = light(value) * gains[index / 3 / clean.width]
                let deviation = (light / sensor.electrons + sensor.reading * sensor.reading).squareRoot()
                noisy = code(max(0, light + deviation * random.normal()))
            }
            samples.append(UInt16(min(255, max(0, noisy + 0.5))))
        }
        return RGBPicture(width: clean.width, height: clean.height, isDeep: false, samples: samples)
    }

    /// As YUYV has it: chroma of every other column, codes of eight bits.
    private static func subsampled(_ picture: RGBPicture) -> RGBPicture {
        var picture = picture
        func at(_ index: Int) -> Canvas.Color {
            [
                Float(picture.samples[index]), Float(picture.samples[index + 1]),
                Float(picture.samples[index + 2]),
            ]
        }
        func bounded(_ value: Float) -> UInt16 { UInt16(min(255, max(0, value + 0.5))) }
        for pair in stride(from: 0, to: picture.samples.count - 5, by: 6) {
            let (a, b) = (at(pair), at(pair + 3))
            let mean = (a + b) * 0.5
            func luma(_ c: Canvas.Color) -> Float { 0.299 * c.x + 0.587 * c.y + 0.114 * c.z }
            let cb = ((mean.z - luma(mean)) / 1.772 * 224 / 255).rounded() * 255 / 224
            let cr = ((mean.x - luma(mean)) / 1.402 * 224 / 255).rounded() * 255 / 224
            for (offset, color) in [(0, a), (3, b)] {
                let y = (luma(color) * 219 / 255).rounded() * 255 / 219
                picture.samples[pair + offset] = bounded(y + 1.402 * cr)
                picture.samples[pair + offset + 1] = bounded(y - 0.344136 * cb - 0.714136 * cr)
                picture.samples[pair + offset + 2] = bounded(y + 1.772 * cb)
            }
        }
        return picture
    }

    /// The mean with the true placements: what merging can reach without more than averaging.
    func ceiling() -> Canvas {
        let (width, height) = (truth.width, truth.height)
        var sum = Canvas(width: width, height: height)
        var counts = [Float](repeating: 0, count: width * height)
        for (frame, placement) in zip(frames, placements) {
            var canvas = Canvas(width: width, height: height)
            canvas.values = frame.samples.map { Float($0) }
            let (c, s) = (cosf(placement.rotation), sinf(placement.rotation))
            let (middleX, middleY) = (Float(width - 1) / 2, Float(height - 1) / 2)
            for y in 0..<height {
                for x in 0..<width {
                    if placement == .identity {
                        sum[x, y] += canvas[x, y]
                        counts[y * width + x] += 1
                        continue
                    }
                    let (u, v) = (Float(x) - middleX, Float(y) - middleY)
                    let atX = c * u - s * v + middleX + placement.x
                    let atY = s * u + c * v + middleY + placement.y
                    guard atX >= 0, atY >= 0, atX <= Float(width - 1), atY <= Float(height - 1) else {
                        continue
                    }
                    sum[x, y] += Self.sampled(canvas, atX, atY)
                    counts[y * width + x] += 1
                }
            }
        }
        for y in 0..<height {
            for x in 0..<width { sum[x, y] *= 1 / counts[y * width + x] }
        }
        return sum.rounded()
    }

    /// The mean without alignment.
    func plainMean() -> Canvas {
        var sum = Canvas(width: truth.width, height: truth.height)
        for frame in frames {
            for index in sum.values.indices {
                sum.values[index] += Float(frame.samples[index]) / Float(frames.count)
            }
        }
        return sum.rounded()
    }
}

extension Canvas {
    init(_ picture: RGBPicture) {
        self.init(width: picture.width, height: picture.height)
        values = picture.samples.map { Float($0) }
    }

    func rounded() -> Canvas {
        var result = self
        for index in result.values.indices {
            result.values[index] = min(255, max(0, values[index].rounded()))
        }
        return result
    }

    var picture: RGBPicture {
        RGBPicture(width: width, height: height, isDeep: false, samples: rounded().values.map { UInt16($0) })
    }
}

/// A thing that crosses the picture.
private struct Mover {
    var size: Float
    private let start: SIMD2<Float>
    private let way: SIMD2<Float>
    private let color: Canvas.Color

    init(width: Int, height: Int, random: inout Seeded) {
        size = random.uniform(0.06, 0.14) * Float(height)
        start = [random.uniform(0.2, 0.6) * Float(width), random.uniform(0.25, 0.75) * Float(height)]
        way = [random.uniform(2, 14), random.uniform(-5, 5)]
        color = [random.uniform(20, 240), random.uniform(20, 240), random.uniform(20, 240)]
    }

    func draw(on canvas: inout Canvas, at index: Int, of count: Int, marking isStill: inout [Bool]) {
        guard size > 0 else { return }
        let place = start + way * Float(index)
        canvas.ellipse(place.x, place.y, size, size * 0.7, turn: 0.4, color)
        canvas.ellipse(
            place.x + size * 0.2, place.y, size * 0.3, size * 0.3, turn: 0, [250, 250, 250] - color)
        for y in 0..<canvas.height where abs(Float(y) - place.y) < size + 2 {
            for x in 0..<canvas.width where abs(Float(x) - place.x) < size + 2 {
                let (u, v) = (Float(x) - place.x, Float(y) - place.y)
                if u * u + v * v < (size + 2) * (size + 2) { isStill[y * canvas.width + x] = false }
            }
        }
    }
}
