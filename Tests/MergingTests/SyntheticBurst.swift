// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Merging

/// Numbers that look random and are the same for the same seed (SplitMix64).
struct Seeded {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 }

    mutating func uniform() -> Float {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return Float((z ^ (z >> 31)) >> 40) * (1 / 16_777_216)
    }

    mutating func normal() -> Float {
        (-2 * logf(1 - uniform())).squareRoot() * cosf(2 * .pi * uniform())
    }
}

/// A scene of smooth waves and soft discs, known at every place, so that a moved frame needs no interpolation.
struct SyntheticScene {
    let width: Int
    let height: Int
    private let discs: [(x: Float, y: Float, radius: Float, color: SIMD3<Float>)]
    /// Drawn on a frame, in its pixels.
    typealias Object = (x: Float, y: Float, side: Float, color: SIMD3<Float>)

    init(width: Int = 320, height: Int = 240, seed: UInt64 = 1, brightness: Float = 1) {
        self.width = width
        self.height = height
        var random = Seeded(seed)
        discs = (0..<260).map { _ in
            let (x, y, radius) = (
                random.uniform() * Float(width + 40) - 20, random.uniform() * Float(height + 40) - 20,
                2 + 16 * random.uniform() * random.uniform()
            )
            let color = SIMD3<Float>(random.uniform(), random.uniform(), random.uniform()) * 180 * brightness
            return (x, y, radius, color)
        }
        base = 40 * brightness
    }

    private let base: Float

    /// The codes of a frame that lies at `placement`, without noise.
    func view(at placement: Placement = .identity, object: Object? = nil) -> [Float] {
        let zoom = placement.magnification
        let (middleX, middleY) = (Float(width - 1) / 2, Float(height - 1) / 2)
        let (c, s) = (cosf(placement.rotation), sinf(placement.rotation))
        var codes = [Float](repeating: 0, count: 3 * width * height)
        func paint(_ x: Int, _ y: Int, _ color: SIMD3<Float>, _ share: Float) {
            for channel in 0..<3 {
                codes[3 * (y * width + x) + channel] +=
                    (color[channel] - codes[3 * (y * width + x) + channel]) * share
            }
        }
        for y in 0..<height {
            for x in 0..<width {
                let wave = sinf(Float(x) * 0.02) * cosf(Float(y) * 0.03)
                paint(x, y, [base + base * 0.5 * wave, base, base - base * 0.4 * wave], 1)
            }
        }
        for disc in discs {
            let (u, v) = (disc.x - middleX, disc.y - middleY)
            let x = zoom * (c * u - s * v) + middleX + placement.x
            let y = zoom * (s * u + c * v) + middleY + placement.y
            let reach = disc.radius + 2
            for row in 0..<height where abs(Float(row) - y) < reach {
                for column in 0..<width where abs(Float(column) - x) < reach {
                    let (dx, dy) = (Float(column) - x, Float(row) - y)
                    let share = 1 / (1 + expf(2.2 * ((dx * dx + dy * dy).squareRoot() - disc.radius)))
                    if share > 0.002 { paint(column, row, disc.color, share) }
                }
            }
        }
        if let object {
            for y in 0..<height where abs(Float(y) - object.y) < object.side {
                for x in 0..<width where abs(Float(x) - object.x) < object.side {
                    paint(x, y, object.color, 1)
                }
            }
        }
        return codes
    }

    /// A frame of eight bits: each row's light times a gain, photon and read noise in light, cut at black and at white.
    func frame(
        _ codes: [Float], random: inout Seeded, noise: Float = 1, gain: (Int) -> Float = { _ in 1 }
    ) -> RGBPicture {
        let samples = codes.enumerated().map { index, code -> UInt16 in
            let light = Self.light(code) * gain(index / 3 / width)
            let deviation = noise * (light / 400 + 0.006 * 0.006).squareRoot()
            return UInt16(min(255, max(0, Self.code(max(0, light + deviation * random.normal())) + 0.5)))
        }
        return RGBPicture(width: width, height: height, isDeep: false, samples: samples)
    }

    static func light(_ code: Float) -> Float {
        let v = max(0, code) / 255
        return v <= 0.04045 ? v / 12.92 : powf((v + 0.055) / 1.055, 2.4)
    }
    static func code(_ light: Float) -> Float {
        255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * powf(light, 1 / 2.4) - 0.055)
    }

    /// Decibels, over the pixels for which `counts` says so.
    func psnr(_ codes: [Float], _ truth: [Float], where counts: (Int, Int) -> Bool = { _, _ in true })
        -> Float
    {
        var (sum, number): (Double, Int) = (0, 0)
        for index in codes.indices where counts(index / 3 % width, index / 3 / width) {
            let difference = Double(codes[index] - truth[index])
            sum += difference * difference
            number += 1
        }
        return Float(10 * log10(255 * 255 / max(1e-9, sum / Double(max(1, number)))))
    }

    func psnr(_ picture: RGBPicture, _ truth: [Float], where counts: (Int, Int) -> Bool = { _, _ in true })
        -> Float
    {
        psnr(picture.samples.map { Float($0) }, truth, where: counts)
    }

    /// The mean of frames, rounded.
    static func mean(_ frames: [RGBPicture]) -> [Float] {
        var sums = [Float](repeating: 0, count: frames[0].samples.count)
        for frame in frames {
            for index in sums.indices { sums[index] += Float(frame.samples[index]) }
        }
        return sums.map { ($0 / Float(frames.count)).rounded() }
    }
}

func merged(_ kind: MergeKind, _ frames: [RGBPicture]) -> RGBPicture {
    let merger = FrameMerger(kind: kind, reference: frames[0])
    for frame in frames.dropFirst() { merger.add(frame) }
    return merger.finished()
}
