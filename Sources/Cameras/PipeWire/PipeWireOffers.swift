// SPDX-License-Identifier: GPL-3.0-or-later
internal import CPipeWireShims
internal import CaptureCore

/// Reads a source's modes, checked like a driver's.
enum PipeWireOffers {
    /// - Returns: one for each size, without sizes that are empty.
    static func read(_ offer: TtPwOffer) -> [ModeOffer] {
        let format = PixelFormat(rawValue: offer.fourcc)
        let rates = OfferBounds.unique(rates(of: offer))
        return OfferBounds.possible(sizes(of: offer)).map {
            ModeOffer(format: format, size: $0, rates: rates)
        }
    }

    private static func sizes(of offer: TtPwOffer) -> [PixelSize] {
        let listed = UnsafeBufferPointer(start: offer.sizes, count: Int(offer.size_count))
            .map { PixelSize(width: Int($0.width), height: Int($0.height)) }
        guard offer.size_choice != TT_PW_EACH, listed.count >= 2 else { return listed }
        let step = listed.count > 2 ? listed[2] : PixelSize(width: 1, height: 1)
        return OfferBounds.sizes(from: listed[0], to: listed[1], step: step)
    }

    private static func rates(of offer: TtPwOffer) -> [FrameRate] {
        let listed = UnsafeBufferPointer(start: offer.rates, count: Int(offer.rate_count))
            .map { FrameRate($0) }
        guard offer.rate_choice != TT_PW_EACH, listed.count >= 2 else { return listed.compactMap(\.self) }
        return OfferBounds.rates(from: listed[0], to: listed[1])
    }
}

extension FrameRate {
    /// - Returns: nil for 0/1, which means that the rate varies.
    init?(_ rate: TtPwRate) { self.init(numerator: rate.numerator, denominator: rate.denominator) }
}
