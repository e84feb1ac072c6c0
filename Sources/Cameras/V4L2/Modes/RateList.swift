// SPDX-License-Identifier: GPL-3.0-or-later
internal import CV4L2
internal import CaptureCore
internal import Platform

/// The rates a node lists for one format and size.
struct RateList {
    /// More rates than any camera lists for a size.
    private static let limit: UInt32 = 64

    let node: VideoNode
    let format: PixelFormat
    let size: PixelSize

    /// - Parameter goesOn: asked before each call; false ends the list.
    /// - Returns: without duplicates; empty if the driver lists none, or nothing but zeros.
    /// - Throws: only when the device is gone.
    func read(while goesOn: () -> Bool = { true }) throws(Errno) -> [FrameRate] {
        var rates: [FrameRate] = []
        for index in 0..<Self.limit where goesOn() {
            var entry = v4l2_frmivalenum()
            entry.index = index
            entry.pixel_format = format.rawValue
            entry.width = UInt32(clamping: size.width)
            entry.height = UInt32(clamping: size.height)
            guard try node.answers(.listIntervals, &entry) else { break }
            guard entry.type == VideoConstant.discreteInterval else {
                let range = entry.stepwise
                rates += OfferBounds.rates(
                    from: FrameRate(timePerFrame: range.max), to: FrameRate(timePerFrame: range.min))
                break
            }
            if let rate = FrameRate(timePerFrame: entry.discrete) { rates.append(rate) }
        }
        return OfferBounds.unique(rates)
    }
}

extension FrameRate {
    /// - Parameter timePerFrame: seconds, as drivers report it.
    /// - Returns: nil if either number is zero.
    init?(timePerFrame: v4l2_fract) {
        self.init(numerator: timePerFrame.denominator, denominator: timePerFrame.numerator)
    }

    var timePerFrame: v4l2_fract { v4l2_fract(numerator: denominator, denominator: numerator) }
}
