// SPDX-License-Identifier: GPL-3.0-or-later
import CHeifLoader
import CYUV
import CaptureCore
import Glibc

/// A HEIF file: HEIC, AVIF. Thread-bound.
///
/// libheif turns, mirrors and crops by itself as the file says; EXIF's orientation is a copy of that for old programs.
final class HeifPhoto {
    private let heif: LibHeif
    private let context: OpaquePointer
    private let handle: OpaquePointer
    private let hasHalvedChroma: Bool
    /// Upright.
    let fullSize: PixelSize

    /// - Parameter bytes: outlive the photo.
    /// - Throws: `damaged`, `tooLarge`, `unknownKind` if there is no libheif, `failed`.
    init(_ bytes: UnsafeRawBufferPointer) throws(PhotoFault) {
        guard let heif = try? LibHeif() else { throw .unknownKind }
        guard let context = heif.call.context_alloc() else { throw .failed(ENOMEM) }
        heif.call.context_set_maximum_image_size_limit(context, Int32(ImageLimits.side))
        // For tiles, as phones write them; the decoder's own threads are not affected.
        heif.call.context_set_max_decoding_threads(context, Self.threads)
        let read = heif.call.context_read_from_memory_without_copy(
            context, bytes.baseAddress, bytes.count, nil)
        var primary: OpaquePointer?
        guard read.code == heif_error_Ok,
            heif.call.context_get_primary_image_handle(context, &primary).code == heif_error_Ok, let primary
        else {
            heif.call.context_free(context)
            throw read.code == heif_error_Unsupported_filetype ? .unknownKind : .damaged
        }
        (self.heif, self.context, handle) = (heif, context, primary)
        hasHalvedChroma = Self.hasHalvedChroma(bytes)
        fullSize = HeifPhoto.size(primary, heif)
    }

    deinit {
        heif.call.image_handle_release(handle)
        heif.call.context_free(context)
    }

    /// Whether all of a file's HEVC and AV1 configurations are 4:2:0, which libheif 1.15 does not report.
    ///
    /// The format is in the two lowest bits of the 17th byte of hvcC (ISO/IEC 14496-15, 8.3.3.1.2), and in bits 4 to 2
    /// of the third byte of av1C: not monochrome, halved across, halved down.
    private static func hasHalvedChroma(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // Descriptions come before pictures, also in the largest grids of telephones.
        let end = min(bytes.count, 65536) - 24
        var isFound = false
        for offset in 0..<max(0, end) {
            let isHalved: Bool
            switch (bytes[offset], bytes[offset + 1], bytes[offset + 2], bytes[offset + 3]) {
            case (0x68, 0x76, 0x63, 0x43): isHalved = bytes[offset + 20] & 3 == 1
            case (0x61, 0x76, 0x31, 0x43): isHalved = bytes[offset + 6] & 0b11100 == 0b01100
            default: continue
            }
            guard isHalved else { return false }
            isFound = true
        }
        return isFound
    }

    private static let threads = Int32(max(1, min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN)))))

    private static func size(_ handle: OpaquePointer, _ heif: LibHeif) -> PixelSize {
        PixelSize(
            width: Int(heif.call.image_handle_get_width(handle)),
            height: Int(heif.call.image_handle_get_height(handle)))
    }

    /// - Throws: `damaged`, `tooLarge`, `unknownKind` if its codec is missing, `failed`.
    func decode(fitting view: PixelSize?) throws(PhotoFault) -> DecodedPhoto {
        try decode(handle, fitting: view)
    }

    /// The file's own small picture, or the photo made small.
    func thumbnail(fitting view: PixelSize) throws(PhotoFault) -> DecodedPhoto {
        var id: heif_item_id = 0
        var small: OpaquePointer?
        if heif.call.image_handle_get_list_of_thumbnail_IDs(handle, &id, 1) == 1,
            heif.call.image_handle_get_thumbnail(handle, id, &small).code == heif_error_Ok, let small
        {
            defer { heif.call.image_handle_release(small) }
            let size = HeifPhoto.size(small, heif)
            if max(size.width, size.height) >= 160, size.area < 1 << 20,
                let photo = try? decode(small, fitting: view)
            {
                return photo
            }
        }
        return try decode(fitting: view)
    }

    private func decode(
        _ handle: OpaquePointer, fitting view: PixelSize?
    ) throws(PhotoFault) -> DecodedPhoto {
        try checkSize(handle)
        let image = try HeifPicture(handle, hasHalvedChroma: hasHalvedChroma, heif)
        let target = PhotoLimits.fitted(image.size, into: view)
        let buffer = try image.buffer(target)
        SRGBConverter.convert(buffer, from: colors(of: handle) ?? colors(of: self.handle))
        return buffer.photo(fullSize: fullSize, isWhole: true)
    }

    /// Decided before anything is decoded.
    private func checkSize(_ handle: OpaquePointer) throws(PhotoFault) {
        let size = Self.size(handle, heif)
        guard !size.isEmpty else { throw .damaged }
        let isSmall =
            heif.call.image_handle_get_luma_bits_per_pixel(handle) <= 8 && hasHalvedChroma
            && heif.call.image_handle_has_alpha_channel(handle) == 0
        let most = isSmall ? PhotoLimits.maximumPixels : PhotoLimits.maximumPixelsDeep
        guard ImageLimits.allows(size), size.area <= most else { throw .tooLarge(size) }
    }

    /// An ICC profile takes precedence over the numbers of H.273, if a file has both.
    private func colors(of handle: OpaquePointer) -> PhotoColors? {
        let kind = heif.call.image_handle_get_color_profile_type(handle)
        if kind == heif_color_profile_type_prof || kind == heif_color_profile_type_rICC {
            let count = heif.call.image_handle_get_raw_color_profile_size(handle)
            guard count > 0, count <= PhotoColors.longestProfile else { return nil }
            var profile = [UInt8](repeating: 0, count: count)
            guard heif.call.image_handle_get_raw_color_profile(handle, &profile).code == heif_error_Ok else {
                return nil
            }
            return .profile(profile)
        }
        var numbers: UnsafeMutablePointer<heif_color_profile_nclx>?
        guard kind == heif_color_profile_type_nclx,
            heif.call.image_handle_get_nclx_color_profile(handle, &numbers).code == heif_error_Ok, let numbers
        else { return nil }
        defer { heif.call.nclx_color_profile_free(numbers) }
        return .primaries(Int(numbers.pointee.color_primaries.rawValue))
    }

    /// The facts in the file's EXIF block.
    var facts: TIFFFacts { exif.withUnsafeBytes { TIFFFacts($0) } }

    /// The EXIF block; empty if there is none.
    var exif: [UInt8] {
        var id: heif_item_id = 0
        guard heif.call.image_handle_get_list_of_metadata_block_IDs(handle, "Exif", &id, 1) == 1 else {
            return []
        }
        let count = heif.call.image_handle_get_metadata_size(handle, id)
        guard count > 4, count <= Self.largestMetadata else { return [] }
        var block = [UInt8](repeating: 0, count: count)
        guard heif.call.image_handle_get_metadata(handle, id, &block).code == heif_error_Ok else {
            return []
        }
        // The offset of TIFF's header, counted from the end of these four bytes (ISO/IEC 23008-12, A.2.1).
        let start = 4 + block[0..<4].reduce(0) { $0 << 8 | Int($1) }
        return start < count ? Array(block[start...]) : []
    }

    /// Phones put their own notes there.
    private static let largestMetadata = 4 << 20

    /// Gives the brightness for the length of the call; nil if it can't be had.
    func withLuma<Result>(_ body: (PlaneView, ColorDescription.Range) -> Result?) -> Result? {
        guard (try? checkSize(handle)) != nil,
            let image = try? HeifPicture(handle, hasHalvedChroma: hasHalvedChroma, heif),
            let luma = image.luma
        else { return nil }
        defer { withExtendedLifetime(image) {} }
        return body(luma, image.color.range)
    }
}

/// A picture that libheif has decoded. Thread-bound.
private final class HeifPicture {
    private let heif: LibHeif
    private let image: OpaquePointer
    let size: PixelSize
    /// Whether it is 8-bit YCbCr, or luma alone; otherwise pixels.
    private let isPlanar: Bool
    /// The meaning of its YCbCr numbers.
    let color: ColorDescription

    /// - Parameter hasHalvedChroma: whether chroma has half of luma's columns and lines in the file.
    init(_ handle: OpaquePointer, hasHalvedChroma: Bool, _ heif: LibHeif) throws(PhotoFault) {
        guard let options = heif.call.decoding_options_alloc() else { throw .failed(ENOMEM) }
        defer { heif.call.decoding_options_free(options) }
        options.pointee.convert_hdr_to_8bit = 1
        let hasAlpha = heif.call.image_handle_has_alpha_channel(handle) != 0
        let isDeep = heif.call.image_handle_get_luma_bits_per_pixel(handle) != 8
        isPlanar = !hasAlpha && !isDeep && hasHalvedChroma && Self.hasKnownMatrix(handle, heif)
        if isPlanar {
            // YCbCr must be requested: libheif 1.15 otherwise converts everything to RGB.
            image = try Self.decode(handle, heif_colorspace_YCbCr, heif_chroma_420, options, heif)
        } else {
            let chroma = hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB
            image = try Self.decode(handle, heif_colorspace_RGB, chroma, options, heif)
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

    private static func decode(
        _ handle: OpaquePointer, _ space: heif_colorspace, _ chroma: heif_chroma,
        _ options: UnsafeMutablePointer<heif_decoding_options>, _ heif: LibHeif
    ) throws(PhotoFault) -> OpaquePointer {
        var image: OpaquePointer?
        let error = heif.call.decode_image(handle, &image, space, chroma, options)
        guard error.code == heif_error_Ok, let image else {
            let isMissing =
                error.code == heif_error_Unsupported_filetype || error.code == heif_error_Unsupported_feature
            throw isMissing ? .unknownKind : .damaged
        }
        return image
    }

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

    var luma: PlaneView? { isPlanar ? plane(heif_channel_Y, size) : nil }

    private func plane(_ channel: heif_channel, _ size: PixelSize) -> PlaneView? {
        var stride: Int32 = 0
        guard heif.call.image_get_width(image, channel) >= Int32(size: size.width),
            heif.call.image_get_height(image, channel) >= Int32(size: size.height),
            let base = heif.call.image_get_plane_readonly(image, channel, &stride), stride >= size.width
        else { return nil }
        return PlaneView(base: base, stride: Int(stride), bytesPerRow: size.width, rows: size.height)
    }

    /// The planes; nil if the image has pixels only.
    private var planes: PixelPlanes? {
        guard let luma else { return nil }
        var planes = PixelPlanes(arrangement: .grey, size: size, color: color, first: luma)
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
            PixelPlanes.addBlue(base, blue)
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

extension PixelPlanes {
    /// Whether libyuv's numbers for these colours have too little blue (see `PixelConverter`).
    fileprivate var needsMoreBlue: Bool {
        color == ColorDescription(matrix: .bt709, range: .limited) && second != nil
    }

    /// BT.709's 2.112 for blue over libyuv's 2. It takes 1 % of 128 too much from green, which is one step at most.
    private static let moreBlue: [UInt8] = (0..<256).map {
        UInt8(clamping: Int((128 + (Double($0) - 128) * 2.1124 / 2).rounded()))
    }

    fileprivate static func addBlue(_ base: UnsafeMutablePointer<UInt8>, _ plane: PlaneView) {
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
            PlaneView(
                base: base + index * stride * target.height, stride: stride, bytesPerRow: target.width,
                rows: target.height)
        }
        for (index, source) in sources.enumerated() {
            PlaneScaler.scale(source, to: base + index * stride * target.height, stride: stride, size: target)
        }
        var small = PixelPlanes(arrangement: .grey, size: target, color: color, first: views[0])
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
