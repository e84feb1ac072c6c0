// SPDX-License-Identifier: GPL-3.0-or-later
/// How the bytes of a frame are arranged.
public struct FrameLayout: Hashable, Sendable {
    public var format: PixelFormat
    public var size: PixelSize
    /// Bytes from one line of the first plane to the next; 0 for compressed formats.
    public var bytesPerLine: Int
    public var color: ColorDescription

    public init(format: PixelFormat, size: PixelSize, bytesPerLine: Int, color: ColorDescription) {
        self.format = format
        self.size = size
        self.bytesPerLine = bytesPerLine
        self.color = color
    }

    /// How many bytes a whole frame has; nil for compressed formats, for formats not known here, and if a line or
    /// the number of lines is negative or above 2³¹.
    public var wholeByteCount: Int? {
        // So the sums of products below can't overflow.
        guard (0...Int(Int32.max)).contains(bytesPerLine), (0...Int(Int32.max)).contains(size.height) else {
            return nil
        }
        return switch format {
        case .yuyv, .uyvy, .grey: bytesPerLine * size.height
        case .nv12: bytesPerLine * (size.height + (size.height + 1) / 2)
        case .yuv420: bytesPerLine * size.height + 2 * ((bytesPerLine + 1) / 2) * ((size.height + 1) / 2)
        default: format.bytesPerRGBPixel.map { _ in bytesPerLine * size.height }
        }
    }

    /// How many bytes a frame has from which nothing of the picture is missing. Drivers count `height * 3 / 2` lines
    /// for NV12, which leaves no room for the last line of chroma if the height is odd.
    public var leastByteCount: Int? {
        wholeByteCount.map { format == .nv12 && size.height % 2 == 1 ? $0 - bytesPerLine : $0 }
    }
}

/// How YCbCr numbers become colours.
public struct ColorDescription: Hashable, Sendable {
    /// The matrix between RGB and YCbCr.
    public enum Matrix: Sendable { case bt601, bt709 }
    /// Which numbers are black and white: 0…255, or 16…235 (chroma 16…240).
    public enum Range: Sendable { case full, limited }

    public var matrix: Matrix
    public var range: Range

    public init(matrix: Matrix, range: Range) {
        self.matrix = matrix
        self.range = range
    }

    /// What every JPEG file uses (JFIF 1.02, section "Color space").
    public static let jpeg = ColorDescription(matrix: .bt601, range: .full)
    /// What a raw stream uses when its driver says nothing more (V4L2, "Colorspaces": default quantization).
    public static let video = ColorDescription(matrix: .bt601, range: .limited)
}
