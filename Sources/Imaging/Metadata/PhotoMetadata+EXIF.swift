import CExif
import CaptureCore

extension PhotoMetadata {
    /// The facts as a TIFF structure, without the "Exif" that JPEG puts before it.
    ///
    /// - Throws: `noMemory`.
    public func exifBlock() throws(ImagingError) -> [UInt8] {
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

    /// The file, the picture and its digital form are of one moment.
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
