public import CaptureCore

/// Says how sharp whole frames are. Holds nothing; thread-safe.
public struct SharpnessJudge: FrameJudging {
    public init() {}

    public func sharpness(of frame: Frame) async -> Double? { Self.sharpness(of: frame) }

    /// The energy of the fine detail, without the finest, which is mostly noise: blur by motion or defocus takes the
    /// next two octaves first.
    static func sharpness(of frame: Frame) -> Double? {
        guard let image = try? PlanarImage(decoding: frame), image.isWhole else { return nil }
        var measure = SharpnessMeasure()
        let sample = try? image.withPlanes { (planes) throws(ImagingError) in
            try measure.measure(
                planes.first.base, width: image.size.width, height: image.size.height,
                stride: planes.first.stride, range: image.color.range)
        }
        return sample.map { Double($0.bands[1] + $0.bands[2]) }
    }
}
