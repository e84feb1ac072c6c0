// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore

/// Turns JPEG files by changing EXIF's Orientation (Exif 2.32, 4.6.4 A), what repeats it in XMP and in the notes of the
/// thumbnail and of further pictures in the file, and no other byte. Stateless.
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
        let (old, new) = (orientation(of: block), orientation(of: changed))
        for packet in segments where packet.marker == .application1 {
            guard file[packet.range].dropFirst(4).starts(with: XMPPacket.identifier) else { continue }
            bytes.replaceSubrange(
                packet.range, with: XMPPacket.oriented(Array(file[packet.range]), Int(new.exifValue)))
        }
        let growth = segment.count - (exif?.range.count ?? 0)
        guard turnOthers(segments, in: file, &bytes, from: old, to: new, growth) else { return nil }
        bytes.replaceSubrange(exif?.range ?? start..<start, with: segment)
        return bytes
    }

    private static func orientation(of block: [UInt8]) -> PhotoOrientation {
        block.withUnsafeBytes { TIFFFacts($0).orientation }
    }

    private static let multiPicture = Array("MPF".utf8) + [0]

    /// Turns the further pictures of the file (CIPA DC-007), where their own notes say the same as the photo's.
    ///
    /// - Parameters:
    ///   - bytes: changed in place, without what is added to the photo's note.
    ///   - growth: of that note, which makes the photo longer.
    /// - Returns: false where they can't be understood.
    private static func turnOthers(
        _ segments: [JPEGSegments.Segment], in file: UnsafeRawBufferPointer, _ bytes: inout [UInt8],
        from old: PhotoOrientation, to new: PhotoOrientation, _ growth: Int
    ) -> Bool {
        let index = segments.first {
            $0.marker == .application2 && file[$0.range].dropFirst(4).starts(with: multiPicture)
        }
        guard let index else { return true }
        // Offsets in it count from the byte order, those of the pictures too.
        let start = index.range.lowerBound + 4 + multiPicture.count
        let tiff = UnsafeRawBufferPointer(rebasing: file[start..<index.range.upperBound])
        guard let reader = TIFFReader(tiff),
            let list = reader.directory(at: reader.firstDirectory)[0xB002].flatMap({ reader.range(of: $0) })
        else { return false }
        // Sixteen bytes each: attributes, size, offset; the photo itself is the first, at 0.
        for place in stride(from: list.lowerBound, to: list.upperBound - 15, by: 16) {
            guard let size = reader.number(at: place + 4), let offset = reader.number(at: place + 8) else {
                return false
            }
            if offset == 0 {
                if growth != 0, size > 0 {
                    let number = reader.bytes(size + growth, count: 4)
                    bytes.replaceSubrange(start + place + 4..<start + place + 8, with: number)
                }
                continue
            }
            // Cut off where a program has dropped them.
            guard start + offset < file.count else { continue }
            let picture = start + offset
            turn(UnsafeRawBufferPointer(rebasing: file[picture...]), at: picture, &bytes, from: old, to: new)
        }
        return true
    }

    /// Changes the note of a whole picture in the file, if it says `old`.
    private static func turn(
        _ picture: UnsafeRawBufferPointer, at start: Int, _ bytes: inout [UInt8],
        from old: PhotoOrientation, to new: PhotoOrientation
    ) {
        guard PhotoKind(picture) == .jpeg, let segments = JPEGSegments(picture),
            let exif = segments.contents(in: picture, .application1, EXIFSegment.identifier).first,
            let base = exif.baseAddress, let first = picture.baseAddress, let reader = TIFFReader(exif)
        else { return }
        let entry = reader.directory(at: reader.firstDirectory)[UInt16(orientationTag)]
        guard let entry, reader.number(entry) == Int(old.exifValue),
            let change = reader.change(entry, to: Int(new.exifValue))
        else { return }
        var block = Array(exif)
        change.make(in: &block)
        let place = start + (base - first)
        bytes.replaceSubrange(place..<place + block.count, with: block)
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
        // The thumbnail's own note; others have none, and are turned with the photo.
        let second = reader.directory(at: reader.directory(after: reader.firstDirectory))
        if let own = second[UInt16(orientationTag)], reader.number(own) == Int(old.exifValue) {
            reader.change(own, to: value)?.make(in: &result)
        }
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
