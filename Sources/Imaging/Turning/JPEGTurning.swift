// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore

/// Turns JPEG files by changing EXIF's Orientation (Exif 2.32, 4.6.4 A), and no other byte. Stateless.
public enum JPEGTurning {
    /// - Returns: the file with its note changed, or with one where it had none; nil where it is no JPEG file, or its EXIF
    ///   can't be understood.
    public static func turned(_ file: UnsafeRawBufferPointer, clockwise: Bool) -> [UInt8]? {
        guard PhotoKind(file) == .jpeg, let segments = JPEGSegments(file)?.segments else { return nil }
        let exif = segments.first {
            $0.marker == .application1 && file[$0.range].dropFirst(4).starts(with: EXIFSegment.identifier)
        }
        let block = exif.map { Array(file[$0.range].dropFirst(4 + EXIFSegment.identifier.count)) } ?? upright
        guard let changed = block.withUnsafeBytes({ turned(tiff: $0, clockwise: clockwise) }),
            let segment = try? EXIFSegment.segment(changed)
        else { return nil }
        // A new one comes after SOI, and JFIF's APP0 with its extension, which claim the first place.
        let start = segments.prefix { $0.marker == .application0 }.last?.range.upperBound ?? 2
        var bytes = Array(file)
        bytes.replaceSubrange(exif?.range ?? start..<start, with: segment)
        return bytes
    }

    private static let orientationTag = 0x0112

    /// A TIFF structure with nothing but the note: header, number of entries, tag, SHORT, count, value, no next directory.
    private static let upright: [UInt8] =
        [0x49, 0x49, 42, 0, 8, 0, 0, 0] + [1, 0] + [0x12, 0x01, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0] + [0, 0, 0, 0]

    private static func turned(tiff: UnsafeRawBufferPointer, clockwise: Bool) -> [UInt8]? {
        guard let reader = TIFFReader(tiff), let next = reader.placeOfNext(after: reader.firstDirectory)
        else {
            return nil
        }
        let entry = reader.directory(at: reader.firstDirectory)[UInt16(orientationTag)]
        let old = entry.flatMap { reader.number($0) }.map(PhotoOrientation.init) ?? .upright
        let value = Int(old.turned(clockwise: clockwise).exifValue)
        guard let entry else { return adding(value, to: tiff, reader, endOfEntries: next) }
        var result = Array(tiff)
        guard let change = reader.change(entry, to: value) else { return nil }
        change.make(in: &result)
        return result
    }

    /// The structure with the note added: a copy of the directory comes at its end, so that everything else stays where
    /// offsets, also those that only the camera's maker knows, lead to.
    private static func adding(
        _ orientation: Int, to tiff: UnsafeRawBufferPointer, _ reader: TIFFReader, endOfEntries: Int
    ) -> [UInt8] {
        var result = Array(tiff)
        if result.count % 2 == 1 { result.append(0) }
        reader.change(at: 4, to: result.count).make(in: &result)
        let entries = reader.firstDirectory + 2
        // Entries stand in the order of their tags.
        let place = stride(from: entries, to: endOfEntries, by: 12).first {
            reader.short($0) ?? 0 > orientationTag
        }
        let split = place ?? endOfEntries
        result += reader.bytes((endOfEntries - entries) / 12 + 1, count: 2) + tiff[entries..<split]
        result +=
            reader.bytes(orientationTag, count: 2) + reader.bytes(3, count: 2) + reader.bytes(1, count: 4)
        result += reader.bytes(orientation, count: 2) + [0, 0]
        result += tiff[split..<(endOfEntries + 4)]
        return result
    }
}
