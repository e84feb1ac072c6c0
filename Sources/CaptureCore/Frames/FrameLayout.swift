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

    /// How many bytes a whole frame has; nil for compressed formats and for formats not known here.
    public var wholeByteCount: Int? {
        switch format {
        case .yuyv, .uyvy, .grey, .rgb24, .bgr24: bytesPerLine * size.height
        case .nv12: bytesPerLine * (size.height + (size.height + 1) / 2)
        case .yuv420: bytesPerLine * size.height + 2 * ((bytesPerLine + 1) / 2) * ((size.height + 1) / 2)
        default: nil
        }
    }
}
