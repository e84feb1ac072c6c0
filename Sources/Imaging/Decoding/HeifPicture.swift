// SPDX-License-Identifier: GPL-3.0-or-later
import CHeifLoader
import CYUV
import CaptureCore
import Glibc

/// A picture that libheif has decoded. Thread-bound.
final class HeifPicture {
    private let heif: LibHeif
    private let image: OpaquePointer
    let size: PixelSize
    /// Whether it is 8-bit YCbCr, or luma alone; otherwise pixels.
    private let isPlanar: Bool
    /// The meaning of its YCbCr numbers.
    let color: ColorDescription

    /// - Parameter chroma: of the pictures in the file.
    init(
        _ handle: OpaquePointer, _ chroma: HeifPhoto.Chroma, _ coding: HeifCoding, _ heif: LibHeif
    ) throws(PhotoFault) {
        guard let options = heif.call.decoding_options_alloc() else { throw .failed(ENOMEM) }
        defer { heif.call.decoding_options_free(options) }
        options.pointee.convert_hdr_to_8bit = 1
        let hasAlpha = heif.call.image_handle_has_alpha_channel(handle) != 0
        let isDeep = heif.call.image_handle_get_luma_bits_per_pixel(handle) != 8
        let isGrey = chroma == .none
        isPlanar =
            !hasAlpha && !isDeep && (isGrey || chroma == .halved && Self.hasKnownMatrix(handle, heif))
        if isPlanar, isGrey {
            // Converted to anything else, libheif 1.15 takes limited range for full.
            image = try Self.decode(
                handle, heif_colorspace_monochrome, Self.monochrome, options, coding, heif)
        } else if isPlanar {
            // YCbCr must be requested: libheif 1.15 otherwise converts everything to RGB.
            image = try Self.decode(
                handle, heif_colorspace_YCbCr, heif_chroma_420, options, coding, heif)
        } else {
            let chroma = hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB
            image = try Self.decode(handle, heif_colorspace_RGB, chroma, options, coding, heif)
        }
        self.heif = heif
        color = Self.color(image, heif)
        let main = isPlanar ? heif_channel_Y : heif_channel_interleaved
        size = PixelSize(
            width: Int(heif.call.image_get_width(image, main)),
            height: Int(heif.call.image_get_height(image, main)))
        guard !size.isEmpty, ImageLimits.allows(size), size.area <= PhotoLimits.maximumPixels else {
            throw .damaged
        }
    }

    deinit { heif.call.image_release(image) }

    static func decode(
        _ handle: OpaquePointer, _ space: heif_colorspace, _ chroma: heif_chroma,
        _ options: UnsafeMutablePointer<heif_decoding_options>, _ coding: HeifCoding, _ heif: LibHeif
    ) throws(PhotoFault) -> OpaquePointer {
        var image: OpaquePointer?
        let error = heif.call.decode_image(handle, &image, space, chroma, options)
        guard error.code == heif_error_Ok, let image else {
            let isUnknown =
                error.code == heif_error_Unsupported_filetype || error.code == heif_error_Unsupported_feature
            guard isUnknown else { throw .damaged }
            let isMissing = error.subcode == heif_suberror_Unsupported_codec
            throw .decoderMissing(coding: coding.name, package: isMissing ? coding.package : nil)
        }
        return image
    }

    /// The C constant is `heif_chroma_monochrome`, an enum's case until libheif 1.18 and a macro since.
    private static let monochrome = heif_chroma(rawValue: 0)

    /// The matrices that libyuv knows: BT.709, unspecified, BT.470, BT.601. libheif knows all.
    private static func hasKnownMatrix(_ handle: OpaquePointer, _ heif: LibHeif) -> Bool {
        var numbers: UnsafeMutablePointer<heif_color_profile_nclx>?
        guard heif.call.image_handle_get_nclx_color_profile(handle, &numbers).code == heif_error_Ok,
            let numbers
        else { return true }
        defer { heif.call.nclx_color_profile_free(numbers) }
        return [1, 2, 5, 6].contains(numbers.pointee.matrix_coefficients.rawValue)
    }

    /// The decoded image's colours. libheif 1.15 converts YCbCr to JPEG's colours, and then the image says nothing.
    private static func color(_ image: OpaquePointer, _ heif: LibHeif) -> ColorDescription {
        var numbers: UnsafeMutablePointer<heif_color_profile_nclx>?
        guard heif.call.image_get_nclx_color_profile(image, &numbers).code == heif_error_Ok, let numbers
        else { return .jpeg }
        defer { heif.call.nclx_color_profile_free(numbers) }
        return ColorDescription(
            matrix: numbers.pointee.matrix_coefficients.rawValue == 1 ? .bt709 : .bt601,
            range: numbers.pointee.full_range_flag == 0 ? .limited : .full)
    }

    var luma: Plane? { isPlanar ? plane(heif_channel_Y, size) : nil }

    private func plane(_ channel: heif_channel, _ size: PixelSize) -> Plane? {
        var stride: Int32 = 0
        guard heif.call.image_get_width(image, channel) >= Int32(size: size.width),
            heif.call.image_get_height(image, channel) >= Int32(size: size.height),
            let base = heif.call.image_get_plane_readonly(image, channel, &stride), stride >= size.width
        else { return nil }
        return Plane(
            base: base, stride: Int(stride), bytesPerRow: size.width, rows: size.height)
    }

    /// The planes; nil if the image has pixels only.
    private var planes: PicturePlanes? {
        guard let luma else { return nil }
        var planes = PicturePlanes(arrangement: .grey, size: size, color: color, first: luma)
        let (horizontal, vertical): (Int, Int)
        switch heif.call.image_get_chroma_format(image) {
        case heif_chroma_420: (horizontal, vertical) = (2, 2)
        case heif_chroma_422: (horizontal, vertical) = (2, 1)
        case heif_chroma_444: (horizontal, vertical) = (1, 1)
        default: return planes
        }
        let small = PixelSize(
            width: size.width.dividedUp(by: horizontal), height: size.height.dividedUp(by: vertical))
        planes.arrangement = .planar(horizontal: horizontal, vertical: vertical)
        planes.second = plane(heif_channel_Cb, small)
        planes.third = plane(heif_channel_Cr, small)
        return planes.second == nil || planes.third == nil ? nil : planes
    }

    /// The pixels in the requested size. Planes are scaled down before conversion, which is less work.
    func buffer(_ target: PixelSize) throws(PhotoFault) -> PixelBuffer {
        guard isPlanar else { return try interleaved().scaled(to: target) }
        guard let planes else { throw .damaged }
        if target != size { return try planes.scaledPixels(target) }
        let buffer = try PixelBuffer(size)
        if planes.needsMoreBlue, let blue = planes.second {
            var stride: Int32 = 0
            // Safe to change: only this class has the image.
            guard let base = heif.call.image_get_plane(image, heif_channel_Cb, &stride), base == blue.base
            else { throw .damaged }
            PicturePlanes.addBlue(base, blue)
        }
        planes.convert(to: buffer)
        return buffer
    }

    private func interleaved() throws(PhotoFault) -> PixelBuffer {
        var stride: Int32 = 0
        let isTransparent = heif.call.image_get_chroma_format(image) == heif_chroma_interleaved_RGBA
        let (width, height) = (Int32(size: size.width), Int32(size: size.height))
        guard let pixels = heif.call.image_get_plane_readonly(image, heif_channel_interleaved, &stride),
            stride >= width * (isTransparent ? 4 : 3)
        else { throw .damaged }
        let buffer = try PixelBuffer(size)
        if isTransparent {
            ABGRToARGB(pixels, stride, buffer.base, Int32(size: buffer.stride), width, height)
            buffer.putOnBlack()
        } else {
            RAWToARGB(pixels, stride, buffer.base, Int32(size: buffer.stride), width, height)
        }
        return buffer
    }
}

extension PicturePlanes {
    /// Whether libyuv's numbers for these colours have too little blue (see `PixelConverter`).
    fileprivate var needsMoreBlue: Bool {
        color == ColorDescription(matrix: .bt709, range: .limited) && second != nil
    }

    /// BT.709's 2.112 for blue over libyuv's 2. It takes 1 % of 128 too much from green, which is one step at most.
    private static let moreBlue: [UInt8] = (0..<256).map {
        UInt8(clamping: Int((128 + (Double($0) - 128) * 2.1124 / 2).rounded()))
    }

    fileprivate static func addBlue(_ base: UnsafeMutablePointer<UInt8>, _ plane: Plane) {
        moreBlue.withUnsafeBufferPointer { table in
            for row in 0..<plane.rows {
                let line = base + row * plane.stride
                for x in 0..<plane.bytesPerRow { line[x] = table[Int(line[x])] }
            }
        }
    }

    /// - Parameter buffer: of the same size.
    fileprivate func convert(to buffer: PixelBuffer) {
        // The arrangement is planar, so nothing is unpacked.
        PixelConverter.convert(self, to: buffer.base, stride: buffer.stride, unpacked: buffer.base)
    }

    /// Scales each plane to the target, chroma too, and converts.
    fileprivate func scaledPixels(_ target: PixelSize) throws(PhotoFault) -> PixelBuffer {
        let stride = (target.width + 63) & ~63
        let sources = [first, second, third].compactMap(\.self)
        let memory: AlignedMemory
        do throws(ImagingError) {
            memory = try AlignedMemory(byteCount: stride * target.height * sources.count)
        } catch {
            throw .failed(ENOMEM)
        }
        defer { withExtendedLifetime(memory) {} }
        let base = memory.pointer.assumingMemoryBound(to: UInt8.self)
        let views = sources.indices.map { index in
            Plane(
                base: base + index * stride * target.height, stride: stride, bytesPerRow: target.width,
                rows: target.height)
        }
        for (index, source) in sources.enumerated() {
            PlaneScaler.scale(source, to: base + index * stride * target.height, stride: stride, size: target)
        }
        var small = PicturePlanes(arrangement: .grey, size: target, color: color, first: views[0])
        if views.count == 3 {
            small.arrangement = .planar(horizontal: 1, vertical: 1)
            (small.second, small.third) = (views[1], views[2])
            if needsMoreBlue { Self.addBlue(base + stride * target.height, views[1]) }
        }
        let buffer = try PixelBuffer(target)
        small.convert(to: buffer)
        return buffer
    }
}
