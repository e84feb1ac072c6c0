// SPDX-License-Identifier: GPL-3.0-or-later
/// A photo, decoded and upright: opaque 32-bit pixels (B G R X in memory) of the sRGB colour space.
///
/// Thread-safe: nothing writes to it any more.
public final class DecodedPhoto: Sendable {
    /// Of these pixels.
    public let size: PixelSize
    /// Of the photo itself, upright.
    public let fullSize: PixelSize
    /// The length of the video whose first picture this is; nil for photos, and if the file does not say.
    public let length: Duration?
    /// Bytes from one line to the next.
    public let stride: Int
    /// Whether the file was decoded to its end; false if its last part is missing or damaged.
    public let isWhole: Bool
    public let memory: PixelMemory

    /// - Parameter release: gives the memory back; called once, on any thread.
    public init(
        size: PixelSize, fullSize: PixelSize, length: Duration? = nil, stride: Int, isWhole: Bool = true,
        pixels: UnsafeMutableRawPointer, release: @escaping @Sendable () -> Void
    ) {
        self.size = size
        self.fullSize = fullSize
        self.length = length
        self.stride = stride
        self.isWhole = isWhole
        memory = PixelMemory(pixels, release: release)
    }

    /// The first pixel; valid as long as a reference to the photo or to its memory is held.
    public var pixels: UnsafeMutableRawPointer { memory.pixels }
}

/// The metadata of a photo's file.
public struct PhotoDetails: Equatable, Sendable {
    /// Upright, in pixels; nil if the file does not say.
    public var size: PixelSize?
    /// Bytes of the file.
    public var byteCount: Int
    /// The kind of file, as in "HEIC".
    public var kind: String
    /// Maker and model, as one name.
    public var camera: String?
    /// Seconds.
    public var exposureTime: Double?
    /// ISO speed.
    public var sensitivity: Int?
    /// The lens's f-number.
    public var fNumber: Double?
    /// The time in the file, "2026:11:22 14:02:11" as EXIF writes it; nil if it has none.
    public var taken: String?
    /// How long a video takes to play; nil for photos, and if the file does not say.
    public var length: Duration?

    public init(size: PixelSize? = nil, byteCount: Int, kind: String) {
        self.size = size
        self.byteCount = byteCount
        self.kind = kind
    }
}
