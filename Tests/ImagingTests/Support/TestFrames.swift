// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Imaging

extension Frame {
    /// A frame over guarded memory.
    static func test(_ bytes: [UInt8], _ layout: FrameLayout, isDamaged: Bool = false) -> Frame {
        let memory = GuardedMemory(bytes)
        return Frame(
            layout: layout, sequence: 0, arrival: MonotonicTime(nanoseconds: 0), isDamaged: isDamaged,
            memory: .own, bytes: memory.bytes, release: { withExtendedLifetime(memory) {} })
    }

    /// A frame in memory that others can write to.
    static func shared(_ pages: SharedPages, _ layout: FrameLayout) -> Frame {
        Frame(
            layout: layout, sequence: 0, arrival: MonotonicTime(nanoseconds: 0), isDamaged: false,
            memory: .shared, bytes: pages.bytes, release: { withExtendedLifetime(pages) {} })
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
        test(bytes, .jpeg(size))
    }
}

extension FrameLayout {
    static func jpeg(_ size: PixelSize) -> FrameLayout {
        FrameLayout(format: .mjpeg, size: size, bytesPerLine: 0, color: .jpeg)
    }

    static func raw(_ format: PixelFormat, _ size: PixelSize, _ color: ColorDescription = .video)
        -> FrameLayout
    {
        let lineBytes =
            switch format {
            case .yuyv, .uyvy: (size.width + 1) / 2 * 4
            default: format.bytesPerRGBPixel.map { $0 * size.width } ?? (size.width + 1) / 2 * 2
            }
        return FrameLayout(format: format, size: size, bytesPerLine: lineBytes + 10, color: color)
    }
}
