// SPDX-License-Identifier: GPL-3.0-or-later

/// The noise of a picture in blocks of 8 × 8: its variance at each of their 64 frequencies, for each brightness and each of luma and
/// the two chromas.
///
/// Measured, not assumed: a camera's own filters, the interpolation of moved frames and JPEG give it a colour that no formula
/// knows.
struct NoiseModel {
    typealias Lane = CosineTransform.Lane

    static let levels = 12
    /// For each channel and level eight lanes, of the horizontal frequencies; a lane has the vertical ones.
    fileprivate(set) var variances: [[Lane]]

    @inline(__always) static func level(dc: Float) -> Int {
        // The first frequency is eight times the mean.
        Int(max(0, min(Float(levels - 1), dc * (Float(levels) / 2048))))
    }

    /// - Parameters:
    ///   - noise: luma and chroma of nothing but noise.
    ///   - picture: the luma that tells the brightness.
    ///   - scale: what the variance at a place is multiplied by; blocks count where it is above zero.
    init(noise: [Plane], picture: Plane, scale: (_ x: Int, _ y: Int) -> Float) {
        let (width, height) = (picture.width, picture.height)
        var sums = [[Lane]](repeating: [Lane](repeating: .zero, count: Self.levels * 8), count: 3)
        var counts = [Float](repeating: 0, count: Self.levels)
        let padding = 8
        let lines = (0..<4).map { _ in
            UnsafeMutablePointer<Lane>.allocate(capacity: width + 2 * padding)
        }
        let block = UnsafeMutablePointer<Lane>.allocate(capacity: 8)
        defer {
            for line in lines { line.deallocate() }
            block.deallocate()
        }
        // A tenth of a million blocks would say no more.
        let rows = max(8, height / 45 / 8 * 8)
        for top in stride(from: 0, through: max(0, height - 8), by: rows) {
            for channel in 0..<3 {
                CosineTransform.columns(of: noise[channel], top: top, into: lines[channel], padding: padding)
            }
            CosineTransform.columns(of: picture, top: top, into: lines[3], padding: padding)
            for left in stride(from: 0, through: max(0, width - 8), by: 8) {
                let factor = scale(min(width - 1, left + 4), min(height - 1, top + 4))
                guard factor > 0 else { continue }
                var mean: Float = 0
                for column in 0..<8 { mean += lines[3][padding + left + column][0] }
                let level = Self.level(dc: mean * 0.353_553_4)
                counts[level] += 1
                let root = factor.squareRoot()
                for channel in 0..<3 {
                    CosineTransform.forward(lines[channel] + padding + left, block)
                    for k in 0..<8 {
                        let value = block[k]
                        // The mean deviation, which what moved unseen spoils less than the mean square.
                        sums[channel][level * 8 + k] +=
                            value.replacing(with: -value, where: value .< 0) * root
                    }
                }
            }
        }
        variances = sums
        for channel in 0..<3 {
            for level in 0..<Self.levels {
                // Rare brightnesses are taken with their neighbours.
                var reach = 0
                var (low, high) = (level, level)
                var count = counts[level]
                while count < 60, low > 0 || high < Self.levels - 1 {
                    reach += 1
                    (low, high) = (max(0, level - reach), min(Self.levels - 1, level + reach))
                    count = counts[low...high].reduce(0, +)
                }
                for k in 0..<8 {
                    var sum = Lane.zero
                    for near in low...high { sum += sums[channel][near * 8 + k] }
                    let deviation = sum / max(1, count) * 1.253_314
                    variances[channel][level * 8 + k] = deviation * deviation
                }
            }
        }
    }
}
