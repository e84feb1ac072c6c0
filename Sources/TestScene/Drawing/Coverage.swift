/// How much of each pixel a shape covers, exactly.
///
/// Signed areas are accumulated at the edges and summed along each line, as font-rs does (Raph Levien, "Inside the
/// fastest font renderer in the world", 2016).
struct Coverage {
    let left, top, width, height: Int
    private var areas: [Float]

    /// - Parameters:
    ///   - contours: in pixels.
    ///   - clip: what can be drawn to, in pixels.
    /// - Returns: nil where nothing of the shape lies inside.
    init?(_ contours: [[Point]], width clipWidth: Int, height clipHeight: Int) {
        var low = Point(repeating: .greatestFiniteMagnitude)
        var high = -low
        for contour in contours {
            for point in contour {
                low = Point(min(low.x, point.x), min(low.y, point.y))
                high = Point(max(high.x, point.x), max(high.y, point.y))
            }
        }
        guard low.x < Float(clipWidth), low.y < Float(clipHeight), high.x > 0, high.y > 0 else { return nil }
        left = Int(max(0, low.x))
        top = Int(max(0, low.y))
        width = Int(min(Float(clipWidth), high.x.rounded(.up))) - left
        height = Int(min(Float(clipHeight), high.y.rounded(.up))) - top
        guard width > 0, height > 0 else { return nil }
        areas = [Float](repeating: 0, count: (width + 2) * height)
        let origin = Point(Float(left), Float(top))
        for contour in contours {
            for index in contour.indices {
                let next = index + 1 == contour.count ? 0 : index + 1
                addEdge(from: contour[index] - origin, to: contour[next] - origin)
            }
        }
    }

    /// Calls back for each line with the coverage of its pixels, 0…1.
    mutating func forEachLine(_ body: (_ y: Int, UnsafeMutablePointer<Float>) -> Void) {
        let (width, height) = (width, height)
        areas.withUnsafeMutableBufferPointer { areas in
            guard let base = areas.baseAddress else { return }
            for y in 0..<height {
                let line = base + y * (width + 2)
                var sum: Float = 0
                for x in 0..<width {
                    sum += line[x]
                    line[x] = min(1, abs(sum))
                }
                body(y, line)
            }
        }
    }

    private mutating func addEdge(from a: Point, to b: Point) {
        guard a.y != b.y else { return }
        let (start, end, direction): (Point, Point, Float) = a.y < b.y ? (a, b, 1) : (b, a, -1)
        guard end.y > 0, start.y < Float(height) else { return }
        let slope = (end.x - start.x) / (end.y - start.y)
        var x = start.y < 0 ? start.x - start.y * slope : start.x
        let limit = Float(width)
        for y in Int(max(0, start.y))..<min(height, Int(end.y.rounded(.up))) {
            let part = min(Float(y + 1), end.y) - max(Float(y), start.y)
            let next = x + slope * part
            let (x0, x1) = (min(max(min(x, next), 0), limit), min(max(max(x, next), 0), limit))
            addSpan(at: y * (width + 2), from: x0, to: x1, area: part * direction)
            x = next
        }
    }

    /// Spreads the area to the right of a piece of an edge inside one line over the pixels that it crosses.
    private mutating func addSpan(at line: Int, from x0: Float, to x1: Float, area: Float) {
        let (first, last) = (Int(x0), Int(x1.rounded(.up)))
        guard last > first + 1 else {
            let beyond = 0.5 * (x0 + x1) - Float(first)
            areas[line + first] += area - area * beyond
            areas[line + first + 1] += area * beyond
            return
        }
        let slope = 1 / (x1 - x0)
        var before: Float = 0
        for x in first..<last {
            let until = min(Float(x + 1), x1)
            let from = max(Float(x), x0)
            // The part of the edge left of this pixel's end, and the mean way it leaves to the right of itself.
            let piece = (until - from) * slope
            let covered = piece * (Float(x + 1) - 0.5 * (from + until))
            areas[line + x] += area * (covered + before)
            before = piece - covered
        }
        areas[line + last] += area * before
    }
}
