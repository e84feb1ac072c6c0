// SPDX-License-Identifier: GPL-3.0-or-later
/// What the assistants need from the pictures.
public struct AssistantWork: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Marks where the picture is sharp.
    public static let peaking = AssistantWork(rawValue: 1)
    /// Marks where highlights are clipped.
    public static let zebra = AssistantWork(rawValue: 2)
    /// Counts the pixels of each brightness.
    public static let histogram = AssistantWork(rawValue: 4)
}

/// Marks in a picture: a byte for each pixel, 0 or 255.
///
/// The memory is pooled and goes back with the last reference. Thread-safe: nothing writes to it any more.
public final class PictureMask: Sendable {
    public let size: PixelSize
    /// Bytes from one line to the next.
    public let stride: Int

    private let address: UInt
    private let release: @Sendable () -> Void

    public init(
        size: PixelSize, stride: Int, bytes: UnsafeMutableRawPointer, release: @escaping @Sendable () -> Void
    ) {
        self.size = size
        self.stride = stride
        self.address = UInt(bitPattern: bytes)
        self.release = release
    }

    deinit { release() }

    /// The first pixel; valid as long as a reference to the mask is held.
    public var bytes: UnsafeMutableRawPointer {
        // The initializer took a real pointer, which is never null.
        UnsafeMutableRawPointer(bitPattern: address).unsafelyUnwrapped
    }
}

/// The number of pixels of each brightness, from black to white, in `Histogram.binCount` steps.
public struct Histogram: Equatable, Sendable {
    public static let binCount = 64

    public var luma: [UInt32]
    public var red: [UInt32]
    public var green: [UInt32]
    public var blue: [UInt32]

    public init() {
        let empty = [UInt32](repeating: 0, count: Self.binCount)
        (luma, red, green, blue) = (empty, empty, empty, empty)
    }

    /// The columns of a diagram, 0…1.
    ///
    /// The highest of the inner bins sets the scale: a bin of black or white could make all others invisible.
    public static func heights(of bins: [UInt32]) -> [Double] {
        let inner = bins.dropFirst().dropLast()
        let top = Double(max(1, inner.max() ?? 0, (bins.max() ?? 0) / 8))
        return bins.map { min(1, Double($0) / top) }
    }
}

/// The findings in one picture; only those asked for.
public struct AssistantFindings: Sendable {
    public var peaking: PictureMask?
    public var zebra: PictureMask?
    public var histogram: Histogram?

    public init(peaking: PictureMask? = nil, zebra: PictureMask? = nil, histogram: Histogram? = nil) {
        self.peaking = peaking
        self.zebra = zebra
        self.histogram = histogram
    }
}
