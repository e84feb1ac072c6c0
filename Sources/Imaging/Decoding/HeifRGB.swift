// SPDX-License-Identifier: GPL-3.0-or-later
import CHeifLoader
import CYUV
import CaptureCore
import Glibc

/// A picture that libheif has decoded to planes of red, green and blue: of all that it offers, this takes the least memory,
/// and no time for going there and back. Thread-bound.
final class HeifRGB {
    private let heif: LibHeif
    private let image: OpaquePointer
    let size: PixelSize
    private let planes: [Plane]

    private static let channels = [heif_channel_R, heif_channel_G, heif_channel_B]

    init(_ handle: OpaquePointer, _ coding: HeifCoding, _ heif: LibHeif) throws(PhotoFault) {
        guard let options = heif.call.decoding_options_alloc() else { throw .failed(ENOMEM) }
        defer { heif.call.decoding_options_free(options) }
        let image = try HeifPicture.decode(
            handle, heif_colorspace_RGB, heif_chroma_444, options, coding, heif)
        (self.heif, self.image) = (heif, image)
        let size = PixelSize(
            width: Int(heif.call.image_get_width(image, heif_channel_R)),
            height: Int(heif.call.image_get_height(image, heif_channel_R)))
        self.size = size
        planes = Self.channels.compactMap { channel in
            var stride: Int32 = 0
            let bits = heif.call.image_get_bits_per_pixel_range(image, channel)
            guard let base = heif.call.image_get_plane(image, channel, &stride), (8...16).contains(bits),
                stride >= size.width * (bits > 8 ? 2 : 1)
            else { return nil }
            let plane = Plane(
                base: base, stride: Int(stride), bytesPerRow: size.width, rows: size.height)
            if bits > 8 { Self.narrow(base, plane, by: bits - 8) }
            return plane
        }
        guard !size.isEmpty, planes.count == 3 else { throw .damaged }
    }

    deinit { heif.call.image_release(image) }

    /// Leaves the upper eight bits of each sample, in place: only this class has the image.
    private static func narrow(_ base: UnsafeMutablePointer<UInt8>, _ plane: Plane, by shift: Int32) {
        for row in 0..<plane.rows {
            let line = base + row * plane.stride
            // From 16-bit samples to 8-bit ones; 2¹⁶ would leave them as they are.
            line.withMemoryRebound(to: UInt16.self, capacity: plane.bytesPerRow) {
                Convert16To8Plane(
                    $0, Int32(size: plane.stride / 2), line, Int32(size: plane.stride), 1 << (16 - shift),
                    Int32(size: plane.bytesPerRow), 1)
            }
        }
    }

    /// The pixels in the requested size. Planes are scaled down before they are joined, which is less work.
    func buffer(_ target: PixelSize) throws(PhotoFault) -> PixelBuffer {
        let buffer = try PixelBuffer(target)
        guard target != size else {
            Self.join(planes, into: buffer)
            return buffer
        }
        let stride = (target.width + 63) & ~63
        let memory: AlignedMemory
        do throws(ImagingError) { memory = try AlignedMemory(byteCount: stride * target.height * 3) } catch {
            throw .failed(ENOMEM)
        }
        defer { withExtendedLifetime(memory) {} }
        let base = memory.pointer.assumingMemoryBound(to: UInt8.self)
        let small = planes.enumerated().map { index, plane in
            let start = base + index * stride * target.height
            PlaneScaler.scale(plane, to: start, stride: stride, size: target)
            return Plane(base: start, stride: stride, bytesPerRow: target.width, rows: target.height)
        }
        Self.join(small, into: buffer)
        return buffer
    }

    private static func join(_ planes: [Plane], into buffer: PixelBuffer) {
        MergeARGBPlane(
            planes[0].base, Int32(size: planes[0].stride), planes[1].base, Int32(size: planes[1].stride),
            planes[2].base, Int32(size: planes[2].stride), nil, 0, buffer.base, Int32(size: buffer.stride),
            Int32(size: buffer.size.width), Int32(size: buffer.size.height))
    }
}
