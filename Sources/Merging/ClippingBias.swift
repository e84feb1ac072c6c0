// SPDX-License-Identifier: GPL-3.0-or-later

/// What the mean of noisy samples misses of the scene, by brightness.
///
/// Samples that noise drove below black are cut there, so the mean of dark pixels is too bright; and where noise is even in light, it is
/// not in the code, whose mean is then too dark. The median of the samples knows neither fault: the code keeps their order. So of
/// each channel and mean the samples of all pixels with that mean are collected, and their median is the truth.
struct ClippingBias {
    /// Means have steps of half a code.
    private static let steps = 2
    private static let bins = 256 * steps

    private let width: Int
    private let height: Int
    /// Samples of single frames, not interpolated, one pixel in each square of `spacing`.
    private var samples: [(placement: Placement, values: [UInt8])] = []
    private let spacing: Int

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        spacing = width * height > 1_000_000 ? 5 : 3
    }

    /// Collects the samples of a frame that is levelled but not moved.
    mutating func take(_ channels: Channels, at placement: Placement) {
        var values: [UInt8] = []
        values.reserveCapacity((width / spacing + 1) * (height / spacing + 1) * 3)
        let (middleX, middleY) = (Float(width - 1) / 2, Float(height - 1) / 2)
        for y in stride(from: spacing, to: height - spacing, by: spacing) {
            for x in stride(from: spacing, to: width - spacing, by: spacing) {
                let (u, v) = (Float(x) - middleX, Float(y) - middleY)
                let atX = Int(middleX + u + placement.a * u - placement.b * v + placement.x + 0.5)
                let atY = Int(middleY + v + placement.b * u + placement.a * v + placement.y + 0.5)
                let index = min(height - 1, max(0, atY)) * width + min(width - 1, max(0, atX))
                for plane in channels.planes {
                    values.append(UInt8(min(255, max(0, plane.base[index] + 0.5))))
                }
            }
        }
        samples.append((placement, values))
    }

    /// Adds to the cleaned picture what the merged one misses.
    func correct(_ cleaned: Channels, merged: Channels, weights: Plane) {
        for channel in 0..<3 {
            let table = table(merged.planes[channel], channel, weights)
            Bands.each(height) { rows in
                for y in rows {
                    let line = cleaned.planes[channel].row(y)
                    for x in 0..<width {
                        let at = min(Float(Self.bins - 2), max(0, line[x] * Float(Self.steps)))
                        let low = Int(at)
                        line[x] += table[low] + (table[low + 1] - table[low]) * (at - Float(low))
                    }
                }
            }
        }
    }

    /// For each mean, the median of the samples beside it.
    private func table(_ merged: Plane, _ channel: Int, _ weights: Plane) -> [Float] {
        var counts = [Int32](repeating: 0, count: Self.bins * 256)
        let enough = 0.8 * Float(samples.count)
        counts.withUnsafeMutableBufferPointer { counts in
            var place = 0
            for y in stride(from: spacing, to: height - spacing, by: spacing) {
                for x in stride(from: spacing, to: width - spacing, by: spacing) {
                    defer { place += 3 }
                    let index = y * width + x
                    guard weights.base[index] >= enough else { continue }
                    // Flat places only: a sample lies up to half a pixel beside the mean.
                    let value = merged.base[index]
                    let slope =
                        abs(merged.base[index + 1] - merged.base[index - 1])
                        + abs(merged.base[index + width] - merged.base[index - width])
                    guard slope < 6 + 0.1 * value else { continue }
                    let bin = Int(min(Float(Self.bins - 1), max(0, value * Float(Self.steps) + 0.5)))
                    for frame in samples { counts[bin * 256 + Int(frame.values[place + channel])] += 1 }
                }
            }
        }
        // Neighbouring means are taken together until there are enough samples.
        var table = [Float](repeating: 0, count: Self.bins)
        for bin in 0..<Self.bins {
            var total = 0
            var reach = 0
            var histogram = [Int](repeating: 0, count: 256)
            func add(_ other: Int) {
                guard (0..<Self.bins).contains(other) else { return }
                for value in 0..<256 {
                    let number = Int(counts[other * 256 + value])
                    histogram[value] += number
                    total += number
                }
            }
            add(bin)
            while total < 4000, reach < 12 {
                reach += 1
                add(bin - reach)
                add(bin + reach)
            }
            guard total >= 1500 else { continue }
            var mean: Float = 0
            for value in 0..<256 { mean += Float(value) * Float(histogram[value]) }
            mean /= Float(total)
            // A value stands for all that rounds to it.
            var below = 0
            var value = 0
            while below + histogram[value] < total - below - histogram[value] {
                below += histogram[value]
                value += 1
            }
            let median =
                value == 0
                ? 0
                : Float(value) - 0.5 + (Float(total) / 2 - Float(below)) / Float(max(1, histogram[value]))
            table[bin] = median - mean
        }
        return table
    }
}
