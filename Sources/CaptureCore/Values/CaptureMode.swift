/// One way a camera can stream.
public struct CaptureMode: Hashable, Sendable {
    public var format: PixelFormat
    public var size: PixelSize
    public var rate: FrameRate

    public init(format: PixelFormat, size: PixelSize, rate: FrameRate) {
        self.format = format
        self.size = size
        self.rate = rate
    }
}

extension CaptureMode: CustomStringConvertible {
    public var description: String { "\(format) \(size) @ \(rate.framesPerSecond)" }
}

/// A format and size that a camera lists, with the rates it lists for it.
public struct ModeOffer: Hashable, Sendable {
    public var format: PixelFormat
    public var size: PixelSize
    /// Empty where the driver does not say.
    public var rates: [FrameRate]
    /// Made from another format by libv4lconvert, so it costs more and is second choice.
    public var isEmulated: Bool

    public init(format: PixelFormat, size: PixelSize, rates: [FrameRate], isEmulated: Bool = false) {
        self.format = format
        self.size = size
        self.rates = rates
        self.isEmulated = isEmulated
    }
}

/// What the driver really does, as read back after every setting.
public struct StreamDescription: Hashable, Sendable {
    public var layout: FrameLayout
    /// The rate the driver agreed to; nil where it does not say.
    public var rate: FrameRate?

    public init(layout: FrameLayout, rate: FrameRate?) {
        self.layout = layout
        self.rate = rate
    }
}
