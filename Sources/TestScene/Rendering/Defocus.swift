// SPDX-License-Identifier: GPL-3.0-or-later
/// A sharp layer and its halved versions, from which any blur is made.
///
/// Wide blurs are made from the smaller versions, with the same result for a fraction of the work.
final class Defocus {
    let sharp: LinearImage
    private var levels: [LinearImage]

    init(_ sharp: LinearImage) { (self.sharp, levels) = (sharp, [sharp]) }

    /// The layer seen through a circle of confusion.
    ///
    /// - Parameter diameter: in pixels of the frame.
    /// - Returns: the sharp image itself if there is nothing to blur.
    func blurred(by diameter: Float) -> LinearImage {
        guard diameter >= Blur.leastDiameter else { return sharp }
        let level = Blur.level(for: diameter)
        while levels.count <= level { levels.append(Blur.halved(levels[levels.count - 1])) }
        return Blur.applied(to: levels[level], diameter: diameter / Float(1 << level))
    }
}

/// Blurs pictures in linear light.
enum Blur {
    /// Blurs smaller than this, in pixels, are left out: the pixels themselves are coarser.
    static let leastDiameter: Float = 0.25

    /// How often to halve before a blur of this diameter, so that it stays a few pixels wide.
    static func level(for diameter: Float) -> Int {
        diameter < 10 ? 0 : diameter < 20 ? 1 : diameter < 40 ? 2 : 3
    }

    /// Two box passes in each direction.
    ///
    /// - Parameter diameter: of the circle of confusion, in the image's own pixels.
    static func applied(to image: LinearImage, diameter: Float) -> LinearImage {
        let radius = boxRadius(variance: diameter * diameter / 32)
        let result = LinearImage(
            left: image.left, top: image.top, width: image.width, height: image.height, level: image.level)
        acrossTwice(image, result, radius: radius)
        downTwice(result, radius: radius)
        return result
    }

    /// How far a box reaches to either side of its middle pixel, the outermost pixels counting in part.
    ///
    /// A disc of diameter d has the variance d²/16 along an axis, half of which is for each of two passes. A box that
    /// reaches n whole pixels has n(n + 1)/3, and a part p of the next on either side makes it
    /// ((2n + 1)·n(n + 1)/3 + 2p(n + 1)²) / (2n + 1 + 2p), solved for p here.
    static func boxRadius(variance: Float) -> Float {
        let whole = (((1 + 12 * variance).squareRoot() - 1) / 2).rounded(.down)
        let count = 2 * whole + 1
        let next = (whole + 1) * (whole + 1)
        return whole + count * (variance - whole * (whole + 1) / 3) / (2 * (next - variance))
    }

    private static func acrossTwice(_ source: LinearImage, _ target: LinearImage, radius: Float) {
        let width = source.width
        withUnsafeTemporaryAllocation(of: Radiance.self, capacity: width * 2) { scratch in
            guard let first = scratch.baseAddress else { return }
            let second = first + width
            for y in 0..<source.height {
                let (from, to) = (source.line(y), target.line(y))
                for x in 0..<width { first[x] = Radiance(stored: from[x]) }
                box(first, second, width, radius: radius)
                box(second, first, width, radius: radius)
                for x in 0..<width { to[x] = first[x].stored }
            }
        }
    }

    /// One line through a running mean whose width need not be whole; the ends are continued.
    private static func box(
        _ from: UnsafeMutablePointer<Radiance>, _ to: UnsafeMutablePointer<Radiance>, _ count: Int,
        radius: Float
    ) {
        let whole = Int(radius)
        let part = radius - Float(whole)
        let share = 1 / (2 * radius + 1)
        let last = count - 1
        var sum = Radiance.zero
        for x in -whole...whole { sum += from[min(max(x, 0), last)] }
        for x in 0..<count {
            let (before, after) = (from[max(x - whole - 1, 0)], from[min(x + whole + 1, last)])
            to[x] = (sum + (before + after) * part) * share
            sum += after - from[max(x - whole, 0)]
        }
    }

    /// Both passes down, over sixteen columns at a time so that they stay in the cache.
    private static func downTwice(_ image: LinearImage, radius: Float) {
        let (width, height) = (image.width, image.height)
        withUnsafeTemporaryAllocation(of: Radiance.self, capacity: height * 2 * 8) { scratch in
            guard let first = scratch.baseAddress else { return }
            let second = first + height * 8
            for left in stride(from: 0, to: width, by: 8) {
                let columns = min(8, width - left)
                for y in 0..<height {
                    let line = image.line(y) + left
                    for x in 0..<columns { first[x * height + y] = Radiance(stored: line[x]) }
                }
                for x in 0..<columns {
                    box(first + x * height, second + x * height, height, radius: radius)
                    box(second + x * height, first + x * height, height, radius: radius)
                }
                for y in 0..<height {
                    let line = image.line(y) + left
                    for x in 0..<columns { line[x] = first[x * height + y].stored }
                }
            }
        }
    }

    /// Half as wide and high, each pixel the mean of four.
    fileprivate static func halved(_ image: LinearImage) -> LinearImage {
        let result = LinearImage(
            left: image.left, top: image.top, width: (image.width + 1) / 2, height: (image.height + 1) / 2,
            level: image.level + 1)
        for y in 0..<result.height {
            let above = image.line(2 * y)
            let below = image.line(min(2 * y + 1, image.height - 1))
            let line = result.line(y)
            for x in 0..<result.width {
                let (a, b) = (2 * x, min(2 * x + 1, image.width - 1))
                let left = Radiance(stored: above[a]) + Radiance(stored: below[a])
                let right = Radiance(stored: above[b]) + Radiance(stored: below[b])
                line[x] = ((left + right) * 0.25).stored
            }
        }
        return result
    }
}
