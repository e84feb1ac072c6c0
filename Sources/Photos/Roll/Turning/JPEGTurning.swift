import CaptureCore

/// Turns JPEG files by changing EXIF's Orientation (Exif 2.32, 4.6.4 A), and no other byte. Stateless.
enum JPEGTurning {
    /// - Returns: the file with its orientation changed, or added; nil if it is no JPEG file, or its EXIF
    ///   can't be understood.
    static func turned(_ file: UnsafeRawBufferPointer, clockwise: Bool) -> [UInt8]? {
        guard file.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var bytes = Array(file)
        guard let place = place(in: bytes) else { return nil }
        guard let segment = place.exif else {
            let segment = exif(PhotoOrientation.upright.turned(clockwise: clockwise))
            bytes.insert(contentsOf: segment, at: place.start)
            return bytes
        }
        let block = Array(bytes[segment])
        guard let changed = turned(tiff: block, clockwise: clockwise) else { return nil }
        // The length counts itself and the identifier.
        let length = 2 + identifier.count + changed.count
        guard length <= 0xFFFF else { return nil }
        bytes.replaceSubrange(segment, with: changed)
        let lengthPlace = segment.lowerBound - identifier.count - 2
        bytes[lengthPlace] = UInt8(length >> 8)
        bytes[lengthPlace + 1] = UInt8(length & 0xFF)
        return bytes
    }

    /// The identifier before the TIFF structure in an APP1 segment.
    private static let identifier: [UInt8] = Array("Exif".utf8) + [0, 0]

    // MARK: Segments

    /// Where EXIF's TIFF structure is, and where it would begin if there were none: after SOI, and JFIF's APP0 with its
    /// extension, which claim the first place.
    ///
    /// - Returns: nil if the segments before the picture are damaged.
    private static func place(in file: [UInt8]) -> (exif: Range<Int>?, start: Int)? {
        var offset = 2
        var start = 2
        while offset + 4 <= file.count {
            guard file[offset] == 0xFF else { return nil }
            let marker = file[offset + 1]
            // Markers may begin with more than one 0xFF.
            if marker == 0xFF {
                offset += 1
                continue
            }
            // The picture itself, or the file's end: metadata comes before.
            if marker == 0xDA || marker == 0xD9 { return (nil, start) }
            // These stand alone: TEM and RSTn.
            if marker == 0x01 || (0xD0...0xD7).contains(marker) { return nil }
            let length = Int(file[offset + 2]) << 8 | Int(file[offset + 3])
            let end = offset + 2 + length
            guard length >= 2, end <= file.count else { return nil }
            let content = (offset + 4)..<end
            if marker == 0xE1, file[content].starts(with: identifier) {
                return ((content.lowerBound + identifier.count)..<end, start)
            }
            if marker == 0xE0, offset == start { start = end }
            offset = end
        }
        return nil
    }

    /// A segment with only the orientation.
    private static func exif(_ orientation: PhotoOrientation) -> [UInt8] {
        var tiff: [UInt8] = Array("II".utf8) + [42, 0, 8, 0, 0, 0]
        tiff += [1, 0] + TIFFDirectory.orientation(orientation.exifValue, isBigEndian: false) + [0, 0, 0, 0]
        let length = 2 + identifier.count + tiff.count
        return [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + identifier + tiff
    }

    // MARK: EXIF

    private static func turned(tiff: [UInt8], clockwise: Bool) -> [UInt8]? {
        guard let directory = TIFFDirectory(tiff) else { return nil }
        var tiff = tiff
        if let place = directory.place(ofTag: TIFFDirectory.orientationTag) {
            // A short; some programs write a long.
            let count = directory.number(at: place + 4, bytes: 4)
            let size = directory.number(at: place + 2, bytes: 2) == 4 ? 4 : 2
            guard count == 1, [3, 4].contains(directory.number(at: place + 2, bytes: 2)) else { return nil }
            let old = PhotoOrientation(exifValue: directory.number(at: place + 8, bytes: size))
            let value = old.turned(clockwise: clockwise).exifValue
            tiff.replaceSubrange(
                (place + 8)..<(place + 8 + size), with: directory.bytes(Int(value), count: size))
            return tiff
        }
        return directory.adding(PhotoOrientation.upright.turned(clockwise: clockwise).exifValue)
    }
}

/// The first directory of a TIFF structure (TIFF 6.0, section 2). Every offset in it is checked.
private struct TIFFDirectory {
    static let orientationTag = 0x0112
    private static let entrySize = 12

    private let tiff: [UInt8]
    private let isBigEndian: Bool
    private let start: Int
    private let count: Int

    init?(_ tiff: [UInt8]) {
        guard tiff.count >= 8 else { return nil }
        if tiff.starts(with: [0x49, 0x49, 42, 0]) {
            isBigEndian = false
        } else if tiff.starts(with: [0x4D, 0x4D, 0, 42]) {
            isBigEndian = true
        } else {
            return nil
        }
        self.tiff = tiff
        start = Self.number(tiff[4..<8], isBigEndian)
        guard start >= 8, start <= tiff.count - 6 else { return nil }
        count = Self.number(tiff[start..<(start + 2)], isBigEndian)
        // After the entries comes the offset of the next directory.
        guard start + 2 + count * Self.entrySize + 4 <= tiff.count else { return nil }
    }

    private static func number(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> Int {
        isBigEndian ? bytes.reduce(0) { $0 << 8 | Int($1) } : bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// - Parameter offset: within the directory.
    func number(at offset: Int, bytes: Int) -> Int {
        Self.number(tiff[offset..<(offset + bytes)], isBigEndian)
    }

    func bytes(_ number: Int, count: Int) -> [UInt8] { Self.bytes(number, count: count, isBigEndian) }

    private static func bytes(_ number: Int, count: Int, _ isBigEndian: Bool) -> [UInt8] {
        let little = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        return isBigEndian ? little.reversed() : little
    }

    /// Where an entry of the directory begins: tag, type, count, value.
    func place(ofTag tag: Int) -> Int? {
        (0..<count).map { start + 2 + $0 * Self.entrySize }.first { number(at: $0, bytes: 2) == tag }
    }

    static func orientation(_ value: UInt16, isBigEndian: Bool) -> [UInt8] {
        bytes(orientationTag, count: 2, isBigEndian) + bytes(3, count: 2, isBigEndian)
            + bytes(1, count: 4, isBigEndian) + bytes(Int(value), count: 2, isBigEndian) + [0, 0]
    }

    /// The structure with the note added: a copy of the directory comes at its end, so that everything else stays where
    /// offsets, also those that only the camera's maker knows, lead to.
    func adding(_ orientation: UInt16) -> [UInt8] {
        var result = tiff
        if result.count % 2 == 1 { result.append(0) }
        let newStart = result.count
        result.replaceSubrange(4..<8, with: bytes(newStart, count: 4))
        result += bytes(count + 1, count: 2)
        let entries = (0..<count).map { index in
            let place = start + 2 + index * Self.entrySize
            return tiff[place..<(place + Self.entrySize)]
        }
        // Entries stand in the order of their tags.
        let split =
            entries.firstIndex { Self.number($0.prefix(2), isBigEndian) > Self.orientationTag } ?? count
        result += entries[..<split].joined()
        result += Self.orientation(orientation, isBigEndian: isBigEndian)
        result += entries[split...].joined()
        let next = start + 2 + count * Self.entrySize
        result += tiff[next..<(next + 4)]
        return result
    }
}

extension PhotoOrientation {
    /// - Parameter value: anything but 1…8 means upright, as viewers have it.
    init(exifValue value: Int) {
        let all = Turn.allCases.flatMap { turn in
            [false, true].map { PhotoOrientation(turn: turn, isMirrored: $0) }
        }
        self = all.first { Int($0.exifValue) == value } ?? .upright
    }

    /// Turned by a quarter more.
    func turned(clockwise: Bool) -> PhotoOrientation {
        let degrees = (turn.rawValue + (clockwise ? 90 : 270)) % 360
        return PhotoOrientation(turn: Turn(rawValue: degrees) ?? .none, isMirrored: isMirrored)
    }
}
