internal import CPipeWireShims
internal import CV4L2
internal import CaptureCore

/// Reads what a source offers, with the same distrust as of a driver.
enum PipeWireOffers {
    /// - Returns: one for each size, without sizes that are empty.
    static func read(_ offer: TtPwOffer) -> [ModeOffer] {
        let format = PixelFormat(rawValue: offer.fourcc)
        let rates = rates(of: offer)
        return sizes(of: offer).filter(isPossible).map { ModeOffer(format: format, size: $0, rates: rates) }
    }

    private static func isPossible(_ size: PixelSize) -> Bool {
        FrameLayout.allows(size)
    }

    private static func sizes(of offer: TtPwOffer) -> [PixelSize] {
        let listed = Array(UnsafeBufferPointer(start: offer.sizes, count: Int(offer.size_count)))
        guard offer.size_choice != TT_PW_EACH, listed.count >= 2 else {
            return listed.map { PixelSize(width: Int($0.width), height: Int($0.height)) }
        }
        let step = listed.count > 2 ? listed[2] : TtPwSize(width: 1, height: 1)
        return SizeList.sizes(
            in: v4l2_frmsize_stepwise(
                min_width: listed[0].width, max_width: listed[1].width, step_width: step.width,
                min_height: listed[0].height, max_height: listed[1].height, step_height: step.height))
    }

    private static func rates(of offer: TtPwOffer) -> [FrameRate] {
        let listed = Array(UnsafeBufferPointer(start: offer.rates, count: Int(offer.rate_count)))
        guard offer.rate_choice != TT_PW_EACH, listed.count >= 2 else {
            return unique(listed.compactMap { FrameRate($0) })
        }
        // Drivers state ranges as times, which are reversed rates.
        return unique(
            RateList.rates(
                in: v4l2_frmival_stepwise(
                    min: v4l2_fract(numerator: listed[1].denominator, denominator: listed[1].numerator),
                    max: v4l2_fract(numerator: listed[0].denominator, denominator: listed[0].numerator),
                    step: v4l2_fract())))
    }

    private static func unique(_ rates: [FrameRate]) -> [FrameRate] {
        var seen = Set<FrameRate>()
        return rates.filter { seen.insert($0).inserted }
    }
}

extension FrameRate {
    /// - Returns: nil for 0/1, which says that the rate varies.
    init?(_ rate: TtPwRate) { self.init(numerator: rate.numerator, denominator: rate.denominator) }
}
