// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore

/// Measures the sharpness of a window of luma. Thread-bound; working memory is kept from frame to frame.
public struct SharpnessMeasure: ~Copyable {
    private var scratch = ScratchBuffer()

    public init() {}

    /// - Parameters:
    ///   - luma: `height` lines of `width` bytes, `stride` apart.
    ///   - range: the codes of black and white.
    /// - Throws: `noMemory`.
    public mutating func measure(
        _ luma: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int,
        range: ColorDescription.Range = .full
    ) throws(ImagingError) -> SharpnessSample {
        let sumBytes = 2 * (width * height / 4 + width * height / 16 + width * height / 64 + 64)
        let blocks = NoiseEstimate.blockCount(width: width, height: height)
        let memory = try scratch.reserve(sumBytes + 4 * blocks)
        let noise = NoiseEstimate.variance(
            luma, width: width, height: height, stride: stride,
            energies: UnsafeMutableBufferPointer(
                start: UnsafeMutableRawPointer(memory + sumBytes).assumingMemoryBound(to: Float.self),
                count: blocks))
        return memory.withMemoryRebound(to: UInt16.self, capacity: 1) { sums in
            var sample = SharpnessSample(bands: .zero, counts: .zero, noise: noise, brightness: 0)
            set(&sample, 0, DetailBands.energy(luma, width: width, height: height, stride: stride))
            var (level, columns, rows) = (sums, width / 2, height / 2)
            DetailBands.halve(luma, width: width, height: height, stride: stride, into: level)
            for band in 1..<4 {
                set(&sample, band, DetailBands.energy(level, width: columns, height: rows, stride: columns))
                if band == 3 { break }
                let next = level + columns * rows
                DetailBands.halve(level, width: columns, height: rows, stride: columns, into: next)
                (level, columns, rows) = (next, columns / 2, rows / 2)
            }
            sample.brightness = Self.mean(level, count: columns * rows) / 64
            return Self.scaled(sample, range)
        }
    }

    private func set(_ sample: inout SharpnessSample, _ band: Int, _ energy: (sum: Double, count: Int)) {
        // Sums of 4ⁿ pixels have differences 4ⁿ times as large.
        let scale = Double(1 << (4 * band))
        sample.bands[band] = Float(energy.sum / scale / Double(max(1, energy.count)))
        sample.counts[band] = Float(energy.count)
    }

    private static func mean(_ values: UnsafePointer<UInt16>, count: Int) -> Float {
        var sum: UInt32 = 0
        for index in 0..<count { sum &+= UInt32(values[index]) }
        return Float(sum) / Float(max(1, count))
    }

    private static func scaled(_ sample: SharpnessSample, _ range: ColorDescription.Range) -> SharpnessSample
    {
        guard range == .limited else { return sample }
        var sample = sample
        let factor: Float = 255 / 219
        sample.bands *= factor * factor
        sample.noise *= factor * factor
        sample.brightness = max(0, (sample.brightness - 16) * factor)
        return sample
    }
}

/// Measures the sharpness of whole frames. Stateless and thread-safe.
public struct SharpnessJudge: FrameJudging {
    public init() {}

    public func sharpness(of frame: Frame) async -> Double? { Self.sharpness(of: frame) }

    /// The energy of fine detail, without the finest, which is mostly noise: blur by motion or defocus first reduces
    /// the next two octaves.
    private static func sharpness(of frame: Frame) -> Double? {
        guard let image = try? PlanarImage(decoding: frame), image.isWhole else { return nil }
        return try? image.withPlanes { (planes) throws(ImagingError) in
            try value(of: planes.first, image.color.range)
        }
    }

    /// The same of luma that was decoded elsewhere; nil if there is no memory, or too much luma.
    static func sharpness(of luma: Plane, _ range: ColorDescription.Range) -> Double? {
        guard ImageLimits.allows(PixelSize(width: luma.bytesPerRow, height: luma.rows)) else { return nil }
        return try? value(of: luma, range)
    }

    private static func value(
        of luma: Plane, _ range: ColorDescription.Range
    ) throws(ImagingError) -> Double {
        var measure = SharpnessMeasure()
        let sample = try measure.measure(
            luma.base, width: luma.bytesPerRow, height: luma.rows, stride: luma.stride, range: range)
        return Double(sample.bands[1] + sample.bands[2])
    }
}
