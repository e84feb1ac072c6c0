import CTurboJPEG
import CaptureCore
import Imaging

extension Frame {
    /// A frame over guarded memory.
    static func test(_ bytes: [UInt8], _ layout: FrameLayout, isDamaged: Bool = false) -> Frame {
        let memory = GuardedMemory(bytes)
        return Frame(
            layout: layout, sequence: 0, arrival: MonotonicTime(nanoseconds: 0), isDamaged: isDamaged,
            bytes: memory.bytes, release: { withExtendedLifetime(memory) {} })
    }

    /// The test image in a raw format; lines have 10 bytes too many.
    static func raw(
        _ format: PixelFormat, _ size: PixelSize, _ color: ColorDescription = .video
    ) -> Frame {
        let layout = FrameLayout.raw(format, size, color)
        return test(TestImage(size: size).bytes(layout), layout)
    }

    /// A motion JPEG frame of these bytes.
    static func jpeg(_ bytes: [UInt8], _ size: PixelSize) -> Frame {
        test(bytes, FrameLayout(format: .mjpeg, size: size, bytesPerLine: 0, color: .jpeg))
    }
}

extension FrameLayout {
    static func raw(_ format: PixelFormat, _ size: PixelSize, _ color: ColorDescription = .video)
        -> FrameLayout
    {
        let lineBytes =
            switch format {
            case .yuyv, .uyvy: (size.width + 1) / 2 * 4
            case .rgb24, .bgr24: size.width * 3
            default: (size.width + 1) / 2 * 2
            }
        return FrameLayout(format: format, size: size, bytesPerLine: lineBytes + 10, color: color)
    }
}

/// The test image as a JPEG file.
func testJPEG(_ size: PixelSize, _ subsampling: TJSAMP = TJSAMP_422, quality: Int32 = 95) -> [UInt8] {
    let handle = tjInitCompress()
    defer { tjDestroy(handle) }
    var output: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    defer { tjFree(output) }
    let status = tjCompress2(
        handle, TestImage(size: size).rgb(), Int32(size.width), 0, Int32(size.height),
        Int32(TJPF_RGB.rawValue), &output, &count, Int32(subsampling.rawValue), quality, 0)
    guard status == 0 else { fatalError(String(cString: tjGetErrorStr2(handle))) }
    return Array(UnsafeBufferPointer(start: output, count: Int(count)))
}

/// The same file without its DHT segments, as motion JPEG cameras send it.
func withoutHuffmanTables(_ jpeg: [UInt8]) -> [UInt8] {
    var result = Array(jpeg[..<2])
    var offset = 2
    while jpeg[offset + 1] != 0xDA {
        let end = offset + 2 + Int(jpeg[offset + 2]) << 8 + Int(jpeg[offset + 3])
        if jpeg[offset + 1] != 0xC4 { result += jpeg[offset..<end] }
        offset = end
    }
    return result + jpeg[offset...]
}

extension Picture {
    /// The colour of a pixel.
    func color(_ x: Int, _ y: Int) -> RGB {
        let pixel = pixels.advanced(by: y * stride + x * 4).assumingMemoryBound(to: UInt8.self)
        return RGB(red: Double(pixel[2]), green: Double(pixel[1]), blue: Double(pixel[0]))
    }

    /// How far the pixel furthest from the test image is from it.
    func distance(toTestImage isGrey: Bool = false) -> Double {
        let image = TestImage(size: size)
        var worst = 0.0
        for y in 0..<size.height {
            for x in 0..<size.width {
                var expected = image.pixel(isMirrored ? size.width - 1 - x : x, y)
                if isGrey {
                    let luma = ReferenceColor(color: .jpeg).components(expected).y
                    expected = RGB(red: luma, green: luma, blue: luma)
                }
                worst = max(worst, color(x, y).distance(to: expected))
            }
        }
        return worst
    }
}

/// Renders once, with everything fresh.
func render(
    _ frame: Frame, view: PixelSize, isMirrored: Bool = false
) throws(ImagingError) -> Picture {
    try FrameRenderer().render(
        frame, for: ViewfinderTarget(view: view, isMirrored: isMirrored), pool: PicturePool())
}
