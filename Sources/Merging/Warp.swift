// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// Draws a frame where it lies on the reference, in two passes (Catmull and Smith 1980): along columns, then along rows, each
/// with Keys' kernel of six samples and fourth order (Keys 1981), which keeps more of fine detail than the usual one of four.
enum Warp {
    /// Pixels around each that the kernel reaches.
    private static let margin = 3

    /// - Parameter coverage: becomes 1 where the frame reaches, else 0.
    static func draw(_ frame: [Plane], at placement: Placement, into target: [Plane], coverage: Plane) {
        let (width, height) = (coverage.width, coverage.height)
        let (frameWidth, frameHeight) = (frame[0].width, frame[0].height)
        let scale = 1 + placement.a
        let (middleX, middleY) = (Float(width - 1) / 2, Float(height - 1) / 2)
        let (frameX, frameY) = (Float(frameWidth - 1) / 2, Float(frameHeight - 1) / 2)
        Bands.each(height) { rows in
            // A frame's row that bends with the placement, with margins of repeated pixels on both sides.
            let padded = frameWidth + 2 * Self.margin
            let line = UnsafeMutablePointer<Float>.allocate(capacity: padded)
            let weights = UnsafeMutablePointer<Float>.allocate(capacity: 6 * max(width, frameWidth))
            let tops = UnsafeMutablePointer<Int32>.allocate(capacity: frameWidth)
            let lefts = UnsafeMutablePointer<Int32>.allocate(capacity: width)
            defer {
                line.deallocate()
                weights.deallocate()
                tops.deallocate()
                lefts.deallocate()
            }
            for y in rows {
                let v = Float(y) - middleY
                // The place in the frame of the row's pixel at u is (s·u + startX, b·u + startY).
                let startX = frameX + placement.x - placement.b * v
                let startY = frameY + placement.y + scale * v
                Self.fillWeights(weights, frameWidth) { column in
                    let u = (Float(column) - startX) / scale
                    return startY + placement.b * u
                } start: {
                    tops[$0] = $1
                }
                let rowWeights = UnsafeMutablePointer<Float>.allocate(capacity: 6 * width)
                defer { rowWeights.deallocate() }
                Self.fillWeights(rowWeights, width) { column in
                    startX + scale * (Float(column) - middleX)
                } start: {
                    lefts[$0] = $1
                }
                let covered = coverage.row(y)
                for x in 0..<width {
                    let u = Float(x) - middleX
                    let (atX, atY) = (startX + scale * u, startY + placement.b * u)
                    let isInside =
                        atX >= -0.01 && atY >= -0.01 && atX <= Float(frameWidth) - 0.99
                        && atY <= Float(frameHeight) - 0.99
                    covered[x] = isInside ? 1 : 0
                }
                for (source, target) in zip(frame, target) {
                    Self.filterColumns(source, tops, weights, line + Self.margin)
                    for side in 1...Self.margin {
                        line[Self.margin - side] = line[Self.margin]
                        line[Self.margin + frameWidth - 1 + side] = line[Self.margin + frameWidth - 1]
                    }
                    Self.filterRow(
                        line + Self.margin, frameWidth, lefts, rowWeights, width, target.row(y))
                }
            }
        }
    }

    /// Six weights for each of `count` pixels, one plane of them after the other, and where each begins.
    @inline(__always)
    private static func fillWeights(
        _ weights: UnsafeMutablePointer<Float>, _ count: Int, place: (Int) -> Float,
        start: (Int, Int32) -> Void
    ) {
        for index in 0..<count {
            let position = min(1e6, max(-1e6, place(index)))
            // Faster than floor, and right from -4096 on; what is farther out is not shown.
            let whole = Int32(max(-4096, position) + 4096) &- 4096
            let f = position - Float(whole)
            start(index, whole)
            weights[index] = far(f + 2)
            weights[count + index] = middle(f + 1)
            weights[2 * count + index] = near(f)
            weights[3 * count + index] = near(1 - f)
            weights[4 * count + index] = middle(2 - f)
            weights[5 * count + index] = far(3 - f)
        }
    }

    // Keys' kernel by the distance from the sample.
    @inline(__always) private static func near(_ s: Float) -> Float {
        ((4 / 3 * s - 7 / 3) * s) * s + 1
    }
    @inline(__always) private static func middle(_ s: Float) -> Float {
        ((-7 / 12 * s + 3) * s - 59 / 12) * s + 2.5
    }
    @inline(__always) private static func far(_ s: Float) -> Float {
        ((1 / 12 * s - 2 / 3) * s + 7 / 4) * s - 1.5
    }

    /// Each column at a height of its own. Neighbours mostly begin in the same row: these runs are vectors.
    private static func filterColumns(
        _ source: Plane, _ tops: UnsafeMutablePointer<Int32>, _ weights: UnsafeMutablePointer<Float>,
        _ line: UnsafeMutablePointer<Float>
    ) {
        let (width, last) = (source.width, source.height - 1)
        var begin = 0
        while begin < width {
            let top = tops[begin]
            var end = begin + 1
            while end < width, tops[end] == top { end += 1 }
            @inline(__always) func row(_ offset: Int) -> UnsafeMutablePointer<Float> {
                source.row(min(last, max(0, Int(top) + offset)))
            }
            let (r0, r1, r2, r3, r4, r5) = (row(-2), row(-1), row(0), row(1), row(2), row(3))
            for x in begin..<end {
                let early = weights[x] * r0[x] + weights[width + x] * r1[x] + weights[2 * width + x] * r2[x]
                let late =
                    weights[3 * width + x] * r3[x] + weights[4 * width + x] * r4[x] + weights[5 * width + x]
                    * r5[x]
                line[x] = early + late
            }
            begin = end
        }
    }

    private static func filterRow(
        _ line: UnsafeMutablePointer<Float>, _ count: Int, _ lefts: UnsafeMutablePointer<Int32>,
        _ weights: UnsafeMutablePointer<Float>, _ width: Int, _ target: UnsafeMutablePointer<Float>
    ) {
        var begin = 0
        while begin < width {
            let offset = Int(lefts[begin]) - begin
            var end = begin + 1
            while end < width, Int(lefts[end]) - end == offset { end += 1 }
            // The part whose six samples are within the margins; what is outside is not covered.
            let inner = max(begin, -offset)..<max(begin, -offset, min(end, count - offset))
            for x in begin..<end where !inner.contains(x) { target[x] = 0 }
            let source = line + offset
            for x in inner {
                let early =
                    weights[x] * source[x - 2] + weights[width + x] * source[x - 1] + weights[2 * width + x]
                    * source[x]
                let late =
                    weights[3 * width + x] * source[x + 1] + weights[4 * width + x] * source[x + 2]
                    + weights[5 * width + x] * source[x + 3]
                target[x] = early + late
            }
            begin = end
        }
    }
}
