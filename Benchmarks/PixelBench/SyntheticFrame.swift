// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Imaging

/// A frame that is the same in every run: shades, edges and fine grain, so that JPEG has something to do.
enum SyntheticFrame {
    enum Problem: Error { case unknownFormat(String) }

    /// - Parameter format: MJPG, YUYV or NV12.
    static func make(_ format: String, _ size: PixelSize) throws -> Frame {
        switch format {
        case "YUYV": return frame(.yuyv, size, bytesPerLine: 2 * size.width, color: .video, yuyv(size))
        case "NV12": return nv12(size)
        case "MJPG":
            let bytes = try JPEGEncoder.encode(
                try PlanarImage(decoding: nv12(size)), quality: 90, exif: [])
            return frame(.mjpeg, size, bytesPerLine: 0, color: .jpeg, bytes)
        default: throw Problem.unknownFormat(format)
        }
    }

    private static func nv12(_ size: PixelSize) -> Frame {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size.width * size.height * 3 / 2)
        for y in 0..<size.height {
            for x in 0..<size.width { bytes.append(luma(x, y, size)) }
        }
        for y in 0..<size.height / 2 {
            for x in 0..<size.width / 2 { bytes += [chroma(x, size.width / 2), chroma(y, size.height / 2)] }
        }
        return frame(.nv12, size, bytesPerLine: size.width, color: .video, bytes)
    }

    private static func yuyv(_ size: PixelSize) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size.width * size.height * 2)
        for y in 0..<size.height {
            for x in 0..<size.width {
                bytes.append(luma(x, y, size))
                bytes.append(x % 2 == 0 ? chroma(x / 2, size.width / 2) : chroma(y / 2, size.height / 2))
            }
        }
        return bytes
    }

    /// A slope with squares on it and grain of ±4 from a hash of the place.
    private static func luma(_ x: Int, _ y: Int, _ size: PixelSize) -> UInt8 {
        let slope = 48 + 128 * x / size.width
        let square = (x / 24 + y / 24) % 3 == 0 ? 40 : 0
        let hash =
            (UInt32(truncatingIfNeeded: x) &* 0x9E37_79B1) ^ (UInt32(truncatingIfNeeded: y) &* 0x85EB_CA77)
        let grain = Int((hash &* 0xC2B2_AE3D) >> 29) - 4
        return UInt8(clamping: slope + square + grain)
    }

    private static func chroma(_ place: Int, _ count: Int) -> UInt8 {
        UInt8(clamping: 90 + 70 * place / count)
    }

    private static func frame(
        _ format: PixelFormat, _ size: PixelSize, bytesPerLine: Int, color: ColorDescription, _ bytes: [UInt8]
    ) -> Frame {
        Frame(
            copying: bytes,
            layout: FrameLayout(format: format, size: size, bytesPerLine: bytesPerLine, color: color),
            memory: .shared)
    }
}
