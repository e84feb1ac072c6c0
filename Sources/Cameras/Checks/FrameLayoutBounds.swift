internal import CV4L2
internal import CaptureCore

extension FrameLayout {
    /// The layout of frames in a format that was read back; nil where its size is empty or its line length
    /// impossible.
    init?(of pix: v4l2_pix_format) {
        let format = PixelFormat(rawValue: pix.pixelformat)
        let size = PixelSize(width: Int(pix.width), height: Int(pix.height))
        guard Self.allows(size) else { return nil }
        self.init(
            format: format, size: size, bytesPerLine: Self.bytesPerLine(pix, format, size.width),
            color: ColorDescription(of: pix, format: format))
    }

    /// More than any sensor has; keeps every product of sides and bytes far from overflow.
    static let longestSide = 1 << 15

    /// Whether there are pixels, and no more than a sensor can have.
    static func allows(_ size: PixelSize) -> Bool {
        !size.isEmpty && size.width <= longestSide && size.height <= longestSide
    }

    /// The driver's line length where it is plausible, else that of lines without padding.
    private static func bytesPerLine(_ pix: v4l2_pix_format, _ format: PixelFormat, _ width: Int) -> Int {
        guard !format.isCompressed else { return 0 }
        let least = bytesPerTightLine(format, width)
        let stated = Int(pix.bytesperline)
        let fits = pix.sizeimage == 0 || stated * Int(pix.height) <= Int(pix.sizeimage)
        return stated >= least && fits ? stated : least
    }

    /// Bytes of a line of the first plane without padding; 0 for compressed formats.
    static func bytesPerTightLine(_ format: PixelFormat, _ width: Int) -> Int {
        switch format {
        case .mjpeg, .jpeg: 0
        case .yuyv, .uyvy: 2 * width
        case .rgb24, .bgr24: 3 * width
        default: width
        }
    }
}
