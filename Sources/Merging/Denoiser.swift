// SPDX-License-Identifier: GPL-3.0-or-later

/// Removes the noise that a merge leaves: overlapping cosine transforms of 8 × 8, first with a threshold, then again as a Wiener filter
/// that takes the first result for the truth (Yu and Sapiro 2011; Dabov et al. 2007 have the two steps).
///
/// What is left stays fine-grained: nothing is removed that stands out of the noise at its own frequency and brightness.
struct Denoiser {
    typealias Lane = CosineTransform.Lane

    /// The noise of one frame as it is taken into the merge, and of the reference, which is not interpolated.
    let merged: NoiseModel
    let reference: NoiseModel
    /// How many frames were merged at each pixel.
    let weights: Plane
    /// By what the frequencies of each channel are raised, eight lanes.
    let sharpening: [[Lane]]

    private static let padding = 8
    /// In deviations of the noise.
    private static let threshold: Float = 2.7
    /// Pixels from one block to the next, in both directions.
    private static let step = 2

    /// - Returns: luma and chroma without noise.
    func cleaned(_ planes: [Plane]) -> [Plane] {
        let pilot = pass(planes, pilot: nil)
        return pass(planes, pilot: pilot)
    }

    private func pass(_ planes: [Plane], pilot: [Plane]?) -> [Plane] {
        let (width, height) = (planes[0].width, planes[0].height)
        let results = planes.map { _ in Plane(width: width, height: height) }
        let padded = width + 2 * Self.padding
        Bands.each(height) { rows in
            let lines = (0..<6).map { _ in UnsafeMutablePointer<Lane>.allocate(capacity: padded) }
            let sums = (0..<3).map { _ in UnsafeMutablePointer<Lane>.allocate(capacity: padded) }
            let norms = (0..<3).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: padded) }
            let blocks = UnsafeMutablePointer<Lane>.allocate(capacity: 24)
            let totals = (0..<3).map { _ in Plane(width: width, height: rows.count) }
            let shares = (0..<3).map { _ in Plane(width: width, height: rows.count) }
            defer {
                for line in lines + sums { line.deallocate() }
                for norm in norms { norm.deallocate() }
                blocks.deallocate()
            }
            // Every block that touches these rows, also where other bands make it, too.
            let first = (rows.lowerBound - 7 + 8) / Self.step * Self.step - 8
            for top in stride(from: first, to: rows.upperBound, by: Self.step) where top + 8 > rows.lowerBound
            {
                for channel in 0..<3 {
                    CosineTransform.columns(
                        of: planes[channel], top: top, into: lines[channel], padding: Self.padding)
                    if let pilot {
                        CosineTransform.columns(
                            of: pilot[channel], top: top, into: lines[3 + channel], padding: Self.padding)
                    }
                    sums[channel].initialize(repeating: .zero, count: padded)
                    norms[channel].initialize(repeating: 0, count: padded)
                }
                let weightRow = self.weights.row(min(height - 1, max(0, top + 4)))
                for left in stride(from: 2, through: width + Self.padding, by: Self.step) {
                    let weight = max(1, weightRow[min(width - 1, max(0, left - Self.padding + 4))])
                    var mean: Float = 0
                    let brightness = pilot == nil ? lines[0] : lines[3]
                    for column in 0..<8 { mean += brightness[left + column][0] }
                    let level = NoiseModel.level(dc: mean * 0.353_553_4)
                    for channel in 0..<3 {
                        let share = self.shrink(
                            lines[channel] + left, pilot == nil ? nil : lines[3 + channel] + left, channel,
                            level,
                            weight, blocks)
                        let (sum, norm) = (sums[channel] + left, norms[channel] + left)
                        for column in 0..<8 {
                            sum[column] += blocks[column] * share
                            norm[column] += share
                        }
                    }
                }
                for channel in 0..<3 {
                    Self.add(
                        sums[channel] + Self.padding, norms[channel] + Self.padding, top, rows,
                        totals[channel],
                        shares[channel])
                }
            }
            for channel in 0..<3 {
                for y in rows {
                    let (target, total) = (results[channel].row(y), totals[channel].row(y - rows.lowerBound))
                    let share = shares[channel].row(y - rows.lowerBound)
                    for x in 0..<width { target[x] = total[x] / share[x] }
                }
            }
        }
        return results
    }

    /// Shrinks one block; what comes out, in `blocks`, is still transformed along columns.
    ///
    /// - Returns: how much it counts among the blocks of a pixel.
    @inline(__always)
    private func shrink(
        _ columns: UnsafeMutablePointer<Lane>, _ pilot: UnsafeMutablePointer<Lane>?, _ channel: Int,
        _ level: Int,
        _ weight: Float, _ blocks: UnsafeMutablePointer<Lane>
    ) -> Float {
        let (own, others) = (1 / (weight * weight), (weight - 1) / (weight * weight))
        CosineTransform.forward(columns, blocks)
        var kept = Lane.zero
        merged.variances[channel].withUnsafeBufferPointer { merged in
            reference.variances[channel].withUnsafeBufferPointer { reference in
                if let pilot {
                    CosineTransform.forward(pilot, blocks + 8)
                    for k in 0..<8 {
                        let noise = reference[level * 8 + k] * own + merged[level * 8 + k] * others
                        let power = blocks[8 + k] * blocks[8 + k]
                        var gain = power / (power + noise + 1e-6)
                        if k == 0 { gain[0] = 1 }
                        kept += gain * gain * noise
                        blocks[k] *= gain * sharpening[channel][k]
                    }
                } else {
                    for k in 0..<8 {
                        let noise = reference[level * 8 + k] * own + merged[level * 8 + k] * others
                        var isKept = blocks[k] * blocks[k] .>= noise * (Self.threshold * Self.threshold)
                        if k == 0 { isKept[0] = true }
                        blocks[k] = blocks[k].replacing(with: 0, where: .!isKept)
                        kept += noise.replacing(with: 0, where: .!isKept)
                    }
                }
            }
        }
        CosineTransform.inverse(blocks, blocks)
        return 1 / (kept.sum() + 1e-3)
    }

    /// Adds the rows that eight frequencies of each column make.
    private static func add(
        _ sums: UnsafeMutablePointer<Lane>, _ norms: UnsafeMutablePointer<Float>, _ top: Int,
        _ rows: Range<Int>,
        _ totals: Plane, _ shares: Plane
    ) {
        let width = totals.width
        withUnsafeTemporaryAllocation(of: Lane.self, capacity: 16) { lanes in
            let lane = lanes.baseAddress!
            let numbers = UnsafeMutableRawPointer(lane).assumingMemoryBound(to: Float.self)
            let input = UnsafeMutableRawPointer(sums).assumingMemoryBound(to: Float.self)
            for x in stride(from: 0, to: width, by: 8) {
                let count = min(8, width - x)
                for column in 0..<count {
                    for k in 0..<8 { numbers[k * 8 + column] = input[(x + column) * 8 + k] }
                }
                CosineTransform.inverse(lane, lane + 8)
                for row in 0..<8 where rows.contains(top + row) {
                    let total = totals.row(top + row - rows.lowerBound) + x
                    let share = shares.row(top + row - rows.lowerBound) + x
                    if count == 8 {
                        let raw = UnsafeMutableRawPointer(total)
                        raw.storeBytes(of: raw.loadUnaligned(as: Lane.self) + lane[8 + row], as: Lane.self)
                    } else {
                        for column in 0..<count { total[column] += lane[8 + row][column] }
                    }
                    for column in 0..<count { share[column] += norms[x + column] }
                }
            }
        }
    }
}
