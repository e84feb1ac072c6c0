// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a frame shows the same as the reference, so that it can be merged: 1 there, 0 where something moved.
///
/// Squares of four pixels; each is judged by the 12 × 12 pixels around it. How much two frames of a still scene differ by noise alone
/// is read from the frames: most of each brightness stands still.
struct Agreement {
    static let side = 4
    private static let levels = 16

    let width: Int
    let height: Int
    let weights: Plane

    private struct Cells {
        /// Sums over channels and pixels of a cell.
        var squares: [Plane]
        var sums: [Plane]
    }

    /// - Parameters:
    ///   - means: those of the reference, as of `means`; so `contrast`.
    ///   - coverage: 1 where the frame reaches.
    ///   - margin: in cells, around what moves.
    ///   - darkTolerance: what the mean squares may differ by besides, in the dark, where one of the two is cut at black.
    init(
        reference: Channels, means: [Plane], contrast: Contrast, frame: Channels, coverage: Plane,
        margin: Int,
        darkTolerance: Float = 0
    ) {
        let (cellsX, cellsY) = (means[0].width, means[0].height)
        width = cellsX
        height = cellsY
        var squares = (0..<3).map { _ in Plane(width: cellsX, height: cellsY) }
        var sums = (0..<3).map { _ in Plane(width: cellsX, height: cellsY) }
        Bands.each(cellsY) { rows in
            let width = reference.width
            let (square, sum) = (Plane(width: 4 * cellsX, height: 1), Plane(width: 4 * cellsX, height: 1))
            for y in rows {
                for channel in 0..<3 {
                    square.base.update(repeating: 0, count: square.count)
                    sum.base.update(repeating: 0, count: sum.count)
                    for line in 4 * y..<min(reference.height, 4 * y + 4) {
                        let (ours, theirs) = (
                            reference.planes[channel].row(line), frame.planes[channel].row(line)
                        )
                        let covered = coverage.row(line)
                        for x in 0..<width {
                            let difference = (theirs[x] - ours[x]) * covered[x]
                            square.base[x] += difference * difference
                            sum.base[x] += difference
                        }
                    }
                    Self.collect(square, into: squares[channel].row(y))
                    Self.collect(sum, into: sums[channel].row(y))
                }
            }
        }
        squares = squares.map { $0.boxed(radius: 1) }
        let wide = sums.map { $0.boxed(radius: 2) }
        sums = wide
        let result = Plane(width: cellsX, height: cellsY)
        let noise = (0..<3).map { Self.typical(squares[$0], by: means[$0]) }
        let texture = (0..<3).map { Self.texture(squares[$0], by: means[$0], contrast, noise[$0]) }
        let offsets = (0..<3).map { channel in
            let squared = Plane(width: cellsX, height: cellsY)
            for index in 0..<squared.count {
                squared.base[index] = sums[channel].base[index] * sums[channel].base[index]
            }
            return (squared, Self.typical(squared, by: means[channel]).map { $0 / 0.455 })
        }
        Bands.each(cellsY) { rows in
            for index in rows.lowerBound * cellsX..<rows.upperBound * cellsX {
                var (energy, shift): (Float, Float) = (0, 0)
                for channel in 0..<3 {
                    let mean = means[channel].base[index]
                    let level = Self.level(mean)
                    let detailed = noise[channel][level] + texture[channel] * contrast.activity.base[index]
                    let usual = detailed + max(0, 1 - mean * (1 / 16)) * darkTolerance
                    energy += squares[channel].base[index] / (usual + 0.02 * contrast.slopes.base[index])
                    shift +=
                        offsets[channel].0.base[index]
                        / (offsets[channel].1[level] + 0.01 * usual + 0.1 * (usual - detailed)
                            + 0.002 * contrast.slopes.base[index])
                }
                let byEnergy = (2.4 - energy / 3) / 0.9
                let byShift = (14 - shift / 3) / 7
                result.base[index] = max(0, min(1, min(byEnergy, byShift)))
            }
        }
        weights = (0..<margin).reduce(result) { weights, _ in Self.eroded(weights) }
    }

    /// The least of each cell and its neighbours: what moves is seen late at its soft edges.
    private static func eroded(_ weights: Plane) -> Plane {
        let (width, height) = (weights.width, weights.height)
        let result = Plane(width: width, height: height)
        Bands.each(height) { rows in
            for y in rows {
                let target = result.row(y)
                target.update(from: weights.row(y), count: width)
                for row in max(0, y - 1)...min(height - 1, y + 1) {
                    let source = weights.row(row)
                    for x in 0..<width {
                        let around = min(source[max(0, x - 1)], source[min(width - 1, x + 1)])
                        target[x] = min(target[x], min(source[x], around))
                    }
                }
            }
        }
        return result
    }

    /// A sixteenth of the sums of four columns.
    private static func collect(_ line: Plane, into cells: UnsafeMutablePointer<Float>) {
        for x in 0..<line.width / 4 {
            let four = line.base + 4 * x
            cells[x] = (four[0] + four[1] + four[2] + four[3]) * (1 / 16)
        }
    }

    @inline(__always) private static func level(_ code: Float) -> Int {
        // Finer in the dark, where noise depends most on brightness.
        Int(max(0, min(Float(levels - 1), max(0, code).squareRoot())))
    }

    /// The usual value of a measure in each brightness: the median, but not where most of that brightness moves.
    private static func typical(_ measure: Plane, by mean: Plane) -> [Float] {
        var bins = [[Float]](repeating: [], count: levels)
        // Some thousands say as much as all; a step that is odd meets every column.
        for index in stride(from: 0, to: measure.count, by: max(1, measure.count / 5000) | 1)
        where measure.base[index] > 0 {
            bins[level(mean.base[index])].append(measure.base[index])
        }
        let known = (0..<levels).filter { bins[$0].count >= 40 }
        for level in known { bins[level].sort() }
        let medians = known.map { (bins[$0][bins[$0].count / 2], bins[$0].count) }.sorted { $0.0 < $1.0 }
        var below = 0
        let half = medians.reduce(0) { $0 + $1.1 } / 2
        let usual = medians.first { median in
            below += median.1
            return below > half
        }?.0
        // A brightness that only a moving thing has differs by much more than noise does from one brightness to another.
        let most = 4 * (usual ?? 1)
        return (0..<levels).map { level in
            // Brightnesses that are rare are like their neighbours.
            let nearest = known.min { abs($0 - level) < abs($1 - level) } ?? level
            return max(0.1, min(most, bins[nearest].isEmpty ? 1 : bins[nearest][bins[nearest].count / 2]))
        }
    }

    /// What of the reference makes frames differ that are not quite in its place, or that JPEG made coarse.
    struct Contrast {
        /// Squared differences of neighbouring cells, the largest of the three channels.
        let slopes: Plane
        /// The variance in the 12 × 12 pixels around a cell, the largest of the three channels.
        let activity: Plane

        init(_ channels: Channels, means: [Plane]) {
            slopes = Agreement.slopes(means)
            activity = Plane(width: means[0].width, height: means[0].height)
            for (plane, mean) in zip(channels.planes, means) {
                let squares = Plane(width: plane.width, height: plane.height)
                for index in 0..<plane.count { squares.base[index] = plane.base[index] * plane.base[index] }
                let (wide, level) = (Agreement.means(squares).boxed(radius: 1), mean.boxed(radius: 1))
                for index in 0..<activity.count {
                    let variance = wide.base[index] - level.base[index] * level.base[index]
                    activity.base[index] = max(activity.base[index], variance)
                }
            }
        }
    }

    /// By how much more than noise frames differ where there is texture, as a part of its variance: JPEG's coarseness, which even places
    /// don't have, and interpolation.
    private static func texture(_ squares: Plane, by mean: Plane, _ contrast: Contrast, _ noise: [Float])
        -> Float
    {
        var parts: [Float] = []
        for index in stride(from: 0, to: squares.count, by: max(1, squares.count / 9000) | 1)
        where squares.base[index] > 0 {
            let usual = noise[level(mean.base[index])]
            let activity = contrast.activity.base[index]
            if activity > 2 * usual + 4 { parts.append((squares.base[index] - usual) / activity) }
        }
        guard parts.count >= 60 else { return 0 }
        parts.sort()
        // Not the median: textures differ among each other. What moves differs by as much as there is texture, and more.
        return max(0, min(0.25, parts[parts.count * 4 / 5]))
    }

    private static func slopes(_ means: [Plane]) -> Plane {
        let (width, height) = (means[0].width, means[0].height)
        let result = Plane(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                var most: Float = 0
                for mean in means {
                    let across = mean.row(y)[min(width - 1, x + 1)] - mean.row(y)[max(0, x - 1)]
                    let down = mean.row(min(height - 1, y + 1))[x] - mean.row(max(0, y - 1))[x]
                    most = max(most, across * across + down * down)
                }
                result.row(y)[x] = most
            }
        }
        return result
    }

    /// Means of the cells of a picture.
    static func means(_ channels: Channels) -> [Plane] { channels.planes.map(means) }

    private static func means(_ plane: Plane) -> Plane {
        let result = Plane(width: (plane.width + 3) / 4, height: (plane.height + 3) / 4)
        Bands.each(result.height) { rows in
            for y in rows {
                for x in 0..<result.width {
                    var (sum, count): (Float, Float) = (0, 0)
                    for line in 4 * y..<min(plane.height, 4 * y + 4) {
                        for column in 4 * x..<min(plane.width, 4 * x + 4) {
                            sum += plane.row(line)[column]
                            count += 1
                        }
                    }
                    result.row(y)[x] = sum / count
                }
            }
        }
        return result
    }

    /// Fills a row of pixels with the weights, between the middles of the cells. There is room for `4 * width` pixels.
    func fill(_ row: UnsafeMutablePointer<Float>, y: Int) {
        let at = min(Float(height - 1), max(0, (Float(y) - 1.5) / 4))
        let (top, bottom) = (Int(at), min(height - 1, Int(at) + 1))
        let (fy, upper, lower) = (at - Float(top), weights.row(top), weights.row(bottom))
        @inline(__always) func cell(_ x: Int) -> Float { upper[x] + (lower[x] - upper[x]) * fy }
        var (before, here) = (cell(0), cell(0))
        for x in 0..<width {
            let after = cell(min(width - 1, x + 1))
            row[4 * x] = here + (before - here) * 0.375
            row[4 * x + 1] = here + (before - here) * 0.125
            row[4 * x + 2] = here + (after - here) * 0.125
            row[4 * x + 3] = here + (after - here) * 0.375
            (before, here) = (here, after)
        }
    }
}
