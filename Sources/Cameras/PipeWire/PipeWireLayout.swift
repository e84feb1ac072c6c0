internal import CPipeWireShims
internal import CaptureCore

extension StreamDescription {
    /// The format that was negotiated; lines without padding until a frame says otherwise.
    ///
    /// - Returns: nil for a size that no sensor has, and for a format that can't be shown.
    init?(_ format: TtPwFormat) {
        let pixels = PixelFormat(rawValue: format.mode.fourcc)
        let size = PixelSize(width: Int(format.mode.size.width), height: Int(format.mode.size.height))
        guard FrameLayout.allows(size), V4L2Camera.showable.contains(pixels) else { return nil }
        let layout = FrameLayout(
            format: pixels, size: size, bytesPerLine: FrameLayout.bytesPerTightLine(pixels, size.width),
            color: ColorDescription(format, pixels))
        self.init(layout: layout, rate: FrameRate(format.mode.rate))
    }
}

extension ColorDescription {
    fileprivate init(_ format: TtPwFormat, _ pixels: PixelFormat) {
        guard !pixels.isCompressed, pixels != .rgb24, pixels != .bgr24 else {
            self = .jpeg
            return
        }
        self = .video
        if format.matrix == TT_PW_BT709 { matrix = .bt709 }
        if format.range == TT_PW_FULL { range = .full }
    }
}

extension FrameLayout {
    /// With the line length of a frame, where it is plausible.
    func with(stride: Int, in bytes: Int) -> FrameLayout {
        guard !format.isCompressed, stride > bytesPerLine, stride * size.height <= bytes else { return self }
        var layout = self
        layout.bytesPerLine = stride
        return layout
    }

    /// The most bytes of a frame, even a compressed one with trailing data. The rest is ignored.
    var mostBytes: Int { wholeByteCount ?? 4 * size.area + 1 << 16 }

    /// Whether a frame is less than whole.
    func isShort(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if format.isCompressed { return bytes.count < 4 || MotionJPEG.isTruncated(bytes) }
        return bytes.count < wholeByteCount ?? 0
    }
}
