// SPDX-License-Identifier: GPL-3.0-or-later
/// One way a camera can stream: format, size and rate tell it from others.
public struct CaptureMode: Hashable, Sendable {
    public var format: PixelFormat
    public var size: PixelSize
    public var rate: FrameRate
    /// Whether its pictures are made of two fields, as far as known; for showing.
    public var isInterlaced = false

    public init(format: PixelFormat, size: PixelSize, rate: FrameRate) {
        self.format = format
        self.size = size
        self.rate = rate
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.format == right.format && left.size == right.size && left.rate == right.rate
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(format)
        hasher.combine(size)
        hasher.combine(rate)
    }
}

extension CaptureMode {
    init(_ offer: ModeOffer, at rate: FrameRate) {
        self.init(format: offer.format, size: offer.size, rate: rate)
        isInterlaced = offer.isInterlaced
    }

    /// Bytes per second from the camera; nil if pictures are compressed, as it then depends on what they show.
    public var bytesPerSecond: Double? {
        let bytesPerPixel: Double
        switch format {
        case .yuyv, .uyvy: bytesPerPixel = 2
        case .nv12, .yuv420: bytesPerPixel = 1.5
        case .grey: bytesPerPixel = 1
        default:
            guard let bytes = format.bytesPerRGBPixel else { return nil }
            bytesPerPixel = Double(bytes)
        }
        return Double(size.area) * bytesPerPixel * rate.framesPerSecond
    }
}

extension CaptureMode: CustomStringConvertible {
    public var description: String { "\(format) \(size) @ \(rate.framesPerSecond)" }
}

/// A format and size that a camera lists, with the rates it lists for it.
public struct ModeOffer: Hashable, Sendable {
    public var format: PixelFormat
    public var size: PixelSize
    /// Empty if the driver does not say.
    public var rates: [FrameRate]
    /// Made from another format by libv4lconvert, so it costs more and is second choice.
    public var isEmulated: Bool
    /// Whether its pictures are made of two fields, as analog video's.
    public var isInterlaced = false

    public init(format: PixelFormat, size: PixelSize, rates: [FrameRate], isEmulated: Bool = false) {
        self.format = format
        self.size = size
        self.rates = rates
        self.isEmulated = isEmulated
    }
}

/// The driver's actual settings, read back after every change.
public struct StreamDescription: Hashable, Sendable {
    public var layout: FrameLayout
    /// The rate the driver agreed to; nil if it does not report one.
    public var rate: FrameRate?

    public init(layout: FrameLayout, rate: FrameRate?) {
        self.layout = layout
        self.rate = rate
    }
}
