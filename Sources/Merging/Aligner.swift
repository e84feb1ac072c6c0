// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// Finds where frames lie on a reference, to a few hundredths of a pixel.
///
/// Gauss-Newton on a pyramid in the inverse compositional form (Baker and Matthews 2004): gradients and normal equations are
/// the reference's, made once. Contrast and brightness are fitted with the placement, as in the enhanced correlation coefficient
/// (Evangelidis and Psarakis 2008), and the picture is a band of scales, so exposure and lamps don't count. Tiles that
/// don't fit, as of things that move, lose their weight.
struct Aligner {
    /// At most, of the whole picture, in parts of its longer side.
    private static let farthest: Float = 0.12
    /// Pixels of the coarsest level, in each direction.
    private static let mostReach = 12

    /// The levels of the reference, the coarsest last.
    private let levels: [Level]
    private let width: Int
    private let height: Int

    init(reference luma: Plane) {
        width = luma.width
        height = luma.height
        levels = Self.pyramid(luma).map { Level($0.band, factor: $0.factor) }
    }

    private static func pyramid(_ luma: Plane) -> [(band: Plane, factor: Float)] {
        var plane = luma
        var factor: Float = 1
        // The shift of 100000 pixels is known better than is needed.
        while plane.count > 400_000 {
            plane = plane.halved()
            factor *= 2
        }
        var levels: [(Plane, Float)] = []
        while true {
            let smooth = plane.smoothed().smoothed()
            let wide = smooth.boxed(radius: 8)
            for index in 0..<smooth.count { wide.base[index] = smooth.base[index] - wide.base[index] }
            levels.append((wide, factor))
            if max(plane.width, plane.height) <= 96 || min(plane.width, plane.height) < 32 { return levels }
            plane = plane.halved()
            factor *= 2
        }
    }

    /// - Parameter guess: where the frame before lies: most move little from one to the next.
    func placement(of luma: Plane, guess: Placement = .identity) -> Placement {
        let bands = Self.pyramid(luma)
        guard let coarsest = levels.last, let band = bands.last?.band else { return .identity }
        var found = guess.scaled(by: 1 / coarsest.factor)
        // A strip is not halved as often: its longer side is no measure of how far it is looked for.
        let reach = min(
            Self.mostReach, Int(Self.farthest * Float(max(coarsest.band.width, coarsest.band.height))) + 1)
        let (x, y) = coarsest.bestShift(of: band, reach: reach)
        let rough = Placement(x: Float(x), y: Float(y), a: 0, b: 0)
        var isFirst = true
        for (level, band) in zip(levels, bands.map(\.band)).reversed() {
            if isFirst {
                // The better of what was found here and of the last frame's.
                let tries = [rough, found].map { level.refined($0, band, steps: 12, turns: true) }
                found = tries[0].fit >= tries[1].fit ? tries[0].placement : tries[1].placement
                isFirst = false
            } else {
                found = level.refined(found, band, steps: 6, turns: true).placement
            }
            if let finer = levels.firstIndex(where: { $0.factor == level.factor }), finer > 0 {
                found = found.scaled(by: 2)
            }
        }
        let result = found.scaled(by: levels[0].factor)
        let limit = 2 * Self.farthest * Float(max(width, height))
        return result.distance(to: .identity, width: width, height: height) < limit ? result : .identity
    }
}

/// One scale of the reference.
private final class Level {
    private static let side = 16
    /// Tiles with the most contrast; more would not be more exact.
    private static let mostTiles = 700
    /// Shift, turn, contrast, brightness.
    private static let unknowns = 6

    let band: Plane
    let factor: Float
    private var tiles: [(x: Int, y: Int)] = []
    /// Of each tile: the upper triangle of its normal equations.
    private var normals: [[Float]] = []
    private let down: Plane
    private let across: Plane

    init(_ band: Plane, factor: Float) {
        self.band = band
        self.factor = factor
        across = Plane(width: band.width, height: band.height)
        down = Plane(width: band.width, height: band.height)
        let (width, height) = (band.width, band.height)
        for y in 1..<max(1, height - 1) {
            let (upper, middle, lower) = (band.row(y - 1), band.row(y), band.row(y + 1))
            let (toRight, toBelow) = (across.row(y), down.row(y))
            for x in 1..<max(1, width - 1) {
                toRight[x] = (middle[x + 1] - middle[x - 1]) * 0.5
                toBelow[x] = (lower[x] - upper[x]) * 0.5
            }
        }
        var all: [(x: Int, y: Int, contrast: Float)] = []
        let side = min(Self.side, width / 2, height / 2)
        guard side > 2 else { return }
        for y in stride(from: 1, through: height - side - 1, by: side) {
            for x in stride(from: 1, through: width - side - 1, by: side) {
                var contrast: Float = 0
                for row in y..<y + side {
                    let (toRight, toBelow) = (across.row(row), down.row(row))
                    for column in x..<x + side {
                        contrast += toRight[column] * toRight[column] + toBelow[column] * toBelow[column]
                    }
                }
                all.append((x, y, contrast))
            }
        }
        all.sort { ($0.contrast, $0.y, $0.x) > ($1.contrast, $1.y, $1.x) }
        tiles = all.prefix(Self.mostTiles).map { ($0.x, $0.y) }
        normals = tiles.map { tile in
            var sums = [Float](repeating: 0, count: Self.unknowns * Self.unknowns)
            var slopes = [Float](repeating: 0, count: Self.unknowns)
            for row in tile.y..<tile.y + side {
                for column in tile.x..<tile.x + side {
                    fillSlopes(&slopes, column, row)
                    for i in 0..<Self.unknowns {
                        for j in i..<Self.unknowns { sums[i * Self.unknowns + j] += slopes[i] * slopes[j] }
                    }
                }
            }
            return sums
        }
    }

    private var side: Int { min(Self.side, band.width / 2, band.height / 2) }

    /// How the pixel changes with each unknown. Turns count at the picture's edge, so that all are pixels.
    @inline(__always)
    private func fillSlopes(_ slopes: inout [Float], _ x: Int, _ y: Int) {
        let (u, v) = place(x, y)
        let index = y * band.width + x
        let (toRight, toBelow) = (across.base[index], down.base[index])
        slopes[0] = toRight
        slopes[1] = toBelow
        slopes[2] = toRight * u + toBelow * v
        slopes[3] = toBelow * u - toRight * v
        slopes[4] = band.base[index]
        slopes[5] = 1
    }

    private var reach: Float { Float(max(band.width, band.height)) / 2 }

    @inline(__always)
    private func place(_ x: Int, _ y: Int) -> (Float, Float) {
        (
            (Float(x) - Float(band.width - 1) / 2) / reach, (Float(y) - Float(band.height - 1) / 2) / reach
        )
    }

    /// The shift in whole pixels at which the pictures correlate most.
    func bestShift(of other: Plane, reach: Int) -> (Int, Int) {
        var best: (Float, Int, Int) = (-.infinity, 0, 0)
        for shiftY in -reach...reach {
            for shiftX in -reach...reach {
                var (product, ours, theirs): (Float, Float, Float) = (0, 0, 0)
                let columns = max(0, -shiftX)..<max(0, -shiftX, min(band.width, other.width - shiftX))
                for y in max(0, -shiftY)..<max(0, -shiftY, min(band.height, other.height - shiftY)) {
                    let (a, b) = (band.row(y), other.row(y + shiftY) + shiftX)
                    for x in columns {
                        product += a[x] * b[x]
                        ours += a[x] * a[x]
                        theirs += b[x] * b[x]
                    }
                }
                // A shift of nothing wins where nothing tells them apart.
                let near = 1e-4 * Float(abs(shiftX) + abs(shiftY))
                let fit = product / (ours * theirs + 1e-6).squareRoot() - near
                if fit > best.0 { best = (fit, shiftX, shiftY) }
            }
        }
        return (best.1, best.2)
    }

    /// - Returns: the better placement, and the correlation there.
    func refined(_ start: Placement, _ other: Plane, steps: Int, turns: Bool)
        -> (placement: Placement, fit: Float)
    {
        var placement = start
        var fit: Float = -1
        guard !tiles.isEmpty else { return (start, 0) }
        let (count, side) = (Self.unknowns, side)
        var slopes = [Float](repeating: 0, count: tiles.count * (count + 5))
        var gain: (contrast: Float, brightness: Float) = (1, 0)
        for step in 0..<steps {
            // Of each tile: slopes times the rest, and the sums that the rest's energy and the correlation need.
            let now = gain
            slopes.withUnsafeMutableBufferPointer { sums in
                Bands.each(tiles.count) { range in
                    for index in range {
                        self.compare(
                            index, other, placement, now, side, sums.baseAddress! + index * (count + 5))
                    }
                }
            }
            var energies: [Float] = []
            energies.reserveCapacity(tiles.count)
            for index in 0..<tiles.count where slopes[index * (count + 5) + 7] > 0 {
                energies.append(slopes[index * (count + 5) + 6] / slopes[index * (count + 5) + 7])
            }
            guard energies.count > 3 || energies.count == tiles.count, !energies.isEmpty else { break }
            energies.sort()
            let usual = max(1e-6, energies[energies.count / 2])
            var normal = [Double](repeating: 0, count: count * count)
            var right = [Double](repeating: 0, count: count)
            var (product, ours, theirs): (Float, Float, Float) = (0, 0, 0)
            for index in 0..<tiles.count {
                let sums = index * (count + 5)
                guard slopes[sums + 7] > 0 else { continue }
                let excess = slopes[sums + 6] / slopes[sums + 7] / (3 * usual)
                let weight = 1 / (1 + excess * excess)
                for i in 0..<count {
                    right[i] += Double(weight * slopes[sums + i])
                    for j in i..<count {
                        normal[i * count + j] += Double(weight * normals[index][i * count + j])
                    }
                }
                product += weight * slopes[sums + 8]
                ours += weight * slopes[sums + 9]
                theirs += weight * slopes[sums + 10]
            }
            fit = product / (ours * theirs + 1e-6).squareRoot()
            // Where nothing tells, nothing turns and nothing is magnified: as if each were measured as nothing with the
            // weight of a few pixels.
            let trace = normal[0] + normal[count + 1]
            normal[0] += 1e-5 * trace + 1e-3
            normal[count + 1] += 1e-5 * trace + 1e-3
            normal[2 * count + 2] += (turns ? 1e-4 : 1e6) * trace + 1e-3
            normal[3 * count + 3] += (turns ? 1e-4 : 1e6) * trace + 1e-3
            normal[4 * count + 4] += 1e-3
            normal[5 * count + 5] += 1e-3
            guard let change = Self.solved(normal, right, count) else { break }
            gain.contrast = min(4, max(0.25, gain.contrast + Float(change[4])))
            gain.brightness += Float(change[5])
            let move = Placement(
                x: Float(change[0]), y: Float(change[1]), a: Float(change[2]) / reach,
                b: Float(change[3]) / reach)
            let length = move.distance(to: .identity, width: band.width, height: band.height)
            guard length.isFinite, length < Float(band.width) else { break }
            placement = placement.corrected(by: move)
            if length < 0.003, step > 0 { break }
        }
        return (placement, fit)
    }

    /// Compares a tile with what the frame has there.
    private func compare(
        _ index: Int, _ other: Plane, _ placement: Placement, _ gain: (contrast: Float, brightness: Float),
        _ side: Int, _ sums: UnsafeMutablePointer<Float>
    ) {
        for i in 0..<Self.unknowns + 5 { sums[i] = 0 }
        let tile = tiles[index]
        let (middleX, middleY) = (Float(band.width - 1) / 2, Float(band.height - 1) / 2)
        let (otherX, otherY) = (Float(other.width - 1) / 2, Float(other.height - 1) / 2)
        let (lastX, lastY) = (Float(other.width - 1), Float(other.height - 1))
        let inverse = 1 / gain.contrast
        var (s0, s1, s2, s3, s4, s5): (Float, Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0, 0)
        var (energy, count, product, ours, theirs): (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
        for y in tile.y..<tile.y + side {
            let v = Float(y) - middleY
            let (line, toRight, toBelow) = (band.row(y), across.row(y), down.row(y))
            for x in tile.x..<tile.x + side {
                let u = Float(x) - middleX
                let theirX = otherX + u + placement.a * u - placement.b * v + placement.x
                let theirY = otherY + v + placement.b * u + placement.a * v + placement.y
                guard theirX >= 0, theirY >= 0, theirX < lastX, theirY < lastY else { continue }
                let (left, top) = (Int(theirX), Int(theirY))
                let (fx, fy) = (theirX - Float(left), theirY - Float(top))
                let corner = other.base + top * other.width + left
                let upper = corner[0] + (corner[1] - corner[0]) * fx
                let lower = corner[other.width] + (corner[other.width + 1] - corner[other.width]) * fx
                let value = upper + (lower - upper) * fy
                let rest = (value - gain.brightness) * inverse - line[x]
                let (gx, gy) = (toRight[x], toBelow[x])
                s0 += gx * rest
                s1 += gy * rest
                s2 += (gx * u + gy * v) * rest
                s3 += (gy * u - gx * v) * rest
                s4 += line[x] * rest
                s5 += rest
                energy += rest * rest
                count += 1
                product += line[x] * value
                ours += line[x] * line[x]
                theirs += value * value
            }
        }
        // A tile that is partly outside would unbalance the equations, which count all of it.
        guard count == Float(side * side) else { return }
        sums[0] = s0
        sums[1] = s1
        sums[2] = s2 / reach
        sums[3] = s3 / reach
        sums[4] = s4
        sums[5] = s5
        sums[6] = energy
        sums[7] = count
        sums[8] = product
        sums[9] = ours
        sums[10] = theirs
    }

    /// Solves the symmetric equations, of which the upper triangle is given.
    private static func solved(_ upper: [Double], _ right: [Double], _ count: Int) -> [Double]? {
        var matrix = upper
        var values = right
        for i in 0..<count {
            for j in 0..<i { matrix[i * count + j] = matrix[j * count + i] }
        }
        for pivot in 0..<count {
            guard abs(matrix[pivot * count + pivot]) > 1e-12 else { return nil }
            for row in pivot + 1..<count {
                let share = matrix[row * count + pivot] / matrix[pivot * count + pivot]
                for column in pivot..<count {
                    matrix[row * count + column] -= share * matrix[pivot * count + column]
                }
                values[row] -= share * values[pivot]
            }
        }
        for row in (0..<count).reversed() {
            for column in row + 1..<max(row + 1, count) {
                values[row] -= matrix[row * count + column] * values[column]
            }
            values[row] /= matrix[row * count + row]
        }
        return values
    }
}
