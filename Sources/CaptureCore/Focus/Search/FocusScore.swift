// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

extension SharpnessSample {
    /// The weight of each band.
    private static let weights = SIMD4<Float>(1, 1, 0.7, 0.4)
    /// How much noise of variance 1 adds to each band: a difference of two pixels has twice their variance, and a mean
    /// of four a quarter of it.
    private static let noiseGain = SIMD4<Float>(2, 0.5, 0.125, 0.031_25)
    /// Rounding to whole codes is noise too, of 1/12; the variance is never taken for less than this.
    private static let minimumNoise: Float = 0.1

    /// The noise's variance relative to the squared brightness.
    var relativeNoise: Float { max(Self.minimumNoise, noise) / squaredLevel }

    /// The bands in one number: the sum of their logarithms, relative to the brightness and without the noise's share.
    ///
    /// Logarithms turn the factor of exposure into a constant, which dividing by the brightness removes, and measure
    /// by which factor each band changed. Noise alone gives the same score at every position.
    ///
    /// - Parameter floor: the relative noise common to all frames of a search; less than that is ignored.
    func score(floor: Float) -> Double {
        var score: Float = 0
        for band in 0..<4 {
            let gain = Self.noiseGain[band]
            // A tenth more than the estimate, which is itself a little uncertain.
            let detail = max(0, bands[band] / squaredLevel - 1.1 * gain * relativeNoise)
            score += Self.weights[band] * logf(detail + gain * floor)
        }
        return Double(score)
    }

    /// The standard deviation of the score that noise causes.
    ///
    /// The mean of n squares of signal and noise varies by (2N² + 4SN) / n, where S and N are their mean squares; the
    /// differences share pixels, which makes it half as much again.
    var scoreNoise: Double {
        var variance: Float = 0
        for band in 0..<4 {
            let share = min(1, Self.noiseGain[band] * max(Self.minimumNoise, noise) / max(1e-6, bands[band]))
            let squares = 2 * share * share + 4 * share * (1 - share)
            variance += Self.weights[band] * Self.weights[band] * 1.5 * squares / max(1, counts[band])
        }
        return Double(max(1e-5, variance).squareRoot())
    }

    /// Whether there is more than noise, in focus or not.
    var hasDetail: Bool {
        let noise = Self.noiseGain * max(Self.minimumNoise, self.noise)
        return bands[1] > 1.5 * noise[1] || bands[2] > 1.6 * noise[2] || bands[3] > 2 * noise[3]
    }

    private var squaredLevel: Float {
        let level = max(1, brightness)
        return level * level
    }
}

/// The amount of detail around the point of interest in one frame.
///
/// Each band is the mean squared difference of luma between pixels two apart (Brenner's measure) in the picture as it
/// is, halved, quartered and at an eighth: detail of about 4, 8, 16 and 32 pixels. Fine detail tells the optimum
/// exactly, but only near it; coarse detail shows the way from far off. Gamadia and Kehtarnavaz ("A filter-switching
/// auto-focus framework for consumer camera imaging systems", IEEE Transactions on Consumer Electronics 58, 2012) use
/// filters of several bands for the same reason.
public struct SharpnessSample: Hashable, Sendable {
    /// In squared luma codes (black 0, white 255), fine to coarse.
    public var bands: SIMD4<Float>
    /// How many differences each band averages.
    public var counts: SIMD4<Float>
    /// The variance of the noise of single pixels, in squared luma codes.
    public var noise: Float
    /// Mean luma, 0 black…255 white.
    public var brightness: Float

    public init(bands: SIMD4<Float>, counts: SIMD4<Float>, noise: Float, brightness: Float) {
        self.bands = bands
        self.counts = counts
        self.noise = noise
        self.brightness = brightness
    }
}
