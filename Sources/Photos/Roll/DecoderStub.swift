import CaptureCore
import Imaging

enum PhotoDecoder {
    static func photo(_ bytes: UnsafeRawBufferPointer, fitting size: PixelSize?) throws(PhotoFault)
        -> DecodedPhoto
    { throw .unknownKind }
    static func thumbnail(_ bytes: UnsafeRawBufferPointer) throws(PhotoFault) -> DecodedPhoto {
        throw .unknownKind
    }
    static func details(_ bytes: UnsafeRawBufferPointer) -> PhotoDetails {
        PhotoDetails(byteCount: bytes.count, kind: "")
    }
    static func sharpness(_ bytes: UnsafeRawBufferPointer) -> Double? { nil }
}
enum PhotoExporter {
    static func jpeg(_ photo: DecodedPhoto, quality: Int) throws(ImagingError) -> [UInt8] {
        throw ImagingError(.encodingFailed)
    }
    static func png(_ photo: DecodedPhoto, texts: [(String, String)] = []) throws(ImagingError) -> [UInt8] {
        throw ImagingError(.encodingFailed)
    }
    static func heic(_ photo: DecodedPhoto, quality: Int) throws(ImagingError) -> [UInt8] {
        throw ImagingError(.encodingFailed)
    }
}
