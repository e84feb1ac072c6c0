// SPDX-License-Identifier: GPL-3.0-or-later
/// The segments of a JPEG image up to its first scan, and what they say. Reads never beyond the end.
///
/// As tolerant as libjpeg: bytes between the segments, and markers that stand alone there, are passed over.
struct JPEGSegments {
    struct Segment {
        let marker: JPEGMarker
        /// From the marker's first byte to the end of the segment.
        let range: Range<Int>
    }

    /// In the order of the file, without SOI and without SOS.
    private(set) var segments: [Segment] = []
    /// Where the first SOS marker is.
    private(set) var scanOffset = 0
    /// Ids of the defined Huffman tables; class and number as in DHT.
    private(set) var definedTables: Set<UInt8> = []
    /// Ids of the Huffman tables that the scan uses.
    private(set) var usedTables: Set<UInt8> = []
    /// Ids of the defined quantization tables, and of those that the frame uses.
    private(set) var definedQuantizers: Set<UInt8> = []
    private(set) var usedQuantizers: Set<UInt8> = []
    /// Components of the frame, 1 for grey, and of its first scan.
    private(set) var componentCount = 0
    private(set) var scanComponentCount = 0
    /// The marker of the frame header.
    private(set) var frameKind: JPEGMarker?
    /// Bits a sample.
    private(set) var precision: UInt8 = 0
    /// Whether there are restart markers in its scans.
    private(set) var hasRestarts = false

    /// - Parameter image: begins with its SOI.
    /// - Returns: nil if the segments end before a scan begins.
    init?(_ image: UnsafeRawBufferPointer) {
        var offset = 2
        while offset + 4 <= image.count {
            guard image[offset] == JPEGMarker.prefix else {
                offset += 1
                continue
            }
            let marker = JPEGMarker(rawValue: image[offset + 1])
            // Fill bytes (T.81, B.1.1.2).
            guard marker.rawValue != JPEGMarker.prefix else {
                offset += 1
                continue
            }
            // Zero makes a byte of data of the prefix.
            if marker.rawValue == 0 || marker.isRestart || marker.rawValue == 0x01 {
                offset += 2
                continue
            }
            var length = Int(image[offset + 2]) << 8 | Int(image[offset + 3])
            // A length below its own two bytes, in a segment that no decoder has to understand.
            if length < 2, marker.isApplication || marker == .comment { length = 2 }
            let range = offset..<(offset + 2 + length)
            guard !marker.standsAlone, length >= 2, range.upperBound <= image.count else { return nil }
            let content = UnsafeRawBufferPointer(rebasing: image[(offset + 4)..<range.upperBound])
            if marker == .startOfScan {
                scanOffset = offset
                guard readScan(content) else { return nil }
                return
            }
            guard read(content, of: marker) else { return nil }
            segments.append(Segment(marker: marker, range: range))
            offset = range.upperBound
        }
        return nil
    }

    /// The content after an identifier in each segment that has it.
    ///
    /// - Parameter image: as for `init`.
    func contents(
        in image: UnsafeRawBufferPointer, _ marker: JPEGMarker, _ identifier: [UInt8]
    ) -> [UnsafeRawBufferPointer] {
        segments.compactMap { segment in
            guard segment.marker == marker, segment.range.count >= 4 + identifier.count else { return nil }
            let content = UnsafeRawBufferPointer(
                rebasing: image[(segment.range.lowerBound + 4)..<segment.range.upperBound])
            guard content.starts(with: identifier) else { return nil }
            return UnsafeRawBufferPointer(rebasing: content[identifier.count...])
        }
    }

    /// - Returns: false if the content contradicts itself.
    private mutating func read(_ content: UnsafeRawBufferPointer, of marker: JPEGMarker) -> Bool {
        switch marker {
        case .defineHuffmanTables: readTables(content)
        case .defineQuantizers: readQuantizers(content)
        case .defineRestartInterval: readRestartInterval(content)
        case let marker where marker.isStartOfFrame: readFrame(content, marker)
        default: true
        }
    }

    /// T.81, B.2.2: precision, height, width, the number of components, and for each its id, its sampling and its
    /// quantization table.
    private mutating func readFrame(_ content: UnsafeRawBufferPointer, _ marker: JPEGMarker) -> Bool {
        guard frameKind == nil, content.count >= 6, content.count == 6 + 3 * Int(content[5]) else {
            return false
        }
        (frameKind, precision, componentCount) = (marker, content[0], Int(content[5]))
        for component in 0..<componentCount { usedQuantizers.insert(content[8 + 3 * component]) }
        return true
    }

    /// T.81, B.2.4.4: how many units lie between two restart markers, 0 for none.
    private mutating func readRestartInterval(_ content: UnsafeRawBufferPointer) -> Bool {
        hasRestarts = content.contains { $0 != 0 }
        return true
    }

    /// T.81, B.2.4.1: for each table its precision and id, and 64 numbers of one byte or two.
    private mutating func readQuantizers(_ content: UnsafeRawBufferPointer) -> Bool {
        var offset = 0
        while offset < content.count {
            definedQuantizers.insert(content[offset] & 0xF)
            offset += content[offset] >> 4 == 0 ? 65 : 129
        }
        return offset == content.count
    }

    /// T.81, B.2.4.2: for each table its id, 16 counts, and as many values as the counts add up to.
    private mutating func readTables(_ content: UnsafeRawBufferPointer) -> Bool {
        var offset = 0
        while offset + 17 <= content.count {
            definedTables.insert(content[offset])
            offset += 17 + content[(offset + 1)..<(offset + 17)].reduce(0) { $0 + Int($1) }
        }
        return offset == content.count
    }

    /// T.81, B.2.3: the number of components, and for each its id and its DC and AC tables.
    private mutating func readScan(_ content: UnsafeRawBufferPointer) -> Bool {
        guard let count = content.first.map(Int.init), (1...4).contains(count),
            content.count >= 1 + 2 * count
        else { return false }
        scanComponentCount = count
        for component in 0..<count {
            let selector = content[2 + 2 * component]
            usedTables.insert(selector >> 4)
            usedTables.insert(0x10 | selector & 0xF)
        }
        return true
    }
}
