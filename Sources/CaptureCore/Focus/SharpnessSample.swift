/// How much detail one frame shows around the point of interest.
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
