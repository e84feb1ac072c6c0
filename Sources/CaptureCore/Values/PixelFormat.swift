// SPDX-License-Identifier: GPL-3.0-or-later
/// A pixel format by its four-character code.
///
/// The raw value is the kernel's `V4L2_PIX_FMT_…` number: four ASCII letters, first letter in the low byte.
public struct PixelFormat: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Makes a format from its four letters, as in `PixelFormat("YUYV")`.
    public init(_ letters: StaticString) {
        precondition(letters.utf8CodeUnitCount == 4, "a FourCC has four letters")
        self.rawValue = letters.withUTF8Buffer { bytes in
            bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    /// Motion JPEG: each frame is a JPEG file, often without Huffman tables. Corresponds to `V4L2_PIX_FMT_MJPEG`.
    public static let mjpeg = PixelFormat("MJPG")
    /// JPEG, as some drivers name the same thing. Corresponds to `V4L2_PIX_FMT_JPEG`.
    public static let jpeg = PixelFormat("JPEG")
    /// Packed 4:2:2, order Y U Y V. Corresponds to `V4L2_PIX_FMT_YUYV`.
    public static let yuyv = PixelFormat("YUYV")
    /// Packed 4:2:2, order U Y V Y. Corresponds to `V4L2_PIX_FMT_UYVY`.
    public static let uyvy = PixelFormat("UYVY")
    /// Two planes 4:2:0, chroma as U V pairs. Corresponds to `V4L2_PIX_FMT_NV12`.
    public static let nv12 = PixelFormat("NV12")
    /// Three planes 4:2:0. Corresponds to `V4L2_PIX_FMT_YUV420`.
    public static let yuv420 = PixelFormat("YU12")
    /// Eight-bit luma only. Corresponds to `V4L2_PIX_FMT_GREY`.
    public static let grey = PixelFormat("GREY")
    /// Packed 8-bit R G B. Corresponds to `V4L2_PIX_FMT_RGB24`.
    public static let rgb24 = PixelFormat("RGB3")
    /// Packed 8-bit B G R. Corresponds to `V4L2_PIX_FMT_BGR24`.
    public static let bgr24 = PixelFormat("BGR3")
    /// Packed 8-bit B G R and a byte without meaning. Corresponds to `V4L2_PIX_FMT_XBGR32`.
    public static let bgrx32 = PixelFormat("XR24")
    /// Packed 8-bit B G R and alpha, which no camera has anything in. Corresponds to `V4L2_PIX_FMT_ABGR32`.
    public static let bgra32 = PixelFormat("AR24")
    /// Packed 8-bit R G B and a byte without meaning. Corresponds to `V4L2_PIX_FMT_RGBX32`.
    public static let rgbx32 = PixelFormat("XB24")
    /// Packed 8-bit R G B and alpha. Corresponds to `V4L2_PIX_FMT_RGBA32`.
    public static let rgba32 = PixelFormat("AB24")

    /// Each frame is the access unit of a picture, with start codes; decoding most of them takes those before.
    /// Corresponds to `V4L2_PIX_FMT_H264`.
    public static let h264 = PixelFormat("H264")

    /// Bytes of a pixel whose colours are red, green and blue; nil for other formats.
    public var bytesPerRGBPixel: Int? {
        switch self {
        case .rgb24, .bgr24: 3
        case .bgrx32, .bgra32, .rgbx32, .rgba32: 4
        default: nil
        }
    }

    /// Whether a frame is a JPEG image, so that its size varies and it must be decoded.
    public var isCompressed: Bool { self == .mjpeg || self == .jpeg }
}

extension PixelFormat: CustomStringConvertible {
    /// The four letters, e.g. `MJPG`; unprintable bytes as `?`.
    public var description: String {
        String(
            decoding: (0..<4).map { shift in
                let byte = UInt8(truncatingIfNeeded: rawValue >> (8 * shift))
                return (32..<127).contains(byte) ? byte : UInt8(ascii: "?")
            }, as: UTF8.self)
    }
}
