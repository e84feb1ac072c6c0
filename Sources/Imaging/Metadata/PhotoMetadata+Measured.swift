import CExif
import CaptureCore

extension PhotoMetadata {
    /// What the device said of itself for this frame, and nothing else (Exif 2.32, 4.6.5). A webcam's gain is left
    /// out: it is no ISO speed.
    func addMeasured(to block: EXIFBlock) throws(ImagingError) {
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

    /// In nanoseconds as far as they fit, else in microseconds; nil for what is no exposure.
    static func fraction(_ time: Duration) -> (numerator: UInt32, denominator: UInt32)? {
        let (seconds, attoseconds) = time.components
        guard (0..<4000).contains(seconds), attoseconds >= 0, seconds + attoseconds > 0 else { return nil }
        let isShort = seconds < 4
        let perSecond: Int64 = isShort ? 1_000_000_000 : 1_000_000
        return reduced(seconds * perSecond + attoseconds / (1_000_000_000_000_000_000 / perSecond), perSecond)
    }

    /// In millionths; nil for what is no enlargement.
    static func fraction(_ ratio: Double) -> (numerator: UInt32, denominator: UInt32)? {
        guard ratio > 0, ratio < 4000 else { return nil }
        return reduced(Int64((ratio * 1_000_000).rounded()), 1_000_000)
    }

    /// Euclid's.
    private static func reduced(_ numerator: Int64, _ denominator: Int64) -> (UInt32, UInt32)? {
        var (divisor, rest) = (denominator, numerator)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        guard numerator > 0 else { return nil }
        return (UInt32(clamping: numerator / divisor), UInt32(clamping: denominator / divisor))
    }
}
