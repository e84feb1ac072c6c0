// SPDX-License-Identifier: GPL-3.0-or-later
import CHeifLoader
import CYUV
import CaptureCore
import Glibc
import Synchronization

/// A HEIF file: HEIC, AVIF. Thread-bound.
///
/// libheif turns, mirrors and crops by itself as the file says; EXIF's orientation is a copy of that for old programs.
final class HeifPhoto {
    private let heif: LibHeif
    private let context: OpaquePointer
    private let handle: OpaquePointer
    private let chroma: Chroma
    private let coding: HeifCoding
    /// Upright.
    let fullSize: PixelSize

    /// What its pictures have besides luma.
    enum Chroma {
        case none
        /// Half of luma's columns and lines.
        case halved
        case other
    }

    /// - Parameter bytes: outlive the photo.
    /// - Throws: `damaged`, `tooLarge`, `decoderMissing` also if there is no libheif, `failed`.
    init(_ bytes: UnsafeRawBufferPointer) throws(PhotoFault) {
        guard let heif = try? LibHeif() else { throw .decoderMissing(coding: "HEIF", package: "libheif1") }
        coding = HeifCoding(bytes)
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
            throw read.code == heif_error_Unsupported_filetype
                ? .decoderMissing(coding: coding.name, package: nil) : .damaged
        }
        (self.heif, self.context, handle) = (heif, context, primary)
        chroma = Self.chroma(bytes)
        fullSize = HeifPhoto.size(primary, heif)
    }

    deinit {
        heif.call.image_handle_release(handle)
        heif.call.context_free(context)
    }

    /// The chroma of a file's HEVC and AV1 configurations, which libheif 1.15 does not report. Pictures without chroma, such
    /// as depth maps, count only where all are.
    ///
    /// The format is in the two lowest bits of the 17th byte of hvcC (ISO/IEC 14496-15, 8.3.3.1.2), and in bits 4 to 2
    /// of the third byte of av1C: not monochrome, halved across, halved down.
    private static func chroma(_ bytes: UnsafeRawBufferPointer) -> Chroma {
        // Descriptions come before pictures, also in the largest grids of telephones.
        let end = min(bytes.count, 65536) - 24
        var (hasGrey, hasHalved) = (false, false)
        for offset in 0..<max(0, end) {
            let chroma: Chroma
            switch (bytes[offset], bytes[offset + 1], bytes[offset + 2], bytes[offset + 3]) {
            case (0x68, 0x76, 0x63, 0x43): chroma = Self.chroma(hevc: bytes[offset + 20] & 3)
            case (0x61, 0x76, 0x31, 0x43):
                let bits = bytes[offset + 6]
                chroma = bits & 0b10000 != 0 ? .none : bits & 0b11100 == 0b01100 ? .halved : .other
            default: continue
            }
            switch chroma {
            case .none: hasGrey = true
            case .halved: hasHalved = true
            case .other: return .other
            }
        }
        return hasHalved ? .halved : hasGrey ? .none : .other
    }

    /// - Parameter format: chroma_format_idc (ITU-T H.265, 6.2).
    private static func chroma(hevc format: UInt8) -> Chroma {
        switch format {
        case 0: .none
        case 1: .halved
        default: .other
        }
    }

    private static let threads = Int32(max(1, min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN)))))

    private static func size(_ handle: OpaquePointer, _ heif: LibHeif) -> PixelSize {
        PixelSize(
            width: Int(heif.call.image_handle_get_width(handle)),
            height: Int(heif.call.image_handle_get_height(handle)))
    }

    /// The photo; for a view, its preview where the photo would take too much memory.
    ///
    /// - Throws: `damaged`, `tooLarge`, `decoderMissing`, `failed`.
    func decode(
        fitting view: PixelSize?, within limits: PhotoLimits = .view
    ) throws(PhotoFault) -> DecodedPhoto {
        if isSmall(handle) { return try decode(handle, fitting: view, within: limits) }
        let needed = largeBytes
        if let view, needed > limits.bytes {
            let target = PhotoLimits.fitted(fullSize, into: view)
            let preview = small { needed > PhotoLimits.whole.bytes || 2 * $0.width >= target.width }
            if let preview { return try decode(preview.handle, fitting: view) }
        }
        guard needed <= PhotoLimits.whole.bytes else { throw .tooLarge(fullSize) }
        let target = PhotoLimits.fitted(fullSize, into: view).limited(to: limits.pixels)
        return try Self.one.withLock { (_) throws(PhotoFault) in
            let image = try HeifRGB(handle, coding, heif)
            let buffer = try image.buffer(image.size == fullSize ? target : image.size)
            if !limits.keepsColors { SRGBConverter.convert(buffer, from: colors) }
            return buffer.photo(fullSize: fullSize, isWhole: true)
        }
    }

    /// Held while a large photo is decoded.
    private static let one = Mutex(())

    /// What decoding the large photo to planes of RGB takes: the decoder's planes and ours. Too many for whatever has
    /// transparency.
    private var largeBytes: Int {
        guard ImageLimits.allows(fullSize), heif.call.image_handle_has_alpha_channel(handle) == 0 else {
            return .max
        }
        let sampleBytes = heif.call.image_handle_get_luma_bits_per_pixel(handle) > 8 ? 2 : 1
        return fullSize.area * sampleBytes * (chroma == .other ? 12 : 9) / 2
    }

    /// The file's own small picture, or the photo made small.
    func thumbnail(fitting view: PixelSize) throws(PhotoFault) -> DecodedPhoto {
        let good = small(smallest: true) { max($0.width, $0.height) >= view.width }
        if let small = good ?? small(where: { max($0.width, $0.height) >= 160 }),
            let photo = try? decode(small.handle, fitting: view)
        {
            return photo
        }
        return try decode(fitting: view)
    }

    /// One of the file's small pictures; released with the value.
    private final class Small {
        let handle: OpaquePointer
        let size: PixelSize
        private let heif: LibHeif

        init?(_ id: heif_item_id, of photo: OpaquePointer, _ heif: LibHeif) {
            var small: OpaquePointer?
            guard heif.call.image_handle_get_thumbnail(photo, id, &small).code == heif_error_Ok, let small
            else { return nil }
            (handle, size, self.heif) = (small, HeifPhoto.size(small, heif), heif)
        }

        deinit { heif.call.image_handle_release(handle) }
    }

    /// The largest, or smallest, of the small pictures that can be decoded and have the photo's shape: others were not
    /// turned with the photo, or have black bars.
    private func small(smallest: Bool = false, where isGood: (PixelSize) -> Bool) -> Small? {
        var ids = [heif_item_id](repeating: 0, count: 8)
        let count = heif.call.image_handle_get_list_of_thumbnail_IDs(handle, &ids, Int32(ids.count))
        let found = ids.prefix(Int(max(0, count))).compactMap { Small($0, of: handle, heif) }.filter {
            small in
            let (wide, high) = (small.size.width * fullSize.height, small.size.height * fullSize.width)
            return abs(wide - high) * 50 <= max(wide, high) && isSmall(small.handle) && isGood(small.size)
        }
        let sorted = found.sorted { $0.size.area < $1.size.area }
        return smallest ? sorted.first : sorted.last
    }

    private func decode(
        _ handle: OpaquePointer, fitting view: PixelSize?, within limits: PhotoLimits = .view
    ) throws(PhotoFault) -> DecodedPhoto {
        let image = try HeifPicture(handle, chroma, coding, heif)
        let target = PhotoLimits.fitted(image.size, into: view)
        let buffer = try image.buffer(target)
        if !limits.keepsColors { SRGBConverter.convert(buffer, from: colors(of: handle) ?? colors) }
        return buffer.photo(fullSize: fullSize, isWhole: true)
    }

    /// Whether a picture can be decoded in the ordinary way; decided before anything is decoded.
    private func isSmall(_ handle: OpaquePointer) -> Bool {
        let size = Self.size(handle, heif)
        let isPlain =
            heif.call.image_handle_get_luma_bits_per_pixel(handle) <= 8 && chroma != .other
            && heif.call.image_handle_has_alpha_channel(handle) == 0
        let most = isPlain ? PhotoLimits.maximumPixels : PhotoLimits.maximumPixelsDeep
        return ImageLimits.allows(size) && size.area <= most
    }

    /// Of the photo itself.
    var colors: PhotoColors? { colors(of: handle) }

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

    /// The XMP packet; empty if there is none.
    var xmp: [UInt8] {
        var ids = [heif_item_id](repeating: 0, count: 8)
        let found = heif.call.image_handle_get_list_of_metadata_block_IDs(
            handle, "mime", &ids, Int32(ids.count))
        for id in ids.prefix(Int(max(0, found))) {
            let count = heif.call.image_handle_get_metadata_size(handle, id)
            guard let type = heif.call.image_handle_get_metadata_content_type(handle, id),
                strcmp(type, "application/rdf+xml") == 0, count > 0, count <= Self.largestMetadata
            else { continue }
            var packet = [UInt8](repeating: 0, count: count)
            if heif.call.image_handle_get_metadata(handle, id, &packet).code == heif_error_Ok {
                return packet
            }
        }
        return []
    }

    /// Phones put their own notes there.
    private static let largestMetadata = 4 << 20

    /// Gives the brightness for the length of the call; nil if it can't be had.
    func withLuma<Result>(_ body: (Plane, ColorDescription.Range) -> Result?) -> Result? {
        guard isSmall(handle), let image = try? HeifPicture(handle, chroma, coding, heif),
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

    fileprivate static func decode(
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

/// How a file's pictures are coded, for people; and Debian's package with libheif's decoder, from Debian 13 on.
struct HeifCoding {
    let name: String
    let package: String?

    init(_ bytes: UnsafeRawBufferPointer) {
        // Descriptions come before pictures.
        let start = bytes.prefix(65536)
        let codings: [(box: String, name: String, package: String?)] = [
            ("hvcC", "HEVC", "libheif-plugin-libde265"), ("av1C", "AV1", "libheif-plugin-dav1d"),
            ("vvcC", "VVC", nil), ("avcC", "H.264", nil), ("j2kH", "JPEG 2000", "libheif-plugin-j2kdec"),
            ("jpeg", "JPEG", "libheif-plugin-jpegdec"),
        ]
        let found = codings.first { coding in
            let letters = Array(coding.box.utf8)
            return start.indices.contains { start[$0...].starts(with: letters) }
        }
        (name, package) = (found?.name ?? "HEIF", found?.package)
    }
}

/// A picture that libheif has decoded to planes of red, green and blue: of all that it offers, this takes the least memory,
/// and no time for going there and back. Thread-bound.
private final class HeifRGB {
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

extension PixelSize {
    /// The same shape with at most this many pixels.
    fileprivate func limited(to pixels: Int) -> PixelSize {
        guard area > pixels else { return self }
        let scale = (Double(pixels) / Double(area)).squareRoot()
        return PixelSize(
            width: max(1, Int(Double(width) * scale)), height: max(1, Int(Double(height) * scale)))
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
