// SPDX-License-Identifier: GPL-3.0-or-later
/// Orders the modes that a camera offers, the best first.
///
/// The best picture that still moves: the largest size that sustains `smoothRate`, at `preferredRate` if it can,
/// whatever came first in the driver's list. Uncompressed before compressed at the same size and rate: it costs less to
/// show and loses nothing. H.264 only if there is nothing else: it loses the most detail, and a lost frame spoils those
/// after it.
public enum ModeChooser {
    /// Below this a picture stutters.
    private static let smoothRate = FrameRate(24)
    /// A higher rate is not visible in a viewfinder and halves the longest exposure time.
    private static let preferredRate = FrameRate(30)

    /// - Parameters:
    ///   - offers: as enumerated; empty or zero sizes are left out.
    ///   - supported: formats that can be shown, the cheapest first.
    /// - Returns: best first, each format and size once; empty when nothing can be shown.
    public static func ranked(_ offers: [ModeOffer], supported: [PixelFormat]) -> [CaptureMode] {
        let known = offers.filter { !$0.size.isEmpty && supported.contains($0.format) }
        let independent = known.filter { $0.format != .h264 }
        let usable = independent.isEmpty ? known : independent
        let native = usable.filter { !$0.isEmulated }
        let colour = (native.isEmpty ? usable : native)
        let modes = colour.map {
            CaptureMode($0, at: preferred(among: $0.rates))
        }
        return unique(modes.sorted { isBetter($0, than: $1, order: supported) })
    }

    /// The same, with the requested mode first, if the camera has it.
    public static func ranked(
        _ offers: [ModeOffer], supported: [PixelFormat], preferred: CaptureMode?
    ) -> [CaptureMode] {
        let ranked = ranked(offers, supported: supported)
        guard let preferred, all(offers, supported: supported).contains(preferred) else { return ranked }
        return [preferred] + ranked.filter { $0 != preferred }
    }

    /// Every mode there is to choose from: the larger pictures first, then the faster ones.
    public static func all(_ offers: [ModeOffer], supported: [PixelFormat]) -> [CaptureMode] {
        var seen = Set<CaptureMode>()
        let modes = offers.filter { !$0.size.isEmpty && supported.contains($0.format) }.flatMap { offer in
            offer.rates.map { CaptureMode(offer, at: $0) }
        }
        let order = { supported.firstIndex(of: $0) ?? supported.count }
        return modes.filter { seen.insert($0).inserted }.sorted {
            if $0.size.area != $1.size.area { return $0.size.area > $1.size.area }
            if $0.rate != $1.rate { return $0.rate > $1.rate }
            return order($0.format) < order($1.format)
        }
    }

    /// The modes to try if the bus had no room for `mode`: less data, nearly the same picture.
    ///
    /// The same size compressed comes first, then everything smaller in the order of `ranked`.
    public static func lighter(than mode: CaptureMode, among ranked: [CaptureMode]) -> [CaptureMode] {
        ranked.filter { candidate in
            candidate != mode
                && (candidate.size.area < mode.size.area
                    || candidate.size == mode.size && candidate.format.isCompressed
                        && !mode.format.isCompressed)
        }
    }

    /// The slowest rate that is at least the preferred one, else the fastest there is.
    private static func preferred(among rates: [FrameRate]) -> FrameRate {
        rates.filter { $0 >= preferredRate }.min() ?? rates.max() ?? preferredRate
    }

    private static func isBetter(_ a: CaptureMode, than b: CaptureMode, order: [PixelFormat]) -> Bool {
        let (smoothA, smoothB) = (a.rate >= smoothRate, b.rate >= smoothRate)
        if smoothA != smoothB { return smoothA }
        if !smoothA, a.rate != b.rate { return a.rate > b.rate }
        // Grey comes last.
        let (greyA, greyB) = (a.format == .grey, b.format == .grey)
        if greyA != greyB { return greyB }
        if a.size.area != b.size.area { return a.size.area > b.size.area }
        let (fullA, fullB) = (a.rate >= preferredRate, b.rate >= preferredRate)
        if fullA != fullB { return fullA }
        let last = order.count
        return (order.firstIndex(of: a.format) ?? last) < (order.firstIndex(of: b.format) ?? last)
    }

    private static func unique(_ modes: [CaptureMode]) -> [CaptureMode] {
        var seen = Set<CaptureMode>()
        return modes.filter { mode in
            seen.insert(CaptureMode(format: mode.format, size: mode.size, rate: preferredRate)).inserted
        }
    }
}
