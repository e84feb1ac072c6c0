// SPDX-License-Identifier: GPL-3.0-or-later
import CYUV
public import CaptureCore

/// Computes the assistants' findings from the luma of a picture as it is on the screen, so that marks lie exactly on
/// their pixels.
///
/// Thread-bound: one analyst belongs to one thread or queue at a time. 1280 by 720 pixels take about 2 ms with everything
/// on.
public final class PictureAnalyst {
    /// Above noise, whose Laplacian is four and a half times as strong as the noise itself.
    private static let sharpness: Int16 = 56
    /// The camera's white, minus the loss of coding.
    private static let clipping: UInt8 = 250
    /// Device pixels.
    private static let stripe = 8

    private var scratch = ScratchBuffer()
    private let pool = MaskPool()

    public init() {}

    /// - Throws: `noMemory`.
    public func findings(
        in picture: Picture, _ work: AssistantWork
    ) throws(ImagingError) -> AssistantFindings {
        guard let start = picture.pixels else {
            throw ImagingError(.noMemory, "a picture of \(picture.size)")
        }
        let pixels = UnsafePointer(start.assumingMemoryBound(to: UInt8.self))
        let luma = try luma(of: picture, pixels)
        var findings = AssistantFindings()
        if work.contains(.peaking) {
            findings.peaking = try pool.mask(size: picture.size) {
                LumaMarks.peaking(luma, threshold: Self.sharpness, to: $0, stride: $1)
            }
        }
        if work.contains(.zebra) {
            findings.zebra = try pool.mask(size: picture.size) {
                LumaMarks.zebra(luma, limit: Self.clipping, stripe: Self.stripe, to: $0, stride: $1)
            }
        }
        if work.contains(.histogram) {
            findings.histogram = HistogramCounter.count(pixels, stride: picture.stride, luma: luma)
        }
        return findings
    }

    private func luma(
        of picture: Picture, _ pixels: UnsafePointer<UInt8>
    ) throws(ImagingError) -> Plane {
        let (width, height) = (picture.size.width, picture.size.height)
        let stride = MaskPool.stride(width: width)
        let memory = try scratch.reserve(stride * height)
        ARGBToJ400(
            pixels, Int32(size: picture.stride), memory,
            Int32(size: stride), Int32(size: width), Int32(size: height))
        return Plane(base: memory, stride: stride, bytesPerRow: width, rows: height)
    }
}
