// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

extension PixelFormat {
    /// The formats that can be shown and saved, the cheapest first: planes used as they are, packed formats, which
    /// are rearranged, RGB, which is converted, JPEG, which is decoded, and H.264, which `DecodingCamera` decodes.
    static let showable = independent + [.h264]

    /// The formats whose frames can each be shown alone.
    static let independent: [PixelFormat] = [
        .nv12, .yuv420, .yuyv, .uyvy, .bgr24, .rgb24, .bgrx32, .bgra32, .rgbx32, .rgba32, .mjpeg, .jpeg,
        .grey,
    ]
}

/// Limits for plausible frames of a device, be it a driver or a PipeWire source.
extension FrameLayout {
    /// More than any sensor has; keeps every product of sides and bytes far from overflow.
    static let longestSide = 1 << 15

    /// Whether there are pixels, and no more than a sensor can have.
    static func allows(_ size: PixelSize) -> Bool {
        !size.isEmpty && size.width <= longestSide && size.height <= longestSide
    }

    /// A layout without padding; nil for a size that no sensor has, and for formats that can't be shown.
    ///
    /// - Parameter color: as the device reports it. JPEG frames are always full-range BT.601: JFIF has nothing else.
    init?(stated format: PixelFormat, _ size: PixelSize, _ color: ColorDescription) {
        guard Self.allows(size), PixelFormat.showable.contains(format) else { return nil }
        let isOther = format.isCompressed || format.bytesPerRGBPixel != nil
        self.init(
            format: format, size: size, bytesPerLine: Self.bytesPerTightLine(format, size.width),
            color: isOther ? .jpeg : color)
    }

    /// The layout with the device's line length, if that is plausible.
    ///
    /// - Parameter bytes: the size of a frame's buffer; nil if that is not known.
    func with(stride: Int, in bytes: Int?) -> FrameLayout {
        var layout = self
        if wholeByteCount != nil, stride > bytesPerLine, bytes.map({ stride * size.height <= $0 }) ?? true {
            layout.bytesPerLine = stride
        }
        layout.size.width = min(size.width, layout.columnsWithChroma ?? size.width)
        return layout
    }

    /// How many columns a line has room for where two share their chroma; nil for other formats, and if there are
    /// none.
    ///
    /// Drivers count 2 bytes for each pixel of YUYV, and 1 for each of NV12. So a line of odd width ends within a
    /// pair, and the next one begins where its last chroma would be: the last column is left out.
    private var columnsWithChroma: Int? {
        let columns: Int? =
            switch format {
            case .yuyv, .uyvy: bytesPerLine / 4 * 2
            case .nv12: bytesPerLine / 2 * 2
            default: nil
            }
        return columns == 0 ? nil : columns
    }

    /// The most bytes of a frame, even a compressed one with trailing data. The rest is ignored.
    var maximumBytes: Int { wholeByteCount ?? 4 * size.area + 1 << 16 }

    /// Whether a frame is incomplete.
    ///
    /// - Parameter isLengthKnown: see `MotionJPEG.isTruncated`.
    func isShort(_ bytes: UnsafeRawBufferPointer, isLengthKnown: Bool = true) -> Bool {
        if format.isCompressed {
            return bytes.count < 4 || MotionJPEG.isTruncated(bytes, isLengthKnown: isLengthKnown)
        }
        return bytes.count < leastByteCount ?? 0
    }

    /// Bytes of a line of the first plane without padding; 0 for compressed formats.
    private static func bytesPerTightLine(_ format: PixelFormat, _ width: Int) -> Int {
        switch format {
        case .mjpeg, .jpeg, .h264: 0
        case .yuyv, .uyvy: 2 * width
        default: (format.bytesPerRGBPixel ?? 1) * width
        }
    }
}
