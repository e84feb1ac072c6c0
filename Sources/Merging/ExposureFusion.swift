// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// One picture of several exposures, in which neither the bright parts are white nor the dark ones black.
///
/// The exposures become one map of light first, in which each place comes from where it is exposed best, and what moves from one
/// exposure. That map is exposed several times again, now all of the same moment, and these pictures are fused by contrast, colour and
/// exposure (Mertens, Kautz, Van Reeth 2007): the fusion can't show a thing twice.
final class ExposureFusion {
    private var pictures: [RGBPicture]
    private let width: Int
    private let height: Int

    init(reference: RGBPicture) {
        pictures = [reference]
        (width, height) = (reference.width, reference.height)
    }

    /// Kept until the end, when it is known which frame is exposed best: a bracket is a few frames.
    func add(_ picture: RGBPicture) { pictures.append(picture) }

    func finished() -> RGBPicture {
        guard pictures.count > 1 else { return pictures[0] }
        // The first gives the place of everything, the middle exposure what moves: it is cut off least at both ends.
        let brightness = pictures.map(Self.brightness)
        let best = brightness.indices.sorted { (brightness[$0], $0) < (brightness[$1], $1) }[
            pictures.count / 2]
        let middle = Channels(pictures[best])
        let luma = middle.luma()
        let aligner = Aligner(reference: luma)
        let light = Lighting.linear(middle)
        var placements = [Placement](repeating: .identity, count: pictures.count)
        var exposures = [Float](repeating: 1, count: pictures.count)
        for (index, picture) in pictures.enumerated() where index != best {
            let frame = Channels(picture)
            // Exposed differently, the same place has other codes, but mostly in the same order.
            placements[index] = aligner.placement(of: Self.matched(frame.luma(), to: luma))
            exposures[index] = Self.exposure(light, Lighting.linear(frame), placements[index])
        }
        let map = LightMap(
            reference: Self.placed(pictures[best], placements[best].corrected(by: placements[0])))
        for (index, picture) in pictures.enumerated() where index != best {
            map.add(
                Self.placed(picture, placements[index].corrected(by: placements[0])),
                exposure: exposures[index])
        }
        return fused(map, exposures).picture(isDeep: pictures[0].isDeep)
    }

    /// The sum of a part of the samples.
    private static func brightness(_ picture: RGBPicture) -> Float {
        var sum: Float = 0
        for index in stride(from: 1, to: picture.samples.count, by: 3 * 7) {
            sum += Float(picture.samples[index])
        }
        return picture.isDeep ? sum / 257 : sum
    }

    private static func placed(_ picture: RGBPicture, _ placement: Placement) -> (Channels, Plane) {
        let (frame, coverage) = (Channels(picture), Plane(width: picture.width, height: picture.height))
        guard placement.distance(to: .identity, width: picture.width, height: picture.height) >= 0.06 else {
            coverage.base.update(repeating: 1, count: coverage.count)
            return (frame, coverage)
        }
        let drawn = Channels(width: picture.width, height: picture.height)
        Warp.draw(frame.planes, at: placement, into: drawn.planes, coverage: coverage)
        return (drawn, coverage)
    }

    /// A plane whose codes are as frequent as those of another.
    private static func matched(_ plane: Plane, to other: Plane) -> Plane {
        func shares(_ plane: Plane) -> [Float] {
            var counts = [Float](repeating: 0, count: 256)
            for index in stride(from: 0, to: plane.count, by: 3) {
                counts[Int(min(255, max(0, plane.base[index])))] += 1
            }
            var sum: Float = 0
            let total = counts.reduce(0, +)
            return counts.map {
                sum += $0
                return (sum - $0 / 2) / total
            }
        }
        let (mine, theirs) = (shares(plane), shares(other))
        var code = 0
        let table = mine.map { share -> Float in
            while code < 255, theirs[code] < share { code += 1 }
            guard code > 0, theirs[code] > theirs[code - 1] else { return Float(code) }
            return Float(code) - max(0, min(1, (theirs[code] - share) / (theirs[code] - theirs[code - 1])))
        }
        let result = Plane(width: plane.width, height: plane.height)
        for index in 0..<plane.count {
            let at = min(254.99, max(0, plane.base[index]))
            let low = Int(at)
            result.base[index] = table[low] + (table[low + 1] - table[low]) * (at - Float(low))
        }
        return result
    }

    /// How much more light a frame has than the reference, of places that neither cuts off.
    private static func exposure(_ light: Plane, _ frame: Plane, _ placement: Placement) -> Float {
        let small = placement.scaled(by: 1 / Float(Lighting.side))
        let (middleX, middleY) = (Float(light.width - 1) / 2, Float(light.height - 1) / 2)
        var ratios: [(ratio: Float, weight: Float)] = []
        var (ours, theirs): (Float, Float) = (0, 0)
        for y in 0..<light.height {
            for x in stride(from: y % 2, to: light.width, by: 2) {
                let (u, v) = (Float(x) - middleX, Float(y) - middleY)
                let atX = Int(middleX + u + small.a * u - small.b * v + small.x + 0.5)
                let atY = Int(middleY + v + small.b * u + small.a * v + small.y + 0.5)
                guard atX >= 0, atY >= 0, atX < frame.width, atY < frame.height else { continue }
                let (a, b) = (light.row(y)[x], frame.row(atY)[atX])
                ours += a
                theirs += b
                guard a > 0.008, b > 0.008, a < 0.85, b < 0.85 else { continue }
                ratios.append((logf(b / a), min(a, b)))
            }
        }
        guard ratios.count >= 50 else { return max(1 / 4096, min(4096, theirs / max(1e-6, ours))) }
        ratios.sort { $0.ratio < $1.ratio }
        let half = ratios.reduce(0) { $0 + $1.weight } / 2
        var sum: Float = 0
        let middle = ratios.first { pair in
            sum += pair.weight
            return sum >= half
        }
        return expf(middle?.ratio ?? 0)
    }

    /// The map, exposed again several times and fused.
    private func fused(_ map: LightMap, _ exposures: [Float]) -> Channels {
        let mixture = PyramidMixture(width: width, height: height)
        let exposed = Channels(width: width, height: height)
        for exposure in Self.virtualExposures(exposures) {
            // Light in steps of its fourth root: as fine in the dark as codes are.
            let table = (0...4096).map { step -> Float in
                let root = Float(step) / 1024
                return min(255, Lighting.code(linear: root * root * root * root * exposure))
            }
            Bands.each(height) { rows in
                for y in rows {
                    let total = map.weights.row(y)
                    for channel in 0..<3 {
                        let (sum, target) = (map.sums.planes[channel].row(y), exposed.planes[channel].row(y))
                        for x in 0..<width {
                            let root = (sum[x] / max(1e-12, total[x])).squareRoot().squareRoot()
                            let at = min(4095, root * 1024)
                            let low = Int(at)
                            target[x] = table[low] + (table[low + 1] - table[low]) * (at - Float(low))
                        }
                    }
                }
            }
            mixture.add(exposed, weights: Self.quality(exposed))
        }
        return mixture.finished()
    }

    /// Exposures of the map that reach from the shortest to the longest that was taken, at most two stops apart.
    private static func virtualExposures(_ exposures: [Float]) -> [Float] {
        let (shortest, longest) = (exposures.min() ?? 1, exposures.max() ?? 1)
        let stops = log2f(longest / shortest)
        guard stops > 0.2 else { return [1] }
        let steps = max(1, min(5, Int((stops / 2).rounded(.up))))
        return (0...steps).map { shortest * powf(longest / shortest, Float($0) / Float(steps)) }
    }

    /// How good an exposure shows each pixel: contrast, colour, and neither dark nor bright.
    private static func quality(_ channels: Channels) -> Plane {
        let luma = channels.luma()
        let result = Plane(width: channels.width, height: channels.height)
        let bell = (0...255).map { code -> Float in
            let distance = Float(code) / 255 - 0.5
            return expf(-distance * distance / 0.08)
        }
        Bands.each(channels.height) { rows in
            for y in rows {
                let (above, here) = (luma.row(max(0, y - 1)), luma.row(y))
                let (below, target) = (luma.row(min(channels.height - 1, y + 1)), result.row(y))
                let (red, green, blue) = (
                    channels.planes[0].row(y), channels.planes[1].row(y), channels.planes[2].row(y)
                )
                for x in 0..<channels.width {
                    let (left, right) = (here[max(0, x - 1)], here[min(channels.width - 1, x + 1)])
                    let contrast = abs(4 * here[x] - left - right - above[x] - below[x]) * (1 / 255)
                    let mean = (red[x] + green[x] + blue[x]) * (1 / 3)
                    let (dr, dg, db) = (red[x] - mean, green[x] - mean, blue[x] - mean)
                    let colour = ((dr * dr + dg * dg + db * db) * (1 / 3)).squareRoot() * (1 / 255)
                    func exposed(_ code: Float) -> Float { bell[Int(min(255, max(0, code + 0.5)))] }
                    // Grey and even places count by their exposure alone.
                    target[x] =
                        (contrast + 0.02) * (colour + 0.05) * exposed(red[x]) * exposed(green[x])
                        * exposed(blue[x])
                        + 1e-8
                }
            }
        }
        return result
    }
}

/// The light of a scene, from exposures that see different parts of it.
private final class LightMap {
    private let reference: Channels
    private let coverage: Plane
    private let cells: [Plane]
    private let contrast: Agreement.Contrast
    /// Light times weight, and weights.
    let sums: Channels
    let weights: Plane

    /// - Parameter reference: the frame that shows what moves, and where it reaches.
    init(reference: (Channels, Plane)) {
        (self.reference, coverage) = reference
        cells = Agreement.means(reference.0)
        contrast = Agreement.Contrast(reference.0, means: cells)
        sums = Channels(width: coverage.width, height: coverage.height)
        weights = Plane(width: coverage.width, height: coverage.height)
        add(reference.0, coverage, exposure: 1, agreement: nil)
    }

    /// - Parameter exposure: how much more light the frame has than the reference.
    func add(_ placed: (Channels, Plane), exposure: Float) {
        let (frame, coverage) = placed
        let comparable = Plane(width: frame.width, height: frame.height)
        let levelled = levelled(frame, exposure, coverage, comparable)
        for index in 0..<comparable.count { comparable.base[index] *= self.coverage.base[index] }
        let agreement = Agreement(
            reference: reference, means: cells, contrast: contrast, frame: levelled, coverage: comparable,
            margin: 2,
            darkTolerance: 60)
        add(frame, coverage, exposure: exposure, agreement: agreement)
    }

    /// The frame as the reference would have been exposed, and where that can be compared: where it is not cut off.
    private func levelled(_ frame: Channels, _ exposure: Float, _ coverage: Plane, _ comparable: Plane)
        -> Channels
    {
        let result = Channels(width: frame.width, height: frame.height)
        let table = Codes(factor: 1 / exposure)
        Bands.each(frame.height) { rows in
            for y in rows {
                let (covered, target) = (coverage.row(y), comparable.row(y))
                for x in 0..<frame.width { target[x] = covered[x] }
                for channel in 0..<3 {
                    let (source, out) = (frame.planes[channel].row(y), result.planes[channel].row(y))
                    for x in 0..<frame.width {
                        out[x] = min(255, table[source[x]])
                        if source[x] > 245 { target[x] = 0 }
                    }
                }
            }
        }
        return result
    }

    private func add(_ frame: Channels, _ coverage: Plane, exposure: Float, agreement: Agreement?) {
        let table = Codes.light
        // An exposure that is longer sees more of the dark, one that is shorter more of the bright.
        Bands.each(frame.height) { rows in
            let trust = UnsafeMutablePointer<Float>.allocate(capacity: frame.width + 4)
            trust.initialize(repeating: 1, count: frame.width + 4)
            defer { trust.deallocate() }
            for y in rows {
                agreement?.fill(trust, y: y)
                let covered = coverage.row(y)
                let (red, green, blue) = (
                    frame.planes[0].row(y), frame.planes[1].row(y), frame.planes[2].row(y)
                )
                let total = self.weights.row(y)
                let (ours, other, another) = (
                    self.reference.planes[0].row(y), self.reference.planes[1].row(y),
                    self.reference.planes[2].row(y)
                )
                for x in 0..<frame.width {
                    let most = max(red[x], max(green[x], blue[x]))
                    // Interpolation may leave less than black.
                    let luma = max(0, 0.3 * red[x] + 0.6 * green[x] + 0.1 * blue[x])
                    let isExposed =
                        max(0.0005, min(1, (250 - most) * (1 / 24))) * min(1, 0.02 + luma * (1 / 16))
                    let bright = Codes.value(table, luma)
                    var weight = isExposed * exposure * exposure / (bright + 0.02)
                    weight *= covered[x]
                    if agreement != nil {
                        // Where the reference is white it knows nothing better.
                        let white = min(1, max(0, (max(ours[x], max(other[x], another[x])) - 235) * (1 / 15)))
                        weight *= max(trust[x], white)
                    }
                    total[x] += weight
                    for (plane, sum) in zip(frame.planes, self.sums.planes) {
                        sum.row(y)[x] += weight / exposure * Codes.value(table, plane.row(y)[x])
                    }
                }
            }
        }
    }

    /// A curve from codes to codes or to light.
    struct Codes {
        private let values: [Float]

        /// Codes of more or less light; above white, too.
        init(factor: Float) {
            values = (0...256).map { Lighting.code(linear: Lighting.linear(code: Float($0)) * factor) }
        }

        subscript(code: Float) -> Float { Self.value(values, code) }

        static let light: [Float] = (0...256).map { Lighting.linear(code: Float($0)) }

        @inline(__always) static func value(_ values: [Float], _ code: Float) -> Float {
            let at = min(255, max(0, code))
            let low = Int(at)
            return values[low] + (values[low + 1] - values[low]) * (at - Float(low))
        }
    }
}
