// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore

/// A picture for code readers: grey, or colours that they convert to grey themselves. A view, not an owner.
public struct GreyView {
    public enum Kind: Sendable { case grey, rgb, bgr }

    public let pixels: UnsafePointer<UInt8>
    public let size: PixelSize
    /// Bytes from one line to the next, and from one pixel to the next.
    public let rowStride: Int
    public let pixelStride: Int
    public let kind: Kind

    /// - Parameter pixels: outlive the view; `rowStride` times the height of them.
    public init(
        pixels: UnsafePointer<UInt8>, size: PixelSize, rowStride: Int, pixelStride: Int, kind: Kind
    ) {
        self.pixels = pixels
        self.size = size
        self.rowStride = rowStride
        self.pixelStride = pixelStride
        self.kind = kind
    }
}

/// Reads frames for libraries that need brightness only. Such a library may read a byte twice, so it gets constant
/// bytes, without a copy if possible.
///
/// Thread-bound. Working memory is kept from frame to frame.
public final class GreyReader {
    /// More pixels than this do not help a code reader: larger motion JPEG is decoded at half its size.
    private static let enough = ViewfinderTarget(
        view: PixelSize(width: 1920, height: 1080), isMirrored: false)

    private let reader = FrameReader(copiesRaw: true)

    public init() {}

    /// Gives the frame's brightness for the length of the call.
    ///
    /// - Throws: `damaged`, `unsupportedFormat`, `noMemory`.
    public func withGreys<Value>(
        of frame: Frame, _ body: (GreyView) -> Value
    ) throws(ImagingError) -> Value {
        try frame.withBytes { (bytes) throws(ImagingError) in
            let planes = try reader.read(bytes, of: frame, fitting: Self.enough)
            return body(Self.view(of: planes))
        }
    }

    private static func view(of planes: PicturePlanes) -> GreyView {
        let (offset, step, kind): (Int, Int, GreyView.Kind) =
            switch planes.arrangement {
            case .planar, .nv12, .grey: (0, 1, .grey)
            case .yuyv: (0, 2, .grey)
            case .uyvy: (1, 2, .grey)
            case .rgb: (0, 3, .rgb)
            case .bgr: (0, 3, .bgr)
            case .rgbx: (0, 4, .rgb)
            case .bgrx: (0, 4, .bgr)
            }
        return GreyView(
            pixels: planes.first.base + offset, size: planes.size, rowStride: planes.first.stride,
            pixelStride: step, kind: kind)
    }
}
