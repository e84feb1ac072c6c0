/// A frame made ready for the screen: opaque 32-bit pixels (B G R X in memory) of exactly the size to draw.
///
/// The memory is pooled. Thread-safe: nothing writes to it any more.
public final class Picture: Sendable {
    public let size: PixelSize
    /// Bytes from one line to the next.
    public let stride: Int
    /// Whether left and right were swapped for the viewfinder.
    public let isMirrored: Bool
    /// The part of the frame that it shows.
    public let portion: PixelRect
    /// The frame's size in pixels, by its own header where it has one.
    public let frameSize: PixelSize
    /// Whether nothing of the frame was missing or damaged, as far as the driver and the decoder can tell.
    public let isWhole: Bool
    /// The frame it shows, kept so that the shutter saves just what was seen.
    public let frame: Frame

    /// The pixels, for users that need them longer than the frame, which is a buffer the driver waits for.
    public let memory: PixelMemory

    public init(
        size: PixelSize, stride: Int, isMirrored: Bool, isWhole: Bool = true, frame: Frame,
        frameSize: PixelSize? = nil, portion: PixelRect? = nil, pixels: UnsafeMutableRawPointer,
        release: @escaping @Sendable () -> Void
    ) {
        self.size = size
        self.stride = stride
        self.isMirrored = isMirrored
        self.isWhole = isWhole
        self.frame = frame
        let frameSize = frameSize ?? frame.layout.size
        self.frameSize = frameSize
        self.portion = portion ?? PixelRect(frameSize)
        memory = PixelMemory(pixels, release: release)
    }

    /// The first pixel; valid as long as a reference to the picture or to its memory is held.
    public var pixels: UnsafeMutableRawPointer { memory.pixels }
}

/// Memory that goes back to where it came from when the last reference goes. Thread-safe: nothing writes to it any more.
public final class PixelMemory: Sendable {
    private let address: UInt
    private let release: @Sendable () -> Void

    init(_ pixels: UnsafeMutableRawPointer, release: @escaping @Sendable () -> Void) {
        address = UInt(bitPattern: pixels)
        self.release = release
    }

    deinit { release() }

    var pixels: UnsafeMutableRawPointer {
        // The initializer took a real pointer, which is never null.
        UnsafeMutableRawPointer(bitPattern: address).unsafelyUnwrapped
    }
}
