// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// The content of the measured window, at every degree of blur.
final class FocusTexture: Sendable {
    static let side = 144
    private static let margin = 48
    private static let padded = side + 2 * margin

    /// Standard deviations of the blur, in pixels, for which a picture is kept; those between are blended.
    private static let blurs: [Double] = [
        0, 0.4, 0.6, 0.85, 1.2, 1.7, 2.4, 3.4, 4.8, 6.8, 9.6, 13.6, 19.2, 27.2, 38.4,
    ]

    private let levels: [[Float]]

    /// - Parameter contrast: the standard deviation of luma in focus, in codes.
    init(_ numbers: inout SeededNumbers, contrast: Double) {
        var picture = [Float](repeating: 0, count: Self.padded * Self.padded)
        Self.addNoise(to: &picture, &numbers)
        Self.addTiles(to: &picture, &numbers)
        let mean = picture.reduce(0, +) / Float(picture.count)
        let variance = picture.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(picture.count)
        let scale = Float(contrast) / max(1e-6, variance.squareRoot())
        picture = picture.map { ($0 - mean) * scale }
        levels = Self.blurs.map { Self.cropped(Self.blurred(picture, deviation: $0)) }
    }

    /// One pixel's difference from the mean, seen through a blur of this standard deviation.
    func line(_ y: Int, blur: Double, into line: inout [Float]) {
        let upper = Self.blurs.firstIndex { $0 > blur } ?? Self.blurs.count - 1
        let (low, high) = (Self.blurs[upper - 1], Self.blurs[upper])
        let share = Float(min(1, max(0, (blur - low) / (high - low))))
        let start = y * Self.side
        for x in 0..<Self.side {
            line[x] = levels[upper - 1][start + x] * (1 - share) + levels[upper][start + x] * share
        }
    }

    /// Smooth noise of several sizes: how strong the fine is against the coarse differs from scene to scene.
    private static func addNoise(to picture: inout [Float], _ numbers: inout SeededNumbers) {
        let fall = numbers.number(in: 0.6...1.1)
        for cell in [2, 4, 8, 16, 32] {
            let columns = padded / cell + 2
            let grid = (0..<columns * columns).map { _ in Float(numbers.normal()) }
            let strength = Float(pow(Double(cell), fall))
            for y in 0..<padded {
                let v = Float(y % cell) / Float(cell)
                for x in 0..<padded {
                    let u = Float(x % cell) / Float(cell)
                    let at = y / cell * columns + x / cell
                    let upper = grid[at] * (1 - u) + grid[at + 1] * u
                    let lower = grid[at + columns] * (1 - u) + grid[at + columns + 1] * u
                    picture[y * padded + x] += (upper * (1 - v) + lower * v) * strength
                }
            }
        }
    }

    /// Things with hard edges.
    private static func addTiles(to picture: inout [Float], _ numbers: inout SeededNumbers) {
        for _ in 0..<Int(numbers.number(in: 4...20)) {
            let (width, height) = (Int(numbers.scale(in: 6...80)), Int(numbers.scale(in: 6...80)))
            let left = Int(numbers.number(in: 0...Double(padded - width)))
            let top = Int(numbers.number(in: 0...Double(padded - height)))
            let shade = Float(numbers.normal() * 20)
            for y in top..<top + height {
                for x in left..<left + width { picture[y * padded + x] += shade }
            }
        }
    }

    private static func cropped(_ picture: [Float]) -> [Float] {
        var result: [Float] = []
        for y in margin..<margin + side {
            let start = y * padded + margin
            result += picture[start..<start + side]
        }
        return result
    }

    /// Three box passes each way, with fractional boxes: near enough to a lens's disc.
    private static func blurred(_ picture: [Float], deviation: Double) -> [Float] {
        guard deviation > 0 else { return picture }
        // A box that reaches r to both sides of its middle has the variance ((2r + 1)² − 1) / 12.
        let reach = ((4 * deviation * deviation + 1).squareRoot() - 1) / 2
        var result = picture
        for _ in 0..<3 { result = transposed(boxed(transposed(boxed(result, reach)), reach)) }
        return result
    }

    private static func boxed(_ picture: [Float], _ reach: Double) -> [Float] {
        let (whole, part) = (Int(reach), Float(reach - reach.rounded(.down)))
        let weight = 1 / Float(2 * reach + 1)
        var result = picture
        for y in 0..<padded {
            let row = y * padded
            func value(_ x: Int) -> Float { picture[row + min(padded - 1, max(0, x))] }
            var sum: Float = (-whole...whole).reduce(0) { $0 + value($1) }
            for x in 0..<padded {
                result[row + x] = (sum + part * (value(x - whole - 1) + value(x + whole + 1))) * weight
                sum += value(x + whole + 1) - value(x - whole)
            }
        }
        return result
    }

    private static func transposed(_ picture: [Float]) -> [Float] {
        var result = picture
        for y in 0..<padded { for x in 0..<padded { result[x * padded + y] = picture[y * padded + x] } }
        return result
    }
}
