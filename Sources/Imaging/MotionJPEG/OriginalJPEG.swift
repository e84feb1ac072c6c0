// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore

/// Makes a JPEG file of a motion JPEG frame without encoding it again: the coded picture stays as it is, bit for bit,
/// and only the segments around it are corrected.
///
/// - Doubled SOI, fill bytes and anything after EOI are removed.
/// - Missing Huffman tables are inserted (T.81, K.3).
/// - EXIF comes first. Of the camera's own APP segments only those that describe the colours stay: Adobe's (APP14) and
///   colour profiles (APP2, "ICC_PROFILE"). JFIF claims EXIF's place, "AVI1" means nothing in a file, the camera's own
///   EXIF block would contradict ours, and others have unknown size and meaning. Comments are removed too.
///
/// Takes about as long as copying the bytes, which must not change from `inspect` to the end of `file`. What only a decoder
/// can see, such as bytes that mean nothing before a marker within the scan, is left to `StrictJPEG`. Stateless and
/// thread-safe.
enum OriginalJPEG {
    struct Original {
        let size: PixelSize
        let isGrey: Bool
        /// Its bytes in the frame.
        let image: Range<Int>
        fileprivate let segments: JPEGSegments

        var hasRestarts: Bool { segments.hasRestarts }

        /// Whether a decoder that supplies no Huffman tables, and passes nothing over, reads it as it is.
        var isComplete: Bool {
            segments.usedTables.isSubset(of: segments.definedTables)
                && segments.segments.reduce(2) { $0 + $1.range.count } == segments.scanOffset
        }
    }

    /// The original in a frame; nil if it is cut short, invalid, or of a kind that not every program reads (T.81
    /// processes other than baseline and extended Huffman of 8 bits): then it has to be decoded.
    static func inspect(_ frame: UnsafeRawBufferPointer) -> Original? {
        let inspected = MJPEGInspector(frame)
        guard inspected.isWhole, let size = inspected.size, let range = inspected.imageRange,
            let segments = JPEGSegments(UnsafeRawBufferPointer(rebasing: frame[range])),
            segments.frameKind == .baseline || segments.frameKind == .extendedSequential,
            segments.precision == 8, segments.componentCount == 1 || segments.componentCount == 3,
            segments.scanComponentCount == segments.componentCount,
            segments.usedQuantizers.isSubset(of: segments.definedQuantizers)
        else { return nil }
        let standard = Set(StandardHuffmanTables.all.map(\.id))
        let missing = segments.usedTables.subtracting(segments.definedTables)
        guard missing.isSubset(of: standard) else { return nil }
        return Original(size: size, isGrey: segments.componentCount == 1, image: range, segments: segments)
    }

    /// Makes the file.
    ///
    /// - Parameters:
    ///   - original: the result of `inspect` for the same bytes.
    ///   - exif: a TIFF structure; empty for none.
    /// - Throws: `encodingFailed` if the block is larger than a segment can be.
    static func file(
        of original: Original, in frame: UnsafeRawBufferPointer, exif: [UInt8]
    ) throws(ImagingError) -> [UInt8] {
        let image = UnsafeRawBufferPointer(rebasing: frame[original.image])
        let segments = original.segments
        var file: [UInt8] = []
        file.reserveCapacity(image.count + exif.count + 1024)
        file += [JPEGMarker.prefix, JPEGMarker.startOfImage.rawValue]
        file += try EXIFSegment.segment(exif)
        for segment in segments.segments where isKept(segment, of: image) { file += image[segment.range] }
        file += StandardHuffmanTables.segment(segments.usedTables.subtracting(segments.definedTables))
        file += image[segments.scanOffset...]
        return file
    }

    /// The image for a video: with all of its segments and with Huffman tables.
    static func completed(_ original: Original, in frame: UnsafeRawBufferPointer) -> [UInt8] {
        let image = UnsafeRawBufferPointer(rebasing: frame[original.image])
        let segments = original.segments
        var bytes: [UInt8] = []
        bytes.reserveCapacity(image.count + 1024)
        bytes += [JPEGMarker.prefix, JPEGMarker.startOfImage.rawValue]
        // An impossible length (`JPEGSegments`) is no stricter decoder's.
        for segment in segments.segments where segment.range.count > 4 || segment.hasOwnLength(in: image) {
            bytes += image[segment.range]
        }
        bytes += StandardHuffmanTables.segment(segments.usedTables.subtracting(segments.definedTables))
        bytes += image[segments.scanOffset...]
        return bytes
    }

    private static func isKept(_ segment: JPEGSegments.Segment, of image: UnsafeRawBufferPointer) -> Bool {
        let content = image[segment.range].dropFirst(4)
        return switch segment.marker {
        case .application2: content.starts(with: Array("ICC_PROFILE".utf8) + [0])
        case .application14: content.starts(with: "Adobe".utf8)
        case .comment: false
        case let marker: !marker.isApplication
        }
    }
}

extension JPEGSegments.Segment {
    /// Whether the segment states the length that it was read with.
    fileprivate func hasOwnLength(in image: UnsafeRawBufferPointer) -> Bool {
        Int(image[range.lowerBound + 2]) << 8 | Int(image[range.lowerBound + 3]) == range.count - 2
    }
}
