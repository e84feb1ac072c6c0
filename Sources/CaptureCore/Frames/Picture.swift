// SPDX-License-Identifier: GPL-3.0-or-later
internal import Synchronization

/// A frame made ready for the screen: opaque 32-bit pixels (B G R X in memory) of exactly the size to draw, or the planes
/// that they can be made of.
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
    /// The frame's size in pixels, by its own header if it has one.
    public let frameSize: PixelSize
    /// Whether nothing of the frame was missing or damaged, as far as the driver and the decoder can tell.
    public let isWhole: Bool
    /// The frame it shows, kept so that the shutter saves just what was seen.
    public let frame: Frame

    /// Makes its pixels; nil if they exist from the beginning.
    public let drawing: (any PictureDrawing)?
    private let drawn: Mutex<PixelMemory?>

    /// A picture whose pixels exist.
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
        drawing = nil
        drawn = Mutex(PixelMemory(pixels, release: release))
    }

    /// A picture that is drawn where it is shown.
    public init(
        size: PixelSize, stride: Int, isMirrored: Bool, isWhole: Bool, frame: Frame, frameSize: PixelSize,
        portion: PixelRect, drawing: any PictureDrawing
    ) {
        (self.size, self.stride, self.isMirrored, self.isWhole) = (size, stride, isMirrored, isWhole)
        (self.frame, self.frameSize, self.portion, self.drawing) = (frame, frameSize, portion, drawing)
        drawn = Mutex(nil)
    }

    /// The pixels, for users that need them longer than the frame, whose buffer the driver waits for. Draws them now if
    /// necessary, which takes as long as a frame; nil without memory for that.
    public var memory: PixelMemory? {
        if let memory = drawn.withLock({ $0 }) { return memory }
        // Two threads may both draw it: the same pixels.
        guard let memory = drawing?.draw(stride: stride) else { return nil }
        drawn.withLock { $0 = memory }
        return memory
    }

    /// The first pixel of `memory`; valid as long as a reference to the picture or to its memory is held.
    public var pixels: UnsafeMutableRawPointer? { memory?.pixels }
}

/// Memory that goes back to its owner with the last reference. Thread-safe: nothing writes to it any more.
public final class PixelMemory: Sendable {
    private let address: UInt
    private let release: @Sendable () -> Void

    public init(_ pixels: UnsafeMutableRawPointer, release: @escaping @Sendable () -> Void) {
        address = UInt(bitPattern: pixels)
        self.release = release
    }

    deinit { release() }

    public var pixels: UnsafeMutableRawPointer {
        // The initializer took a real pointer, which is never null.
        UnsafeMutableRawPointer(bitPattern: address).unsafelyUnwrapped
    }
}
