// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

enum Quality {
    /// Decibels, over all samples of the pixels for which `counts` says true.
    static func psnr(_ picture: Canvas, _ truth: Canvas, where counts: [Bool]? = nil, is wanted: Bool = true)
        -> Float
    {
        let truth = truth.rounded()
        var (sum, number): (Double, Int) = (0, 0)
        for index in picture.values.indices where counts == nil || counts?[index / 3] == wanted {
            let difference = Double(picture.values[index] - truth.values[index])
            sum += difference * difference
            number += 1
        }
        return number == 0 ? .nan : Float(10 * log10(255 * 255 / max(1e-9, sum / Double(number))))
    }

    /// The structural similarity of the lumas (Wang et al. 2004), with windows of 7 × 7.
    static func ssim(_ picture: Canvas, _ truth: Canvas) -> Float {
        let (a, b) = (luma(picture), luma(truth.rounded()))
        let (width, height) = (picture.width, picture.height)
        func means(_ values: [Float]) -> [Float] {
            var across = values
            var result = values
            let side = 7
            for y in 0..<height {
                for x in 0...width - side {
                    across[y * width + x] = values[y * width + x..<y * width + x + side].reduce(0, +)
                }
            }
            for y in 0...height - side {
                for x in 0...width - side {
                    var sum: Float = 0
                    for row in 0..<side { sum += across[(y + row) * width + x] }
                    result[y * width + x] = sum / Float(side * side)
                }
            }
            return result
        }
        func product(_ x: [Float], _ y: [Float]) -> [Float] { zip(x, y).map { $0 * $1 } }
        let (ma, mb) = (means(a), means(b))
        let (aa, bb, ab) = (means(product(a, a)), means(product(b, b)), means(product(a, b)))
        let (c1, c2): (Float, Float) = (6.5025, 58.5225)
        var (sum, count): (Double, Int) = (0, 0)
        for y in 0...height - 7 {
            for x in 0...width - 7 {
                let i = y * width + x
                let (va, vb, cov) = (aa[i] - ma[i] * ma[i], bb[i] - mb[i] * mb[i], ab[i] - ma[i] * mb[i])
                sum += Double(
                    (2 * ma[i] * mb[i] + c1) * (2 * cov + c2)
                        / ((ma[i] * ma[i] + mb[i] * mb[i] + c1) * (va + vb + c2)))
                count += 1
            }
        }
        return Float(sum / Double(count))
    }

    private static func luma(_ canvas: Canvas) -> [Float] {
        (0..<canvas.width * canvas.height).map {
            0.299 * canvas.values[3 * $0] + 0.587 * canvas.values[3 * $0 + 1] + 0.114
                * canvas.values[3 * $0 + 2]
        }
    }
}
