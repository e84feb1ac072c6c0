// SPDX-License-Identifier: GPL-3.0-or-later
import CHeifLoader
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

extension PixelSize {
    /// The same shape with at most this many pixels.
    fileprivate func limited(to pixels: Int) -> PixelSize {
        guard area > pixels else { return self }
        let scale = (Double(pixels) / Double(area)).squareRoot()
        return PixelSize(
            width: max(1, Int(Double(width) * scale)), height: max(1, Int(Double(height) * scale)))
    }
}
