// SPDX-License-Identifier: GPL-3.0-or-later
import CTurboJPEG
import CaptureCore
import Glibc

/// A JPEG file. Thread-bound.
///
/// TurboJPEG's memory is estimated before it is called: its own size limits are far above ours, and for progressive
/// files it keeps the coefficients of the whole photo.
struct JPEGPhoto {
    /// As the pixels are in the file.
    let size: PixelSize
    let facts: TIFFFacts
    private let bytes: UnsafeRawBufferPointer
    private let segments: JPEGSegments
    /// Bytes that TurboJPEG keeps of the whole photo besides its pixels.
    private let bufferedBytes: Int
    /// The EXIF block.
    let exif: UnsafeRawBufferPointer?

    /// - Throws: `damaged`, `unknownKind`, `tooLarge`.
    init(_ bytes: UnsafeRawBufferPointer) throws(PhotoFault) {
        self.bytes = bytes
        guard let segments = JPEGSegments(bytes),
            let frame = segments.segments.first(where: { $0.marker.isStartOfFrame })
        else { throw .damaged }
        self.segments = segments
        // T.81, B.2.2: marker, length, precision, height, width, count, and of each component its id and sampling.
        let header = UnsafeRawBufferPointer(rebasing: bytes[frame.range])
        func short(_ offset: Int) -> Int { Int(header[offset]) << 8 | Int(header[offset + 1]) }
        size = PixelSize(width: short(7), height: short(5))
        guard !size.isEmpty, (1...4).contains(segments.componentCount) else { throw .damaged }
        guard segments.precision == 8 else {
            throw .decoderMissing(coding: "JPEG, \(segments.precision) bit", package: nil)
        }
        let samplings = (0..<segments.componentCount).map { header[11 + 3 * $0] }
        let isBuffered =
            frame.marker.rawValue & 3 == 2 || segments.scanComponentCount < segments.componentCount
        bufferedBytes = isBuffered ? Self.coefficientBytes(size, samplings) : 0
        exif = segments.contents(in: bytes, .application1, EXIFSegment.identifier).first
        facts = exif.map { TIFFFacts($0) } ?? TIFFFacts()
        if isBuffered {
            guard size.area <= PhotoLimits.maximumPixelsWhole else { throw .tooLarge(size) }
            let passes = Self.scanCount(bytes, from: segments.scanOffset)
            // Each scan is a pass over the photo, even an empty one.
            guard passes <= Self.maximumScans, passes * size.area <= Self.maximumPixelPasses else {
                throw .damaged
            }
        }
    }

    /// Encoders make about ten.
    private static let maximumScans = 100
    private static let maximumPixelPasses = 1_000_000_000

    /// Two bytes a sample; components that are sampled less have fewer.
    private static func coefficientBytes(_ size: PixelSize, _ samplings: [UInt8]) -> Int {
        let (across, down) = (samplings.map { Int($0 >> 4) }, samplings.map { Int($0 & 15) })
        let (maximumAcross, maximumDown) = (max(1, across.max() ?? 1), max(1, down.max() ?? 1))
        let blocks = PixelSize(
            width: (size.width.dividedUp(by: 8 * maximumAcross)) * 8 * maximumAcross,
            height: (size.height.dividedUp(by: 8 * maximumDown)) * 8 * maximumDown)
        return zip(across, down).reduce(0) { sum, sampling in
            sum + 2 * blocks.area * sampling.0 * sampling.1 / (maximumAcross * maximumDown)
        }
    }

    private static func scanCount(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var (offset, count) = (start, 0)
        while let base = bytes.baseAddress, offset < bytes.count - 1,
            let found = memchr(base + offset, 0xFF, bytes.count - 1 - offset)
        {
            offset = UnsafeRawPointer(found) - base + 1
            if bytes[offset] == JPEGMarker.startOfScan.rawValue { count += 1 }
        }
        return count
    }

    /// Upright.
    var fullSize: PixelSize { facts.orientation.applied(to: size) }

    /// - Throws: `damaged`, `tooLarge`, `failed`.
    func decode(
        fitting view: PixelSize?, within limits: PhotoLimits = .view
    ) throws(PhotoFault) -> DecodedPhoto {
        guard segments.componentCount < 4 else {
            // The decoder's pixels and ours, seven bytes each.
            guard bufferedBytes + 7 * size.area <= limits.bytes else { throw .tooLarge(fullSize) }
            return try PixbufPhoto.decode(bytes, type: "jpeg", fitting: view, orientation: facts.orientation)
        }
        let target = facts.orientation.applied(to: PhotoLimits.fitted(fullSize, into: view))
        let (buffer, isWhole) = try pixels(atLeast: target, within: limits)
        let small = try buffer.scaled(to: Self.final(buffer.size, target))
        if !limits.keepsColors { SRGBConverter.convert(small, from: colors) }
        return try small.upright(facts.orientation).photo(fullSize: fullSize, isWhole: isWhole)
    }

    /// EXIF's thumbnail if it is large enough and of the same shape: some have black bars.
    func thumbnail(fitting view: PixelSize) throws(PhotoFault) -> DecodedPhoto {
        if let small = embeddedThumbnail,
            case (let buffer, true)? = try? small.pixels(atLeast: small.size, within: .view)
        {
            let target = facts.orientation.applied(
                to: PhotoLimits.fitted(facts.orientation.applied(to: buffer.size), into: view))
            let fitted = try buffer.scaled(to: target)
            SRGBConverter.convert(fitted, from: colors)
            return try fitted.upright(facts.orientation).photo(fullSize: fullSize, isWhole: true)
        }
        return try decode(fitting: view)
    }

    private var embeddedThumbnail: JPEGPhoto? {
        guard let exif, let range = facts.thumbnail,
            let small = try? JPEGPhoto(UnsafeRawBufferPointer(rebasing: exif[range])),
            small.segments.componentCount < 4, max(small.size.width, small.size.height) >= 160,
            small.size.width <= 1024, small.size.height <= 1024
        else { return nil }
        let (wide, high) = (small.size.width * size.height, small.size.height * size.width)
        return abs(wide - high) * 50 <= max(wide, high) ? small : nil
    }

    /// Decodes to the smallest of libjpeg's sizes, eighths of the photo's, that is no smaller than the target, or to
    /// the largest that memory allows.
    private func pixels(
        atLeast target: PixelSize, within limits: PhotoLimits
    ) throws(PhotoFault) -> (PixelBuffer, isWhole: Bool) {
        let wanted = (1...8).first { eighths in
            let size = scaled(eighths)
            return size.width >= target.width && size.height >= target.height
        }
        let most = facts.orientation.swapsSides ? limits.pixelsTwice : limits.pixels
        let possible = (1...(wanted ?? 8)).last { eighths in
            let size = scaled(eighths)
            let fitted = Self.final(size, target)
            let needed = 4 * size.area + max(bufferedBytes, fitted == size ? 0 : 4 * fitted.area)
            return size.area <= most && needed <= limits.bytes
        }
        guard let possible else { throw .tooLarge(fullSize) }
        let buffer = try PixelBuffer(scaled(possible))
        return (buffer, try decompress(into: buffer))
    }

    /// The final size: the target, unless memory allowed only fewer pixels.
    private static func final(_ size: PixelSize, _ target: PixelSize) -> PixelSize {
        size.width >= target.width && size.height >= target.height
            ? target : PhotoLimits.fitted(size, into: target)
    }

    /// As libjpeg rounds.
    private func scaled(_ eighths: Int) -> PixelSize {
        PixelSize(
            width: (size.width * eighths).dividedUp(by: 8), height: (size.height * eighths).dividedUp(by: 8))
    }

    /// - Returns: whether the file was whole.
    private func decompress(into buffer: PixelBuffer) throws(PhotoFault) -> Bool {
        guard let handle = tjInitDecompress() else { throw .failed(ENOMEM) }
        defer { tjDestroy(handle) }
        let status = tjDecompress2(
            handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(bytes.count), buffer.base,
            Int32(size: buffer.size.width), Int32(size: buffer.stride), Int32(size: buffer.size.height),
            TJPF_BGRA.rawValue, TJFLAG_LIMITSCANS)
        guard status != 0 else { return true }
        guard tjGetErrorCode(handle) == TJERR_WARNING.rawValue else { throw .damaged }
        // Some cameras leave bytes between the segments, which is harmless.
        let warning = tjGetErrorStr2(handle).map { String(cString: $0) } ?? ""
        return warning.contains("extraneous bytes")
    }

    /// The profile is in one or several segments, each with its number and how many there are, both from 1
    /// (ICC.1:2010, B.4).
    var colors: PhotoColors? {
        // Of CMYK, whose pixels gdk-pixbuf has made RGB.
        guard segments.componentCount < 4 else { return nil }
        let parts = segments.contents(in: bytes, .application2, Array("ICC_PROFILE".utf8) + [0])
            .filter { $0.count > 2 }.sorted { $0[0] < $1[0] }
        guard let first = parts.first, parts.count == Int(first[1]),
            parts.enumerated().allSatisfy({ Int($1[0]) == $0 + 1 })
        else { return nil }
        return .profile(parts.flatMap { $0.dropFirst(2) })
    }
}
