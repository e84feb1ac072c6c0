// SPDX-License-Identifier: GPL-3.0-or-later
/// An upright part of the scene.
struct Picture {
    /// Its corner is given in its own pixels, from the scene's corner.
    let pixels: LinearImage
    /// Pixels in one scene unit.
    let density: Float

    init(_ pixels: LinearImage, density: Float) { (self.pixels, self.density) = (pixels, density) }

    /// - Parameter place: of its corner, in scene units.
    init(_ file: PictureFile, at place: Point, density: Float) {
        self.init(
            LinearImage(
                left: Int(place.x * density), top: Int(place.y * density), width: file.width,
                height: file.height), density: density)
        file.forEachPixel { x, y, light in pixels.line(y)[x] = light.stored }
    }

    /// In scene units.
    var box: Box {
        Box(
            Float(pixels.left) / density, Float(pixels.top) / density,
            Float(pixels.left + pixels.width) / density, Float(pixels.top + pixels.height) / density)
    }

    /// Adds light, as far as it lies inside.
    ///
    /// - Parameters:
    ///   - place: of the file's corner, in scene units.
    ///   - white: how bright the file's white is.
    func add(_ file: PictureFile, at place: Point, white: Float) {
        let (left, top) = (Int(place.x * density) - pixels.left, Int(place.y * density) - pixels.top)
        file.forEachPixel { column, row, light in
            let (x, y) = (column + left, row + top)
            guard x >= 0, y >= 0, x < pixels.width, y < pixels.height else { return }
            var added = light * white
            added.w = 0
            let pixel = pixels.line(y) + x
            pixel.pointee = (Radiance(stored: pixel.pointee) + added).stored
        }
    }

    /// The same in other pixels.
    ///
    /// - Parameter target: empty, of level 0; its pixels lie at scene units times `scale` plus `offset`.
    func resample(into target: LinearImage, scale: Float, offset: Point) {
        let step = density / scale
        let columns = Shares(
            from: (Float(target.left) - offset.x) * step - Float(pixels.left), step: step,
            count: target.width, of: pixels.width)
        let rows = Shares(
            from: (Float(target.top) - offset.y) * step - Float(pixels.top), step: step,
            count: target.height, of: pixels.height)
        let needed = columns.range
        withUnsafeTemporaryAllocation(of: Radiance.self, capacity: pixels.width) { scratch in
            guard let mixed = scratch.baseAddress else { return }
            for y in 0..<target.height {
                for x in needed { mixed[x] = .zero }
                rows.forEach(y) { row, share in
                    let line = pixels.line(row)
                    for x in needed { mixed[x] += Radiance(stored: line[x]) * share }
                }
                let line = target.line(y)
                for x in 0..<target.width {
                    var sum = Radiance.zero
                    columns.forEach(x) { column, share in sum += mixed[column] * share }
                    line[x] = sum.stored
                }
            }
        }
    }
}

/// Each resampled pixel's weights of the original's pixels: the mean over its extent, or over one original pixel
/// around its middle if that is more, which interpolates linearly.
private struct Shares {
    private let taps: Int
    private let last: Int
    private var first: [Int] = []
    private var shares: [Float] = []

    init(from start: Float, step: Float, count: Int, of total: Int) {
        let width = max(1, step)
        taps = Int(width.rounded(.up)) + 1
        last = total - 1
        for index in 0..<count {
            let low = start + (Float(index) + 0.5) * step - width / 2
            let begin = low.rounded(.down)
            first.append(Int(begin))
            for tap in 0..<taps {
                let left = begin + Float(tap)
                shares.append(max(0, min(low + width, left + 1) - max(low, left)) / width)
            }
        }
    }

    /// The pixels of the original that are needed.
    var range: ClosedRange<Int> {
        let low = min(last, max(0, first.first ?? 0))
        return low...max(low, min(last, (first.last ?? 0) + taps - 1))
    }

    /// Beyond its ends the original is continued.
    @inline(__always)
    func forEach(_ index: Int, _ body: (_ pixel: Int, _ share: Float) -> Void) {
        for tap in 0..<taps where shares[index * taps + tap] > 0 {
            body(min(last, max(0, first[index] + tap)), shares[index * taps + tap])
        }
    }
}
