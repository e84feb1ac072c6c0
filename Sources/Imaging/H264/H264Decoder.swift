// SPDX-License-Identifier: GPL-3.0-or-later
internal import CAVCodecLoader
public import CaptureCore

/// Decodes H.264 as it comes, one picture per access unit. Thread-bound.
///
/// With libavcodec, which reports for each picture whether it is complete; see decision 21.
public final class H264Decoder {
    /// The result of an access unit.
    public enum Outcome: Equatable, Sendable {
        /// The planes are in the memory, with the stream's colour description, if it has one. The picture belongs to
        /// the access unit `delay` units earlier.
        case picture(ColorDescription.Matrix?, ColorDescription.Range?, delay: Int)
        /// The picture comes later, or never.
        case nothing
        /// The picture, or one before it, is incomplete: go on with the next key picture, after `forget`.
        case damaged
        /// A picture of another size.
        case resized
        /// Other planes than 4:2:0 of eight bits.
        case unsupported
    }

    /// Debian's package with the library.
    public static let package = "libavcodec\(tt_h264_library_version())"

    /// Padding at the edges that encoders do not always crop, in pixels.
    private static let block = 16
    /// Pictures of up to this many times as many pixels are decoded, to recognize a stream of another size.
    private static let mostTimesPixels = 4

    private let size: PixelSize
    private let decoder: OpaquePointer

    /// Loads the library, if that has not happened: up to a tenth of a second.
    ///
    /// - Throws: `decoderMissing` if it is not installed, or can't decode H.264; `noMemory`.
    public init(_ size: PixelSize) throws(ImagingError) {
        if let reason = tt_h264_load() { throw ImagingError(.decoderMissing, String(cString: reason)) }
        // Larger pictures count as damaged, so that they take no memory.
        let pixels = Self.mostTimesPixels * (size.width + Self.block) * (size.height + Self.block)
        guard let decoder = tt_h264_new(Int64(pixels)) else { throw ImagingError(.noMemory) }
        (self.size, self.decoder) = (size, decoder)
    }

    deinit { tt_h264_free(decoder) }

    /// Forgets all pictures: the next one is a key picture.
    public func forget() { tt_h264_forget(decoder) }

    /// - Parameters:
    ///   - unit: with start codes.
    ///   - memory: gets the planes of `PixelFormat.yuv420`, without gaps; nil for none.
    public func decode(_ unit: UnsafeRawBufferPointer, into memory: UnsafeMutableRawBufferPointer?) -> Outcome
    {
        guard let start = unit.baseAddress else { return .nothing }
        var picture = TtH264Picture()
        switch tt_h264_decode(decoder, start, unit.count, &picture) {
        case TT_H264_PICTURE: break
        case TT_H264_NOTHING: return .nothing
        case TT_H264_UNSUPPORTED: return .unsupported
        default: return .damaged
        }
        let excess = (Int(picture.width) - size.width, Int(picture.height) - size.height)
        guard (0..<Self.block).contains(excess.0), (0..<Self.block).contains(excess.1) else {
            return .resized
        }
        if let memory { copy(picture, to: memory) }
        return .picture(
            Self.matrix(picture.matrix), Self.range(picture.range), delay: Int(clamping: picture.delay))
    }

    private func copy(_ picture: TtH264Picture, to memory: UnsafeMutableRawBufferPointer) {
        let half = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
        let parts = [
            (picture.planes.0, picture.strides.0, size), (picture.planes.1, picture.strides.1, half),
            (picture.planes.2, picture.strides.2, half),
        ]
        precondition(memory.count >= size.area + 2 * half.area, "too little memory for the planes")
        var target = memory.baseAddress
        for (plane, stride, size) in parts {
            for line in 0..<size.height {
                guard let from = plane?.advanced(by: line * Int(stride)) else { continue }
                target?.copyMemory(from: from, byteCount: size.width)
                target = target?.advanced(by: size.width)
            }
        }
    }

    /// By its number in ITU-T H.273.
    private static func matrix(_ number: Int32) -> ColorDescription.Matrix? {
        switch number {
        case 1: .bt709
        case 5, 6: .bt601
        default: nil
        }
    }

    private static func range(_ range: TtH264Range) -> ColorDescription.Range? {
        switch range {
        case TT_H264_FULL: .full
        case TT_H264_LIMITED: .limited
        default: nil
        }
    }
}
