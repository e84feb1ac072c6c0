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

    /// How many bytes a whole frame has; nil for compressed formats, for formats not known here, and where a line or
    /// the number of lines is negative or above 2³¹.
    public var wholeByteCount: Int? {
        // No sum of products of two such numbers leaves 64 bits.
        guard (0...Int(Int32.max)).contains(bytesPerLine), (0...Int(Int32.max)).contains(size.height) else {
            return nil
        }
        return switch format {
        case .yuyv, .uyvy, .grey, .rgb24, .bgr24: bytesPerLine * size.height
        case .nv12: bytesPerLine * (size.height + (size.height + 1) / 2)
        case .yuv420: bytesPerLine * size.height + 2 * ((bytesPerLine + 1) / 2) * ((size.height + 1) / 2)
        default: nil
        }
    }
}
