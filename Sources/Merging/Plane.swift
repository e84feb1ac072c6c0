// SPDX-License-Identifier: GPL-3.0-or-later

/// One channel of a picture, row by row without gaps. Owned by one thread at a time, or by bands of rows that don't overlap.
///
/// Values are codes of eight bits, 0…255, with fractions, unless its owner says otherwise.
final class Plane {
    let width: Int
    let height: Int
    let base: UnsafeMutablePointer<Float>

    /// All zero.
    convenience init(width: Int, height: Int) {
        self.init(unclearedWidth: width, height: height)
        base.initialize(repeating: 0, count: max(1, width * height))
    }

    /// For whoever writes all of it before anything is read.
    init(unclearedWidth width: Int, height: Int) {
        self.width = width
        self.height = height
        base = .allocate(capacity: max(1, width * height))
    }

    deinit { base.deallocate() }

    var count: Int { width * height }

    @inline(__always)
    func row(_ y: Int) -> UnsafeMutablePointer<Float> { base + y * width }

    func copy() -> Plane {
        let result = Plane(unclearedWidth: width, height: height)
        result.base.update(from: base, count: count)
        return result
    }

    /// Half as wide and high: the means of four.
    func halved() -> Plane {
        let result = Plane(unclearedWidth: max(1, width / 2), height: max(1, height / 2))
        let (right, below) = (width > 1 ? 1 : 0, height > 1 ? width : 0)
        Bands.each(result.height) { rows in
            for y in rows {
                let (source, target) = (self.base + 2 * y * self.width, result.row(y))
                for x in 0..<result.width {
                    let corner = source + 2 * x
                    target[x] = (corner[0] + corner[right] + corner[below] + corner[right + below]) * 0.25
                }
            }
        }
        return result
    }

    /// Convolved with 1 2 1 in both directions; the edge is repeated.
    func smoothed() -> Plane {
        let result = Plane(unclearedWidth: width, height: height)
        Bands.each(height) { rows in
            let line = UnsafeMutablePointer<Float>.allocate(capacity: self.width + 2)
            defer { line.deallocate() }
            for y in rows {
                let upper = self.row(max(0, y - 1))
                let middle = self.row(y)
                let lower = self.row(min(self.height - 1, y + 1))
                for x in 0..<self.width { line[x + 1] = upper[x] + 2 * middle[x] + lower[x] }
                line[0] = line[1]
                line[self.width + 1] = line[self.width]
                let target = result.row(y)
                for x in 0..<self.width {
                    target[x] = (line[x] + 2 * line[x + 1] + line[x + 2]) * (1 / 16)
                }
            }
        }
        return result
    }

    /// The means of squares of 2·radius + 1 pixels; at the edges, of what is there.
    func boxed(radius: Int) -> Plane {
        let across = Plane(unclearedWidth: width, height: height)
        Bands.each(height) { rows in
            for y in rows {
                let (source, target) = (self.row(y), across.row(y))
                var (sum, count): (Float, Int) = (0, 0)
                for x in 0..<min(radius, self.width) {
                    sum += source[x]
                    count += 1
                }
                for x in 0..<self.width {
                    if x + radius < self.width {
                        sum += source[x + radius]
                        count += 1
                    }
                    if x - radius - 1 >= 0 {
                        sum -= source[x - radius - 1]
                        count -= 1
                    }
                    target[x] = sum / Float(count)
                }
            }
        }
        let result = Plane(unclearedWidth: width, height: height)
        Bands.each(height) { rows in
            let sums = UnsafeMutablePointer<Float>.allocate(capacity: self.width)
            sums.initialize(repeating: 0, count: self.width)
            defer { sums.deallocate() }
            var count = 0
            func add(_ y: Int, _ sign: Float) {
                let source = across.row(y)
                for x in 0..<self.width { sums[x] += sign * source[x] }
                count += sign > 0 ? 1 : -1
            }
            for y in max(0, rows.lowerBound - radius)..<min(self.height, rows.lowerBound + radius) {
                add(y, 1)
            }
            for y in rows {
                if y + radius < self.height { add(y + radius, 1) }
                if y > rows.lowerBound, y - radius - 1 >= 0 { add(y - radius - 1, -1) }
                let (target, share) = (result.row(y), 1 / Float(count))
                for x in 0..<self.width { target[x] = sums[x] * share }
            }
        }
        return result
    }
}
