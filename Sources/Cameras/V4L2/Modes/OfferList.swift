// SPDX-License-Identifier: GPL-3.0-or-later
internal import CV4L2
internal import CaptureCore
internal import Platform

/// Reads every format, size and rate that a node lists.
///
/// All loops are bounded: drivers exist that answer every index.
struct OfferList {
    /// More formats than any camera has (libv4lconvert adds four of its own).
    private static let formatLimit: UInt32 = 64

    let node: VideoNode

    /// - Returns: in the driver's order, without duplicates and without sizes that are empty.
    /// - Throws: only when the device is gone; any other failure ends just the list it happened in.
    func read() throws(Errno) -> [ModeOffer] {
        var offers: [ModeOffer] = []
        for (format, isEmulated) in try entries() {
            let sizes = try SizeList(node: node, format: format).read()
            for size in sizes.prefix(OfferBounds.maximumOffers - offers.count) {
                let rates = try RateList(node: node, format: format, size: size).read()
                offers.append(
                    ModeOffer(format: format, size: size, rates: rates, isEmulated: isEmulated))
            }
        }
        return offers
    }

    /// The formats alone, which takes few calls.
    func formats() throws(Errno) -> [PixelFormat] { try entries().map(\.format) }

    private func entries() throws(Errno) -> [(format: PixelFormat, isEmulated: Bool)] {
        var entries: [(format: PixelFormat, isEmulated: Bool)] = []
        for index in 0..<Self.formatLimit {
            var entry = v4l2_fmtdesc()
            entry.index = index
            entry.type = VideoConstant.capture
            guard try node.answers(.listFormats, &entry) else { break }
            let format = PixelFormat(rawValue: entry.pixelformat)
            if entries.contains(where: { $0.format == format }) { continue }
            entries.append((format, entry.flags & VideoConstant.emulatedFormat != 0))
        }
        return entries
    }
}

extension VideoNode {
    /// Whether the driver answered; refusing an index ends a list.
    /// - Throws: only when the device is gone.
    func answers<Structure>(_ request: VideoRequest, _ value: inout Structure) throws(Errno) -> Bool {
        do {
            try call(request, &value)
            return true
        } catch {
            if error.meansGone { throw error }
            return false
        }
    }
}
