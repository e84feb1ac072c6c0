// SPDX-License-Identifier: GPL-3.0-or-later
import CExif
public import CaptureCore

/// A photo's metadata: only what is known, and nothing about the place, the machine or the person.
public struct PhotoMetadata: Equatable, Sendable {
    /// When the frame was captured.
    public var time: WallTime
    /// The camera's maker, if its name begins with one.
    public var make: String?
    /// The camera's own name.
    public var model: String
    /// The program and its version.
    public var software: String
    /// The photo in pixels.
    public var size: PixelSize
    /// Whether the file has luma only.
    public var isGrey = false
    /// How a viewer has to turn the picture.
    public var orientation: PhotoOrientation
    /// The settings that the device reported for this frame.
    public var measured: MeasuredSettings

    /// The facts of a shot.
    public init(_ shot: Shot, size: PixelSize, software: String) {
        time = shot.time
        model = shot.camera.name
        make = Self.maker(of: shot.camera.name)
        self.software = software
        self.size = size
        orientation = shot.orientation
        measured = shot.measured
    }

    /// Makers whose webcams carry their name; anything else would be a guess.
    private static let makers = [
        "Anker", "AVerMedia", "Canon", "Creative", "Dell", "Elgato", "HP", "Insta360", "Lenovo", "Logitech",
        "Microsoft", "OBSBOT", "Razer", "Sony",
    ]

    static func maker(of name: String) -> String? {
        guard let first = name.split(whereSeparator: { $0 == " " || $0 == "®" }).first else { return nil }
        return makers.first { $0.lowercased() == first.lowercased() }
    }
}

extension PhotoMetadata {
    /// The facts as a TIFF structure, without the "Exif" that JPEG puts before it.
    ///
    /// - Throws: `noMemory`.
    func exifBlock() throws(ImagingError) -> [UInt8] {
        let block = try EXIFBlock()
        try addImage(to: block)
        try addTimes(to: block)
        try addMeasured(to: block)
        return try block.bytes()
    }

    private func addImage(to block: EXIFBlock) throws(ImagingError) {
        if let make { try block.add(EXIF_TAG_MAKE, to: EXIF_IFD_0, text: make) }
        try block.add(EXIF_TAG_MODEL, to: EXIF_IFD_0, text: model)
        try block.add(EXIF_TAG_SOFTWARE, to: EXIF_IFD_0, text: software)
        try block.add(EXIF_TAG_ORIENTATION, to: EXIF_IFD_0, short: orientation.exifValue)
        // A photo has no resolution of its own; Exif 2.32 wants the fields, and says 72 an inch for that.
        try block.add(EXIF_TAG_X_RESOLUTION, to: EXIF_IFD_0, fraction: (72, 1))
        try block.add(EXIF_TAG_Y_RESOLUTION, to: EXIF_IFD_0, fraction: (72, 1))
        try block.add(EXIF_TAG_RESOLUTION_UNIT, to: EXIF_IFD_0, short: 2)
        // Chroma lies in the middle of its four pixels, as in JFIF.
        try block.add(EXIF_TAG_YCBCR_POSITIONING, to: EXIF_IFD_0, short: 1)
        try block.add(EXIF_TAG_EXIF_VERSION, to: EXIF_IFD_EXIF, bytes: Array("0232".utf8))
        try block.add(EXIF_TAG_FLASH_PIX_VERSION, to: EXIF_IFD_EXIF, bytes: Array("0100".utf8))
        // Y Cb Cr, or Y alone.
        try block.add(
            EXIF_TAG_COMPONENTS_CONFIGURATION, to: EXIF_IFD_EXIF,
            bytes: isGrey ? [1, 0, 0, 0] : [1, 2, 3, 0])
        // 1: sRGB.
        try block.add(EXIF_TAG_COLOR_SPACE, to: EXIF_IFD_EXIF, short: 1)
        try block.add(EXIF_TAG_PIXEL_X_DIMENSION, to: EXIF_IFD_EXIF, long: UInt32(clamping: size.width))
        try block.add(EXIF_TAG_PIXEL_Y_DIMENSION, to: EXIF_IFD_EXIF, long: UInt32(clamping: size.height))
    }

    /// Adds the times of the file, the picture and its digitization, which are the same.
    private func addTimes(to block: EXIFBlock) throws(ImagingError) {
        let texts = EXIFTime(time)
        try block.add(EXIF_TAG_DATE_TIME, to: EXIF_IFD_0, text: texts.date)
        try block.add(EXIF_TAG_DATE_TIME_ORIGINAL, to: EXIF_IFD_EXIF, text: texts.date)
        try block.add(EXIF_TAG_DATE_TIME_DIGITIZED, to: EXIF_IFD_EXIF, text: texts.date)
        try block.add(EXIF_TAG_OFFSET_TIME, to: EXIF_IFD_EXIF, text: texts.offset)
        try block.add(EXIF_TAG_OFFSET_TIME_ORIGINAL, to: EXIF_IFD_EXIF, text: texts.offset)
        try block.add(EXIF_TAG_OFFSET_TIME_DIGITIZED, to: EXIF_IFD_EXIF, text: texts.offset)
        try block.add(EXIF_TAG_SUB_SEC_TIME, to: EXIF_IFD_EXIF, text: texts.subseconds)
        try block.add(EXIF_TAG_SUB_SEC_TIME_ORIGINAL, to: EXIF_IFD_EXIF, text: texts.subseconds)
        try block.add(EXIF_TAG_SUB_SEC_TIME_DIGITIZED, to: EXIF_IFD_EXIF, text: texts.subseconds)
    }
}

extension PhotoMetadata {
    /// Adds the settings that the device reported for this frame, and no others (Exif 2.32, 4.6.5). A webcam's gain
    /// is left out, as it is no ISO speed.
    private func addMeasured(to block: EXIFBlock) throws(ImagingError) {
        if let time = measured.exposureTime.flatMap(Self.fraction) {
            try block.add(EXIF_TAG_EXPOSURE_TIME, to: EXIF_IFD_EXIF, fraction: time)
        }
        // 0: auto, 1: manual.
        if let isAutomatic = measured.isExposureAutomatic {
            try block.add(EXIF_TAG_EXPOSURE_MODE, to: EXIF_IFD_EXIF, short: isAutomatic ? 0 : 1)
        }
        if let isAutomatic = measured.isWhiteBalanceAutomatic {
            try block.add(EXIF_TAG_WHITE_BALANCE, to: EXIF_IFD_EXIF, short: isAutomatic ? 0 : 1)
        }
        if let zoom = measured.digitalZoom.flatMap(Self.fraction) {
            try block.add(EXIF_TAG_DIGITAL_ZOOM_RATIO, to: EXIF_IFD_EXIF, fraction: zoom)
        }
        if let point = measured.pointOfInterest, (0..<size.width).contains(point.x),
            (0..<size.height).contains(point.y)
        {
            let shorts = [UInt16(clamping: point.x), UInt16(clamping: point.y)]
            try block.add(EXIF_TAG_SUBJECT_AREA, to: EXIF_IFD_EXIF, shorts: shorts)
        }
    }

    /// In nanoseconds if they fit, else in microseconds; nil for an invalid exposure time.
    static func fraction(_ time: Duration) -> (numerator: UInt32, denominator: UInt32)? {
        let (seconds, attoseconds) = time.components
        guard (0..<4000).contains(seconds), attoseconds >= 0, seconds + attoseconds > 0 else { return nil }
        let isShort = seconds < 4
        let perSecond: Int64 = isShort ? 1_000_000_000 : 1_000_000
        return reduced(seconds * perSecond + attoseconds / (1_000_000_000_000_000_000 / perSecond), perSecond)
    }

    /// In millionths; nil for an invalid enlargement.
    static func fraction(_ ratio: Double) -> (numerator: UInt32, denominator: UInt32)? {
        guard ratio > 0, ratio < 4000 else { return nil }
        return reduced(Int64((ratio * 1_000_000).rounded()), 1_000_000)
    }

    /// Reduces a fraction with Euclid's algorithm.
    private static func reduced(_ numerator: Int64, _ denominator: Int64) -> (UInt32, UInt32)? {
        var (divisor, rest) = (denominator, numerator)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        guard numerator > 0 else { return nil }
        return (UInt32(clamping: numerator / divisor), UInt32(clamping: denominator / divisor))
    }
}
