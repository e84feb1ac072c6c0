// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// Limits for plausible modes of a device, be it a driver or a PipeWire source.
enum OfferBounds {
    /// More sizes than any camera has of all formats together.
    static let maximumOffers = 512
    /// The sizes of webcams and screens, the largest first; looked for within a range that a device states.
    private static let commonSizes: [PixelSize] = [
        PixelSize(width: 4096, height: 2160), PixelSize(width: 3840, height: 2160),
        PixelSize(width: 2592, height: 1944), PixelSize(width: 2560, height: 1440),
        PixelSize(width: 1920, height: 1080), PixelSize(width: 1600, height: 1200),
        PixelSize(width: 1280, height: 960), PixelSize(width: 1280, height: 720),
        PixelSize(width: 1024, height: 768), PixelSize(width: 800, height: 600),
        PixelSize(width: 640, height: 480), PixelSize(width: 320, height: 240),
    ]
    private static let commonRates: [FrameRate] = [60, 30, 25, 24, 15].map { FrameRate($0) }

    /// Without duplicates and impossible sizes, so that areas can be multiplied.
    static func possible(_ sizes: [PixelSize]) -> [PixelSize] { unique(sizes.filter(FrameLayout.allows)) }

    /// The largest size of a range, and the common ones that fit it and its steps.
    static func sizes(from low: PixelSize, to high: PixelSize, step: PixelSize) -> [PixelSize] {
        [high]
            + commonSizes.filter {
                fits($0.width, low.width, high.width, step.width)
                    && fits($0.height, low.height, high.height, step.height)
            }
    }

    private static func fits(_ value: Int, _ low: Int, _ high: Int, _ step: Int) -> Bool {
        low <= value && value <= high && (value - low) % max(1, step) == 0
    }

    /// The fastest rate of a range and the common ones within it; none if a device states no fastest.
    static func rates(from slowest: FrameRate?, to fastest: FrameRate?) -> [FrameRate] {
        guard let fastest else { return [] }
        return [fastest] + commonRates.filter { (slowest ?? fastest) <= $0 && $0 <= fastest }
    }

    static func unique<Value: Hashable>(_ values: [Value]) -> [Value] {
        var seen = Set<Value>()
        return values.filter { seen.insert($0).inserted }
    }
}
