// SPDX-License-Identifier: GPL-3.0-or-later

/// Laplacian pyramids (Burt and Adelson 1983), in which pictures are mixed without seams: each scale over a distance of its own.
enum Pyramid {
    /// How many levels a picture has, down to a few pixels: where the coarsest is large, a mixture has halos.
    static func depth(width: Int, height: Int) -> Int {
        var (side, levels) = (min(width, height), 1)
        while side > 6, levels < 12 {
            side = (side + 1) / 2
            levels += 1
        }
        return levels
    }

    /// Half as wide and high, after the filter 1 4 6 4 1.
    static func reduced(_ plane: Plane) -> Plane {
        let (width, height) = (plane.width, plane.height)
        let across = Plane(width: (width + 1) / 2, height: height)
        Bands.each(height) { rows in
            for y in rows {
                let (source, target) = (plane.row(y), across.row(y))
                @inline(__always) func at(_ x: Int) -> Float { source[min(width - 1, max(0, x))] }
                for x in 0..<across.width {
                    let middle = 2 * x
                    if middle >= 2, middle + 2 < width {
                        let near = source + middle
                        target[x] = (near[-2] + near[2] + 4 * (near[-1] + near[1]) + 6 * near[0]) * (1 / 16)
                    } else {
                        let (near, far) = (at(middle - 1) + at(middle + 1), at(middle - 2) + at(middle + 2))
                        target[x] = (far + 4 * near + 6 * at(middle)) * (1 / 16)
                    }
                }
            }
        }
        let result = Plane(width: across.width, height: (height + 1) / 2)
        Bands.each(result.height) { rows in
            for y in rows {
                let lines = (-2...2).map { across.row(min(height - 1, max(0, 2 * y + $0))) }
                let (a, b, c, d, e) = (lines[0], lines[1], lines[2], lines[3], lines[4])
                let target = result.row(y)
                for x in 0..<result.width {
                    target[x] = (a[x] + e[x] + 4 * (b[x] + d[x]) + 6 * c[x]) * (1 / 16)
                }
            }
        }
        return result
    }

    /// Adds the plane, enlarged to the target's size by the same filter, times a factor.
    static func addEnlarged(_ plane: Plane, to target: Plane, factor: Float) {
        let (width, height) = (target.width, target.height)
        Bands.each(height) { rows in
            let line = Plane(width: plane.width, height: 1)
            for y in rows {
                let here = plane.row(min(plane.height - 1, y / 2))
                let below = plane.row(min(plane.height - 1, y / 2 + 1))
                let above = plane.row(max(0, y / 2 - 1))
                let isBetween = y % 2 == 1
                for x in 0..<plane.width {
                    line.base[x] =
                        isBetween ? (here[x] + below[x]) * 0.5 : (above[x] + 6 * here[x] + below[x]) * 0.125
                }
                let (source, out, last) = (line.base, target.row(y), plane.width - 1)
                for x in 0..<plane.width {
                    let (before, now, after) = (source[max(0, x - 1)], source[x], source[min(last, x + 1)])
                    out[2 * x] += factor * (before + 6 * now + after) * 0.125
                    if 2 * x + 1 < width { out[2 * x + 1] += factor * (now + after) * 0.5 }
                }
            }
        }
    }

    /// From the finest level to the coarsest, which is the picture itself, small.
    static func laplacian(_ plane: Plane, depth: Int) -> [Plane] {
        var levels: [Plane] = []
        var finer = plane
        for _ in 1..<max(1, depth) {
            let coarser = reduced(finer)
            let detail = finer.copy()
            addEnlarged(coarser, to: detail, factor: -1)
            levels.append(detail)
            finer = coarser
        }
        levels.append(finer)
        return levels
    }

    /// The picture of these levels, which are changed.
    static func collapsed(_ levels: [Plane]) -> Plane {
        for index in (1..<max(1, levels.count)).reversed() {
            addEnlarged(levels[index], to: levels[index - 1], factor: 1)
        }
        return levels[0]
    }
}

/// A mixture of pictures with weights for each pixel, built up one picture at a time.
final class PyramidMixture {
    private let depth: Int
    /// Of each level: the weighted sums of the channels, then the sum of weights.
    private var sums: [[Plane]]

    init(width: Int, height: Int) {
        let depth = Pyramid.depth(width: width, height: height)
        self.depth = depth
        var (levelWidth, levelHeight) = (width, height)
        sums = []
        for _ in 0..<depth {
            let (planeWidth, planeHeight) = (levelWidth, levelHeight)
            sums.append((0..<4).map { _ in Plane(width: planeWidth, height: planeHeight) })
            (levelWidth, levelHeight) = ((levelWidth + 1) / 2, (levelHeight + 1) / 2)
        }
    }

    func add(_ channels: Channels, weights: Plane) {
        var weight = weights
        let pyramids = channels.planes.map { Pyramid.laplacian($0, depth: depth) }
        for level in 0..<depth {
            let (mine, share) = (sums[level], weight)
            Bands.each(share.height) { rows in
                let range = rows.lowerBound * share.width..<rows.upperBound * share.width
                for channel in 0..<3 {
                    let (target, source) = (mine[channel].base, pyramids[channel][level].base)
                    for index in range { target[index] += share.base[index] * source[index] }
                }
                for index in range { mine[3].base[index] += share.base[index] }
            }
            if level + 1 < depth { weight = Pyramid.reduced(weight) }
        }
    }

    /// The mixture; it can't be added to after that.
    func finished() -> Channels {
        for level in sums {
            Bands.each(level[3].height) { rows in
                for index in rows.lowerBound * level[3].width..<rows.upperBound * level[3].width {
                    let share = 1 / max(1e-30, level[3].base[index])
                    for channel in 0..<3 { level[channel].base[index] *= share }
                }
            }
        }
        return Channels((0..<3).map { channel in Pyramid.collapsed(sums.map { $0[channel] }) })
    }
}
