// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore

/// Marks pixels of a luma plane. Stateless; the inner loops have neither branches nor calls, so that the compiler makes
/// vector code of them.
enum LumaMarks {
    /// Marks where the picture is sharp: where the Laplacian, which defocus takes away first, is strong. A blurred edge
    /// of high contrast has a steep slope, but little curvature.
    ///
    /// - Parameters:
    ///   - luma: of at least 3 by 3 pixels; smaller ones have no marks.
    ///   - threshold: the least strength, in steps of luma times four.
    static func peaking(
        _ luma: Plane, threshold: Int16, to mask: UnsafeMutablePointer<UInt8>, stride: Int
    ) {
        let (width, height) = (luma.bytesPerRow, luma.rows)
        guard width > 0, height > 0 else { return }
        clear(mask, width)
        clear(mask + (height - 1) * stride, width)
        guard width > 2, height > 2 else { return }
        for row in 1..<(height - 1) {
            let (above, line, below) = (luma.row(row - 1), luma.row(row), luma.row(row + 1))
            let target = mask + row * stride
            target[0] = 0
            target[width - 1] = 0
            for x in 1..<(width - 1) {
                let around = Int16(line[x - 1]) &+ Int16(line[x + 1]) &+ Int16(above[x]) &+ Int16(below[x])
                let bend = Int16(line[x]) &* 4 &- around
                target[x] = (bend > threshold) != (bend < -threshold) ? 255 : 0
            }
        }
    }

    /// Marks clipped highlights with diagonal stripes.
    ///
    /// - Parameters:
    ///   - limit: the luma from which a pixel counts as clipped.
    ///   - stripe: the width of a stripe in pixels; a power of two.
    static func zebra(
        _ luma: Plane, limit: UInt8, stripe: Int, to mask: UnsafeMutablePointer<UInt8>,
        stride: Int
    ) {
        for row in 0..<luma.rows {
            let (line, target) = (luma.row(row), mask + row * stride)
            let bit = UInt32(truncatingIfNeeded: stripe)
            let offset = UInt32(truncatingIfNeeded: row)
            for x in 0..<luma.bytesPerRow {
                let isStripe = (UInt32(truncatingIfNeeded: x) &+ offset) & bit != 0
                target[x] = line[x] >= limit && isStripe ? 255 : 0
            }
        }
    }

    private static func clear(_ line: UnsafeMutablePointer<UInt8>, _ width: Int) {
        line.update(repeating: 0, count: width)
    }
}
