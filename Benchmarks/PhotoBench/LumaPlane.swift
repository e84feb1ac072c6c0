// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Brightness alone, a byte a pixel, without gaps.
struct LumaPlane {
    let width: Int
    let height: Int
    let values: [UInt8]

    /// Peak signal-to-noise ratio in dB.
    func psnr(to other: LumaPlane) -> Double {
        var sum = 0
        for index in values.indices {
            let difference = Int(values[index]) - Int(other.values[index])
            sum += difference * difference
        }
        return 10 * log10(255 * 255 * Double(values.count) / Double(max(1, sum)))
    }

    /// Structural similarity (Wang, Bovik, Sheikh, Simoncelli 2004): the mean over blocks of 8 by 8 pixels.
    func ssim(to other: LumaPlane) -> Double {
        var (sum, count) = (0.0, 0)
        for top in stride(from: 0, to: height - 7, by: 8) {
            for left in stride(from: 0, to: width - 7, by: 8) {
                sum += blockSimilarity(to: other, left, top)
                count += 1
            }
        }
        return sum / Double(max(1, count))
    }

    private func blockSimilarity(to other: LumaPlane, _ left: Int, _ top: Int) -> Double {
        var (a, b, aa, bb, ab) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for y in top..<(top + 8) {
            for x in left..<(left + 8) {
                let (p, q) = (Double(values[y * width + x]), Double(other.values[y * width + x]))
                (a, b, aa, bb, ab) = (a + p, b + q, aa + p * p, bb + q * q, ab + p * q)
            }
        }
        let (meanA, meanB) = (a / 64, b / 64)
        let (varianceA, varianceB) = (aa / 64 - meanA * meanA, bb / 64 - meanB * meanB)
        let covariance = ab / 64 - meanA * meanB
        // The paper's constants for 8 bits: (0.01 · 255)² and (0.03 · 255)².
        let (c1, c2) = (6.5025, 58.5225)
        return (2 * meanA * meanB + c1) * (2 * covariance + c2)
            / ((meanA * meanA + meanB * meanB + c1) * (varianceA + varianceB + c2))
    }
}
