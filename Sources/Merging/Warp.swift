// SPDX-License-Identifier: GPL-3.0-or-later
internal import CMerging

/// Draws a frame where it lies on the reference, in two passes (Catmull and Smith 1980): along columns, then along rows, each
/// with Keys' kernel of six samples and fourth order (Keys 1981), which keeps more of fine detail than the usual one of four.
enum Warp {
    /// Pixels around each that the kernel reaches.
    private static let margin = 3

    /// - Parameters:
    ///   - target: is drawn into where the frame lies elsewhere.
    ///   - coverage: as for `draw`.
    /// - Returns: the frame as it lies on the reference: itself where it lies there already, without an interpolation.
    static func placed(
        _ frame: Channels, at placement: Placement, into target: Channels, coverage: Plane
    ) -> Channels {
        guard placement != .identity else {
            coverage.base.update(repeating: 1, count: coverage.count)
            return frame
        }
        draw(frame.planes, at: placement, into: target.planes, coverage: coverage)
        return target
    }

    /// - Parameter coverage: becomes 1 where the frame reaches, else 0.
    static func draw(_ frame: [Plane], at placement: Placement, into target: [Plane], coverage: Plane) {
        let (width, height) = (coverage.width, coverage.height)
        let (frameWidth, frameHeight) = (frame[0].width, frame[0].height)
        let scale = 1 + placement.a
        let (middleX, middleY) = (Float(width - 1) / 2, Float(height - 1) / 2)
        let (frameX, frameY) = (Float(frameWidth - 1) / 2, Float(frameHeight - 1) / 2)
        Bands.each(height) { rows in
            // A frame's row that bends with the placement, with margins of repeated pixels on both sides.
            let line = UnsafeMutablePointer<Float>.allocate(capacity: frameWidth + 2 * Self.margin)
            let down = Taps(count: frameWidth)
            let across = Taps(count: width)
            defer { line.deallocate() }
            for y in rows {
                let v = Float(y) - middleY
                // The place in the frame of the row's pixel at u is (scale·u + startX, b·u + startY).
                let startX = frameX + placement.x - placement.b * v
                let startY = frameY + placement.y + scale * v
                let slope = placement.b / scale
                down.fill(from: startY - slope * startX, step: slope)
                across.fill(from: startX - scale * middleX, step: scale)
                Self.cover(
                    coverage.row(y), width, from: (startX - scale * middleX, startY - placement.b * middleX),
                    step: (scale, placement.b), frameWidth, frameHeight)
                for (source, target) in zip(frame, target) {
                    Self.filterColumns(source, down, line + Self.margin)
                    for side in 1...Self.margin {
                        line[Self.margin - side] = line[Self.margin]
                        line[Self.margin + frameWidth - 1 + side] = line[Self.margin + frameWidth - 1]
                    }
                    Self.filterRow(line + Self.margin, frameWidth, across, target.row(y))
                }
            }
        }
    }

    private static func cover(
        _ row: UnsafeMutablePointer<Float>, _ count: Int, from: (Float, Float), step: (Float, Float),
        _ frameWidth: Int, _ frameHeight: Int
    ) {
        // The part of the row whose place is within the frame, by both coordinates.
        var (low, high): (Float, Float) = (0, Float(count))
        for (begin, step, last) in [
            (from.0, step.0, Float(frameWidth) - 0.99), (from.1, step.1, Float(frameHeight) - 0.99),
        ] {
            if abs(step) < 1e-9 {
                if begin < -0.01 || begin > last { high = 0 }
            } else {
                let (one, other) = ((-0.01 - begin) / step, (last - begin) / step)
                low = max(low, min(one, other).rounded(.up))
                high = min(high, max(one, other).rounded(.down) + 1)
            }
        }
        row.update(repeating: 0, count: count)
        if high > low { (row + Int(low)).update(repeating: 1, count: Int(high) - Int(low)) }
    }

    /// For each pixel of a row the sample where its kernel is, and the kernel's six weights, one after the other.
    private final class Taps {
        let count: Int
        let wholes: UnsafeMutablePointer<Float>
        let weights: UnsafeMutablePointer<Float>

        init(count: Int) {
            self.count = count
            wholes = .allocate(capacity: count)
            weights = .allocate(capacity: 6 * count)
        }

        deinit {
            wholes.deallocate()
            weights.deallocate()
        }

        /// For places that are evenly far from each other.
        func fill(from begin: Float, step: Float) {
            tt_merging_taps(begin, step, Int32(count), wholes, weights)
        }
    }

    /// Each column at a height of its own. Neighbours mostly begin in the same row: these runs are vectors.
    private static func filterColumns(
        _ source: Plane, _ taps: Taps, _ line: UnsafeMutablePointer<Float>
    ) {
        let (width, last) = (source.width, source.height - 1)
        let (weights, tops) = (taps.weights, taps.wholes)
        var begin = 0
        while begin < width {
            let top = tops[begin]
            var end = begin + 1
            while end < width, tops[end] == top { end += 1 }
            @inline(__always) func row(_ offset: Int) -> UnsafeMutablePointer<Float> {
                source.row(min(last, max(0, Int(max(-1e6, min(1e6, top))) + offset)))
            }
            Self.filter(
                (
                    row(-2) + begin, row(-1) + begin, row(0) + begin, row(1) + begin, row(2) + begin,
                    row(3) + begin
                ),
                weights + begin, width, end - begin, line + begin)
            begin = end
        }
    }

    private static func filterRow(
        _ line: UnsafeMutablePointer<Float>, _ count: Int, _ taps: Taps, _ target: UnsafeMutablePointer<Float>
    ) {
        let (width, weights, lefts) = (taps.count, taps.weights, taps.wholes)
        var begin = 0
        while begin < width {
            let offset = Int(max(-1e6, min(1e6, lefts[begin]))) - begin
            var end = begin + 1
            while end < width, lefts[end] == Float(end + offset) { end += 1 }
            // The part whose six samples are within the margins; what is outside is not covered.
            let low = min(end, max(begin, -offset))
            let high = max(low, min(end, count - offset))
            for x in begin..<low { target[x] = 0 }
            let source = line + offset + low
            Self.filter(
                (source - 2, source - 1, source, source + 1, source + 2, source + 3), weights + low, width,
                high - low, target + low)
            for x in high..<end { target[x] = 0 }
            begin = end
        }
    }

    private typealias Row = UnsafeMutablePointer<Float>

    /// The sums of six samples with their weights.
    @inline(__always)
    private static func filter(
        _ rows: (Row, Row, Row, Row, Row, Row), _ weights: Row, _ stride: Int, _ count: Int, _ target: Row
    ) {
        guard count > 0 else { return }
        withUnsafeTemporaryAllocation(of: UnsafePointer<Float>?.self, capacity: 6) { pointers in
            pointers[0] = UnsafePointer(rows.0)
            pointers[1] = UnsafePointer(rows.1)
            pointers[2] = UnsafePointer(rows.2)
            pointers[3] = UnsafePointer(rows.3)
            pointers[4] = UnsafePointer(rows.4)
            pointers[5] = UnsafePointer(rows.5)
            tt_merging_filter(pointers.baseAddress, weights, stride, Int32(count), target)
        }
    }
}
