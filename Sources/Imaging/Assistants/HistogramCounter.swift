// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore

/// Counts a picture's brightness. Stateless.
enum HistogramCounter {
    /// Samples one pixel in this many in each direction: 1280x720 leaves 230 000, more than a diagram shows.
    private static let sampling = 2
    private static let shift = UInt8(8 - Histogram.binCount.trailingZeroBitCount)

    /// - Parameters:
    ///   - pixels: B G R X.
    ///   - luma: of the same picture.
    static func count(
        _ pixels: UnsafePointer<UInt8>, stride: Int, luma: Plane
    ) -> Histogram {
        var histogram = Histogram()
        for row in Swift.stride(from: 0, to: luma.rows, by: sampling) {
            let (line, gray) = (pixels + row * stride, luma.row(row))
            for x in Swift.stride(from: 0, to: luma.bytesPerRow, by: sampling) {
                histogram.luma[Int(gray[x] >> shift)] &+= 1
                histogram.blue[Int(line[4 * x] >> shift)] &+= 1
                histogram.green[Int(line[4 * x + 1] >> shift)] &+= 1
                histogram.red[Int(line[4 * x + 2] >> shift)] &+= 1
            }
        }
        return histogram
    }
}
