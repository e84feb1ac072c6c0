// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// How much brighter a frame is than the reference, row by row: exposure steps, and the bands of lamps at the mains, which a
/// rolling shutter draws across the picture.
///
/// Measured in linear light: where light is halved, so is the measure. Noise alone moves nothing.
struct Lighting {
    /// Of the frame's rows, the logarithm of the light beside the reference's.
    let rows: [Float]

    /// Squares of pixels that are measured as one.
    static let side = 4

    var isNeutral: Bool { rows.allSatisfy { abs($0) < 0.002 } }

    init(rows: [Float]) { self.rows = rows }

    /// - Parameters:
    ///   - reference: means of squares of the reference in linear light, as of `linear`.
    ///   - frame: those of the frame.
    init(reference: Plane, frame: Plane, placement: Placement, height: Int) {
        let small = placement.scaled(by: 1 / Float(Self.side))
        let (middleX, middleY) = (Float(reference.width - 1) / 2, Float(reference.height - 1) / 2)
        let (frameX, frameY) = (Float(frame.width - 1) / 2, Float(frame.height - 1) / 2)
        // From the frame's rows to the reference: the inverse placement.
        let norm = (1 + small.a) * (1 + small.a) + small.b * small.b
        var measured = [Float](repeating: 0, count: frame.height)
        var errors = [Float](repeating: .infinity, count: frame.height)
        measured.withUnsafeMutableBufferPointer { measured in
            errors.withUnsafeMutableBufferPointer { errors in
                Bands.each(frame.height) { rows in
                    var pairs: [(ours: Float, theirs: Float)] = []
                    for y in rows {
                        pairs.removeAll(keepingCapacity: true)
                        for x in 0..<frame.width {
                            let (du, dv) = (Float(x) - frameX - small.x, Float(y) - frameY - small.y)
                            let atX = middleX + ((1 + small.a) * du + small.b * dv) / norm
                            let atY = middleY + ((1 + small.a) * dv - small.b * du) / norm
                            guard atX >= 0, atY >= 0, atX < Float(reference.width - 1),
                                atY < Float(reference.height - 1)
                            else { continue }
                            let (left, top) = (Int(atX), Int(atY))
                            let (fx, fy) = (atX - Float(left), atY - Float(top))
                            let corner = reference.row(top) + left
                            let below = corner + reference.width
                            let upper = corner[0] + (corner[1] - corner[0]) * fx
                            let lower = below[0] + (below[1] - below[0]) * fx
                            let (ours, theirs) = (upper + (lower - upper) * fy, frame.row(y)[x])
                            // Not what is clipped at white in either.
                            if ours + theirs < 1.8, ours < 0.95, theirs < 0.95 {
                                pairs.append((ours, theirs))
                            }
                        }
                        guard pairs.count >= 8, let (ratio, error) = Self.ratio(&pairs) else { continue }
                        measured[y] = ratio
                        errors[y] = error
                    }
                }
            }
        }
        let smooth = Self.withoutNoise(measured, errors)
        rows = (0..<height).map { y in
            let at = min(
                Float(frame.height - 1), max(0, (Float(y) - Float(Self.side - 1) / 2) / Float(Self.side)))
            let (left, right) = (Int(at), min(frame.height - 1, Int(at) + 1))
            return smooth[left] + (smooth[right] - smooth[left]) * (at - Float(left))
        }
    }

    /// The logarithm of the light of one beside the other, and how uncertain it is.
    ///
    /// Of sums: the mean of ratios would depend on how noisy each of the two is. What moves is left out, as far as it differs by more
    /// than noise does.
    private static func ratio(_ pairs: inout [(ours: Float, theirs: Float)]) -> (Float, Float)? {
        // The median ratio first: one lamp that moves may have more light than all that stands still.
        var ratios = stride(from: 0, to: pairs.count, by: 3).map {
            (pairs[$0].theirs + 1e-4) / (pairs[$0].ours + 1e-4)
        }
        ratios.sort()
        var gain = ratios[ratios.count / 2]
        var result: (Float, Float)?
        for _ in 0..<3 {
            guard gain > 0.01, gain < 100 else { return result }
            // As photons have it: the variance grows with the light.
            var deviation: Float = 0
            for pair in pairs {
                deviation +=
                    abs(pair.theirs - gain * pair.ours) / (pair.theirs + gain * pair.ours + 0.01).squareRoot()
            }
            let limit = 4 * deviation / Float(pairs.count) + 1e-4
            let kept = pairs.filter {
                abs($0.theirs - gain * $0.ours) <= limit * ($0.theirs + gain * $0.ours + 0.01).squareRoot()
            }
            var (ours, theirs): (Float, Float) = (0, 0)
            for pair in kept {
                ours += pair.ours
                theirs += pair.theirs
            }
            guard kept.count >= 8, ours > 0.004 * Float(kept.count), theirs > 0.004 * Float(kept.count) else {
                return result
            }
            gain = theirs / ours
            var squares: Float = 0
            for pair in kept {
                let rest = pair.theirs - gain * pair.ours
                squares += rest * rest
            }
            result = (logf(gain), max(1e-4, squares.squareRoot() / theirs))
            guard kept.count < pairs.count else { return result }
            pairs = kept
        }
        return result
    }

    /// What of a measured profile is certain: its mean, and the waves in it that stand out of its noise.
    private static func withoutNoise(_ measured: [Float], _ errors: [Float]) -> [Float] {
        let count = measured.count
        let known = errors.indices.filter { errors[$0].isFinite }
        guard known.count * 2 > count else {
            guard known.count >= 4 else { return [Float](repeating: 0, count: count) }
            let sorted = known.map { measured[$0] }.sorted()
            return [Float](repeating: sorted[sorted.count / 2], count: count)
        }
        // Rows without a measure get the nearest one's.
        var values = measured
        var error: Float = 0
        for index in 0..<count where !errors[index].isFinite {
            let nearest = known.min { abs($0 - index) < abs($1 - index) } ?? index
            values[index] = measured[nearest]
        }
        for index in known { error += errors[index] }
        error /= Float(known.count)
        var mean = values.reduce(0, +) / Float(count)
        if abs(mean) < 3 * error / Float(known.count).squareRoot() { mean = 0 }
        // Neighbours share little noise; the differences of the second order see no slow wave.
        var rough: [Float] = []
        for index in 1..<max(2, count - 1) where count > 2 {
            rough.append(abs(values[index - 1] - 2 * values[index] + values[index + 1]))
        }
        rough.sort()
        if let middle = rough.isEmpty ? nil : rough[rough.count / 2] {
            error = max(error, middle / (0.6745 * Float(6).squareRoot()))
        }
        var result = [Float](repeating: mean, count: count)
        let norm = (2 / Float(count)).squareRoot()
        for wave in 1..<max(1, min(count, count / 2)) {
            var sum: Float = 0
            let step = Float.pi * Float(wave) / Float(count)
            for index in 0..<count { sum += (values[index] - mean) * cosf(step * (Float(index) + 0.5)) }
            let share = sum * norm
            guard abs(share) > 3.5 * error else { continue }
            for index in 0..<count { result[index] += share * norm * cosf(step * (Float(index) + 0.5)) }
        }
        return result
    }

    /// Makes the frame as bright as the reference, in place.
    func level(_ channels: Channels) {
        guard !isNeutral else { return }
        Self.scale(channels, by: rows.map { -$0 })
    }

    /// Multiplies the light of each row, given as logarithms.
    static func scale(_ channels: Channels, by rows: [Float]) {
        Bands.each(channels.height) { range in
            for y in range {
                // Encoded as sRGB is, v = 1.055 l^(1/2.4) − 0.055: a factor of light is one of v + 0.055 (14.025 of 255).
                // Below 0.04045 the curve is straight, so there the shift runs out to nothing at black.
                let factor = expf(rows[y] / 2.4)
                let shift = 14.025 * (factor - 1)
                for plane in channels.planes {
                    let row = plane.row(y)
                    for x in 0..<channels.width {
                        row[x] = row[x] * factor + shift * max(0, min(1, row[x] * (1 / 10.31475)))
                    }
                }
            }
        }
    }

    /// The means of squares of pixels in linear light, 0…1: green for the most part, as the eye has it.
    static func linear(_ channels: Channels) -> Plane {
        let result = Plane(width: max(1, channels.width / side), height: max(1, channels.height / side))
        let (table, planes) = (Self.linearTable, channels.planes)
        Bands.each(result.height) { rows in
            for y in rows {
                for x in 0..<result.width {
                    var sum: Float = 0
                    // Every other pixel says enough.
                    for row in 4 * y..<min(channels.height, 4 * y + 4) {
                        for column in stride(from: 4 * x + row % 2, to: min(channels.width, 4 * x + 4), by: 2)
                        {
                            let at = row * channels.width + column
                            let red = table[Self.index(planes[0].base[at])]
                            let green = table[Self.index(planes[1].base[at])]
                            let blue = table[Self.index(planes[2].base[at])]
                            sum += 0.25 * red + 0.6 * green + 0.15 * blue
                        }
                    }
                    result.row(y)[x] = sum / 8
                }
            }
        }
        return result
    }

    @inline(__always) private static func index(_ code: Float) -> Int {
        Int(min(1020, max(0, code * 4 + 0.5)))
    }

    private static let linearTable: [Float] = (0...1020).map { Self.linear(code: Float($0) / 4) }

    /// The light of a code, 0…1.
    static func linear(code: Float) -> Float {
        let v = code / 255
        return v <= 0.04045 ? v / 12.92 : powf((v + 0.055) / 1.055, 2.4)
    }

    /// The code of a light.
    static func code(linear light: Float) -> Float {
        255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * powf(light, 1 / 2.4) - 0.055)
    }
}
