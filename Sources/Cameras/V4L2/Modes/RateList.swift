internal import CV4L2
internal import CaptureCore

/// The rates a node lists for one format and size.
struct RateList {
    /// More rates than any camera lists for a size.
    static let limit: UInt32 = 64
    /// Rates looked for within a driver's range.
    static let common: [FrameRate] = [60, 30, 25, 24, 15].map { FrameRate($0) }

    let node: VideoNode
    let format: PixelFormat
    let size: PixelSize

    /// - Returns: without duplicates; empty where the driver lists none, or nothing but zeros.
    /// - Throws: only when the device is gone.
    func read() throws(Errno) -> [FrameRate] {
        var rates: [FrameRate] = []
        for index in 0..<Self.limit {
            var entry = v4l2_frmivalenum()
            entry.index = index
            entry.pixel_format = format.rawValue
            entry.width = UInt32(clamping: size.width)
            entry.height = UInt32(clamping: size.height)
            guard try node.answers(.listIntervals, &entry) else { break }
            guard entry.type == VideoConstant.discreteInterval else {
                rates += Self.rates(in: entry.stepwise)
                break
            }
            if let rate = FrameRate(timePerFrame: entry.discrete) { rates.append(rate) }
        }
        var seen = Set<FrameRate>()
        return rates.filter { seen.insert($0).inserted }
    }

    /// The fastest rate of the range and the common ones within it.
    static func rates(in range: v4l2_frmival_stepwise) -> [FrameRate] {
        guard let fastest = FrameRate(timePerFrame: range.min) else { return [] }
        let slowest = FrameRate(timePerFrame: range.max) ?? fastest
        return [fastest] + common.filter { slowest <= $0 && $0 <= fastest }
    }
}

extension FrameRate {
    /// - Parameter timePerFrame: seconds, as drivers say it.
    /// - Returns: nil where either number is zero.
    init?(timePerFrame: v4l2_fract) {
        self.init(numerator: timePerFrame.denominator, denominator: timePerFrame.numerator)
    }

    var timePerFrame: v4l2_fract { v4l2_fract(numerator: denominator, denominator: numerator) }
}
