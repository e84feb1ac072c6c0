// SPDX-License-Identifier: GPL-3.0-or-later

/// The cosine transform of eight numbers (DCT-II, orthonormal), for eight of them side by side.
enum CosineTransform {
    typealias Lane = SIMD8<Float>

    // cos(k·π/16) / 2; the first of all also by √½.
    private static let c1: Float = 0.490_392_64
    private static let c2: Float = 0.461_939_77
    private static let c3: Float = 0.415_734_8
    private static let c4: Float = 0.353_553_4
    private static let c5: Float = 0.277_785_12
    private static let c6: Float = 0.191_341_72
    private static let c7: Float = 0.097_545_16

    /// From eight values to eight frequencies; the places may be the same.
    @inline(__always)
    static func forward(_ x: UnsafePointer<Lane>, _ y: UnsafeMutablePointer<Lane>) {
        let (s0, s1, s2, s3) = (x[0] + x[7], x[1] + x[6], x[2] + x[5], x[3] + x[4])
        let (d0, d1, d2, d3) = (x[0] - x[7], x[1] - x[6], x[2] - x[5], x[3] - x[4])
        let (e0, e1, o0, o1) = (s0 + s3, s1 + s2, s0 - s3, s1 - s2)
        y[0] = c4 * (e0 + e1)
        y[4] = c4 * (e0 - e1)
        y[2] = c2 * o0 + c6 * o1
        y[6] = c6 * o0 - c2 * o1
        y[1] = c1 * d0 + c3 * d1 + c5 * d2 + c7 * d3
        y[3] = c3 * d0 - c7 * d1 - c1 * d2 - c5 * d3
        y[5] = c5 * d0 - c1 * d1 + c7 * d2 + c3 * d3
        y[7] = c7 * d0 - c5 * d1 + c3 * d2 - c1 * d3
    }

    /// From eight frequencies to eight values; the places may be the same.
    @inline(__always)
    static func inverse(_ y: UnsafePointer<Lane>, _ x: UnsafeMutablePointer<Lane>) {
        let (e0, e1) = (c4 * (y[0] + y[4]), c4 * (y[0] - y[4]))
        let (o0, o1) = (c2 * y[2] + c6 * y[6], c6 * y[2] - c2 * y[6])
        let (s0, s3, s1, s2) = (e0 + o0, e0 - o0, e1 + o1, e1 - o1)
        let d0 = c1 * y[1] + c3 * y[3] + c5 * y[5] + c7 * y[7]
        let d1 = c3 * y[1] - c7 * y[3] - c1 * y[5] - c5 * y[7]
        let d2 = c5 * y[1] - c1 * y[3] + c7 * y[5] + c3 * y[7]
        let d3 = c7 * y[1] - c5 * y[3] + c3 * y[5] - c1 * y[7]
        x[0] = s0 + d0
        x[7] = s0 - d0
        x[1] = s1 + d1
        x[6] = s1 - d1
        x[2] = s2 + d2
        x[5] = s2 - d2
        x[3] = s3 + d3
        x[4] = s3 - d3
    }

    /// Reads eight rows of a plane from `top` on, its frequencies along columns: for each column eight, from low to high.
    ///
    /// Columns and rows outside repeat the edge.
    static func columns(
        of plane: Plane, top: Int, into target: UnsafeMutablePointer<Lane>, padding: Int
    ) {
        let width = plane.width
        let rows = (0..<8).map { plane.row(min(plane.height - 1, max(0, top + $0))) }
        withUnsafeTemporaryAllocation(of: Lane.self, capacity: 16) { lanes in
            let lane = lanes.baseAddress!
            rows.withUnsafeBufferPointer { rows in
                let numbers = UnsafeMutableRawPointer(lane + 8).assumingMemoryBound(to: Float.self)
                let out = UnsafeMutableRawPointer(target + padding).assumingMemoryBound(to: Float.self)
                var x = 0
                while x < width {
                    let count = min(8, width - x)
                    for row in 0..<8 {
                        if count == 8 {
                            lane[row] = UnsafeRawPointer(rows[row] + x).loadUnaligned(as: Lane.self)
                        } else {
                            var part = Lane(repeating: 0)
                            for column in 0..<count { part[column] = rows[row][x + column] }
                            lane[row] = part
                        }
                    }
                    forward(lane, lane + 8)
                    for column in 0..<count {
                        for k in 0..<8 { out[(x + column) * 8 + k] = numbers[k * 8 + column] }
                    }
                    x += 8
                }
            }
        }
        for side in 0..<padding {
            target[side] = target[padding]
            target[padding + width + side] = target[padding + width - 1]
        }
    }
}
