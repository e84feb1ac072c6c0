// SPDX-License-Identifier: GPL-3.0-or-later

/// What interpolation and small misplacements took from fine detail, beside the reference, which was not interpolated.
///
/// The reference's noise is not in the mean of the others: so where that mean has something at a frequency, the reference
/// has on average what the scene has there.
enum Transfer {
    typealias Lane = CosineTransform.Lane

    /// By what the merge's frequencies have to be raised: eight lanes for each of luma and chromas.
    static func gains(
        reference: [Plane], merged: [Plane], weights: Plane, noise: NoiseModel, enough: Float
    ) -> [[Lane]] {
        let (width, height) = (weights.width, weights.height)
        let padding = 8
        let lines = (0..<2).map { _ in
            UnsafeMutablePointer<Lane>.allocate(capacity: width + 2 * padding)
        }
        let blocks = UnsafeMutablePointer<Lane>.allocate(capacity: 16)
        defer {
            for line in lines { line.deallocate() }
            blocks.deallocate()
        }
        let rows = max(8, height / 60 / 8 * 8)
        var result: [[Lane]] = []
        for channel in 0..<merged.count {
            var products = [Lane](repeating: .zero, count: 8)
            var squares = products
            var counts = products
            var share: Float = 0
            var shares: Float = 0
            for top in stride(from: 0, through: max(0, height - 8), by: rows) {
                CosineTransform.columns(of: reference[channel], top: top, into: lines[0], padding: padding)
                CosineTransform.columns(of: merged[channel], top: top, into: lines[1], padding: padding)
                for left in stride(from: 0, through: max(0, width - 8), by: 8) {
                    let weight = weights.row(min(height - 1, top + 4))[min(width - 1, left + 4)]
                    guard weight >= enough, weight > 1.5 else { continue }
                    share += 1 / weight
                    shares += 1
                    CosineTransform.forward(lines[0] + padding + left, blocks)
                    CosineTransform.forward(lines[1] + padding + left, blocks + 8)
                    let level = NoiseModel.level(dc: blocks[8][0])
                    for k in 0..<8 {
                        let others = (blocks[8 + k] * weight - blocks[k]) / (weight - 1)
                        let variance = noise.variances[channel][level * 8 + k] / (weight - 1)
                        let isSeen = others * others .> variance * 30
                        products[k] += (others * blocks[k]).replacing(with: 0, where: .!isSeen)
                        squares[k] += (others * others - variance).replacing(with: 0, where: .!isSeen)
                        counts[k] += Lane.one.replacing(with: 0, where: .!isSeen)
                    }
                }
            }
            share = shares > 0 ? share / shares : 1
            result.append(
                (0..<8).map { k in
                    var gain = Lane.one
                    for lane in 0..<8 where counts[k][lane] >= 100 && squares[k][lane] > 0 {
                        let loss = max(0.3, products[k][lane] / squares[k][lane])
                        // The reference is a part of the merge, too, and has all.
                        gain[lane] = min(1.6, max(1, 1 / (share + (1 - share) / loss)))
                    }
                    return gain
                })
        }
        return result
    }
}
