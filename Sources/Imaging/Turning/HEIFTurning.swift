// SPDX-License-Identifier: GPL-3.0-or-later
/// Turns HEIF files by their `irot` property (ISO/IEC 23008-12, 6.5.10), without touching a picture's bytes.
///
/// The property of the photo, and those of its thumbnails and of other pictures that belong to it, are changed where they
/// are, or new ones are added; then what follows moves, and the file's offsets with it. Whatever is not understood to the
/// end makes the file refused. Stateless.
public enum HEIFTurning {
    /// - Returns: nil where it is no HEIF file, or one that can't be turned safely.
    public static func turned(_ file: UnsafeRawBufferPointer, clockwise: Bool) -> [UInt8]? {
        do throws(HEIFProblem) {
            var editor = try HEIFEditor(Array(file))
            try editor.turn(quarters: clockwise ? 3 : 1)
            return editor.bytes
        } catch {
            return nil
        }
    }
}

/// Why a file is refused.
private enum HEIFProblem: Error {
    /// A box is longer than its container, or an offset is invalid.
    case damaged
    /// A kind of file, or a layout of it, that is left alone.
    case unusual
}

// MARK: Boxes

/// A box of an ISO base media file (ISO/IEC 14496-12, 4.2).
private struct HEIFBox {
    let type: String
    let start: Int
    /// Where its content begins; of a full box that is its version.
    let content: Int
    let end: Int

    /// Its parts, one after the other.
    ///
    /// - Parameter start: where they begin.
    func boxes(in bytes: [UInt8], from start: Int) throws(HEIFProblem) -> [HEIFBox] {
        guard start <= end else { throw .damaged }
        return try HEIFBox.read(bytes, start..<end)
    }

    static func read(_ bytes: [UInt8], _ range: Range<Int>) throws(HEIFProblem) -> [HEIFBox] {
        var boxes: [HEIFBox] = []
        var offset = range.lowerBound
        while offset < range.upperBound {
            var size = try bytes.number(at: offset, count: 4, within: range.upperBound)
            guard offset + 8 <= range.upperBound else { throw .damaged }
            let type = String(decoding: bytes[(offset + 4)..<(offset + 8)], as: Unicode.ASCII.self)
            var content = offset + 8
            if size == 1 {
                size = try bytes.number(at: offset + 8, count: 8, within: range.upperBound)
                content += 8
            } else if size == 0 {
                // To the end of the file.
                size = range.upperBound - offset
            }
            guard size >= content - offset, size <= range.upperBound - offset else { throw .damaged }
            boxes.append(HEIFBox(type: type, start: offset, content: content, end: offset + size))
            offset += size
        }
        return boxes
    }
}

extension [UInt8] {
    /// A number of up to eight bytes, the most significant first.
    fileprivate func number(at offset: Int, count: Int, within end: Int) throws(HEIFProblem) -> Int {
        guard offset >= 0, offset <= end - count, end <= self.count else { throw .damaged }
        // No file is that long.
        guard count < 8 || self[offset] < 0x80 else { throw .damaged }
        return self[offset..<(offset + count)].reduce(0) { $0 << 8 | Int($1) }
    }

    /// - Throws: if the number does not fit.
    fileprivate mutating func put(_ number: Int, at offset: Int, count: Int) throws(HEIFProblem) {
        guard number >= 0, count >= 8 || number < 1 << (8 * count) else { throw .unusual }
        for index in 0..<count {
            self[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - index)))
        }
    }
}

// MARK: Properties

/// One item's entry in `ipma`: its properties, in the order in which they are applied.
private struct HEIFAssociations {
    struct Property: Equatable {
        var isEssential: Bool
        /// Counted from 1.
        var index: Int
    }

    let item: Int
    var properties: [Property]
}

/// An `ipma` box (ISO/IEC 23008-12, 9.3).
private struct HEIFAssociationBox {
    let box: HEIFBox
    let version: Int
    let flags: Int
    var entries: [HEIFAssociations]

    private var itemBytes: Int { version == 0 ? 2 : 4 }
    private var indexBytes: Int { flags & 1 == 0 ? 1 : 2 }

    init(_ box: HEIFBox, in bytes: [UInt8]) throws(HEIFProblem) {
        self.box = box
        version = try bytes.number(at: box.content, count: 1, within: box.end)
        flags = try bytes.number(at: box.content + 1, count: 3, within: box.end)
        guard version <= 1 else { throw .unusual }
        entries = []
        var offset = box.content + 8
        for _ in 0..<(try bytes.number(at: box.content + 4, count: 4, within: box.end)) {
            let item = try bytes.number(at: offset, count: itemBytes, within: box.end)
            let count = try bytes.number(at: offset + itemBytes, count: 1, within: box.end)
            offset += itemBytes + 1
            var entry = HEIFAssociations(item: item, properties: [])
            for _ in 0..<count {
                let word = try bytes.number(at: offset, count: indexBytes, within: box.end)
                let essential = 1 << (8 * indexBytes - 1)
                entry.properties.append(
                    .init(isEssential: word & essential != 0, index: word & (essential - 1)))
                offset += indexBytes
            }
            entries.append(entry)
        }
        guard offset == box.end else { throw .unusual }
    }

    /// The whole box anew.
    func bytes() throws(HEIFProblem) -> [UInt8] {
        var result: [UInt8] = [0, 0, 0, 0] + Array("ipma".utf8) + [UInt8(version)]
        func add(_ number: Int, _ count: Int) throws(HEIFProblem) {
            result += [UInt8](repeating: 0, count: count)
            try result.put(number, at: result.count - count, count: count)
        }
        try add(flags, 3)
        try add(entries.count, 4)
        for entry in entries {
            try add(entry.item, itemBytes)
            try add(entry.properties.count, 1)
            for property in entry.properties {
                let essential = 1 << (8 * indexBytes - 1)
                guard property.index < essential else { throw .unusual }
                try add(property.index | (property.isEssential ? essential : 0), indexBytes)
            }
        }
        try result.put(result.count, at: 0, count: 4)
        return result
    }
}

// MARK: Editing

private struct HEIFEditor {
    private(set) var bytes: [UInt8]
    private let meta: HEIFBox
    private let parts: [HEIFBox]
    private let container: HEIFBox
    private let properties: [HEIFBox]
    private let propertyList: HEIFBox
    private var associations: [HEIFAssociationBox] = []

    private let movies: [HEIFBox]

    /// The boxes that a file may have: of these only `iloc` in `meta` and the chunks' lists in `moov` contain file offsets.
    /// `mpvd` and `sefd` are what phones add: a video, and Samsung's notes, whose offsets count from their own end.
    private static let knownBoxes: Set<String> = [
        "ftyp", "meta", "mdat", "free", "skip", "wide", "mpvd", "sefd", "moov",
    ]

    init(_ bytes: [UInt8]) throws(HEIFProblem) {
        self.bytes = bytes
        let boxes = try HEIFBox.read(bytes, 0..<bytes.count)
        guard boxes.first?.type == "ftyp", boxes.allSatisfy({ Self.knownBoxes.contains($0.type) }) else {
            throw .unusual
        }
        meta = try Self.only("meta", in: boxes)
        movies = boxes.filter { $0.type == "moov" }
        parts = try meta.boxes(in: bytes, from: meta.content + 4)
        container = try Self.only("iprp", in: parts)
        let inner = try container.boxes(in: bytes, from: container.content)
        propertyList = try Self.only("ipco", in: inner)
        properties = try propertyList.boxes(in: bytes, from: propertyList.content)
        for box in inner where box.type == "ipma" {
            associations.append(try HEIFAssociationBox(box, in: bytes))
        }
    }

    private static func only(_ type: String, in boxes: [HEIFBox]) throws(HEIFProblem) -> HEIFBox {
        let found = boxes.filter { $0.type == type }
        guard found.count == 1 else { throw .unusual }
        return found[0]
    }

    /// - Parameter quarters: anticlockwise, as `irot` counts.
    mutating func turn(quarters: Int) throws(HEIFProblem) {
        let primary = try primaryItem()
        let items = Set([primary]).union(try itemsAbout(primary))
        guard associations.contains(where: { $0.entries.contains { $0.item == primary } }) else {
            throw .unusual
        }
        var added: [UInt8] = []
        // A property shared with other items stays unchanged, so each wanted angle becomes a property of its own.
        var indexOfAngle: [Int: Int] = [:]
        var changed: [(place: Int, angle: UInt8)] = []
        let canChange = try rotationsInUse(by: items)
        for box in associations.indices {
            for entry in associations[box].entries.indices
            where items.contains(associations[box].entries[entry].item) {
                let list = associations[box].entries[entry].properties
                let place = try place(forRotationIn: list)
                let quarters = place.isMirroredAfter ? 4 - quarters : quarters
                let angle =
                    ((try place.old.map { (index) throws(HEIFProblem) in try self.angle(of: index) } ?? 0)
                        + quarters) % 4
                if let old = place.old, canChange.contains(old) {
                    // A property shared by several of these items can only change to one angle.
                    let place = try property(old).content
                    guard changed.allSatisfy({ $0.place != place || $0.angle == angle }) else {
                        throw .unusual
                    }
                    changed.append((place, UInt8(angle)))
                    continue
                }
                let index: Int
                if let known = indexOfAngle[angle] {
                    index = known
                } else {
                    index = properties.count + indexOfAngle.count + 1
                    indexOfAngle[angle] = index
                    added += [0, 0, 0, 9] + Array("irot".utf8) + [UInt8(angle)]
                }
                let rotation = HEIFAssociations.Property(isEssential: true, index: index)
                if place.old == nil {
                    associations[box].entries[entry].properties.insert(rotation, at: place.position)
                } else {
                    associations[box].entries[entry].properties[place.position] = rotation
                }
            }
        }
        for (place, angle) in changed { bytes[place] = angle }
        // Before anything moves. A burst's photos are also the pictures of a track, which has its own note.
        for track in try tracks() { try turn(track, quarters: quarters) }
        if !added.isEmpty { try grow(by: added) }
    }

    // MARK: Items

    private func primaryItem() throws(HEIFProblem) -> Int {
        let box = try Self.only("pitm", in: parts)
        let version = try bytes.number(at: box.content, count: 1, within: box.end)
        return try bytes.number(at: box.content + 4, count: version == 0 ? 2 : 4, within: box.end)
    }

    /// The items that are turned with an item: its thumbnails, overlays and measurements.
    private func itemsAbout(_ item: Int) throws(HEIFProblem) -> Set<Int> {
        var items: Set<Int> = []
        for box in parts where box.type == "iref" {
            let width = try bytes.number(at: box.content, count: 1, within: box.end) == 0 ? 2 : 4
            for reference in try box.boxes(in: bytes, from: box.content + 4)
            where reference.type == "thmb" || reference.type == "auxl" {
                let from = try bytes.number(at: reference.content, count: width, within: reference.end)
                let count = try bytes.number(at: reference.content + width, count: 2, within: reference.end)
                for index in 0..<count {
                    let offset = reference.content + width + 2 + index * width
                    if try bytes.number(at: offset, count: width, within: reference.end) == item {
                        items.insert(from)
                    }
                }
            }
        }
        return items
    }

    // MARK: Rotations

    private func property(_ index: Int) throws(HEIFProblem) -> HEIFBox {
        guard properties.indices.contains(index - 1) else { throw .damaged }
        return properties[index - 1]
    }

    /// In quarters, anticlockwise.
    private func angle(of index: Int) throws(HEIFProblem) -> Int {
        let box = try property(index)
        return try bytes.number(at: box.content, count: 1, within: box.end) & 3
    }

    /// The rotations that only these items have.
    private func rotationsInUse(by items: Set<Int>) throws(HEIFProblem) -> Set<Int> {
        var (own, others): (Set<Int>, Set<Int>) = ([], [])
        for entry in associations.flatMap(\.entries) {
            let indices = try rotations(in: entry.properties)
            if items.contains(entry.item) { own.formUnion(indices) } else { others.formUnion(indices) }
        }
        return own.subtracting(others)
    }

    private func rotations(in list: [HEIFAssociations.Property]) throws(HEIFProblem) -> [Int] {
        var found: [Int] = []
        // Index 0 means no property.
        for entry in list where entry.index != 0 {
            if try property(entry.index).type == "irot" { found.append(entry.index) }
        }
        return found
    }

    /// Where in an item's properties the rotation is, or belongs.
    private struct Place {
        var position: Int
        /// The rotation that is there.
        var old: Int?
        /// Whether left and right, or top and bottom, are swapped afterwards: turning goes the other way round then.
        var isMirroredAfter = false
    }

    /// Readers expect the order of MIAF (ISO/IEC 23000-22, 7.3.6.7): crop, turn, mirror, each at most once.
    private func place(forRotationIn list: [HEIFAssociations.Property]) throws(HEIFProblem) -> Place {
        var place = Place(position: list.count)
        var transforms: [String] = []
        for (position, entry) in list.enumerated() where entry.index != 0 {
            let type = try property(entry.index).type
            guard ["clap", "irot", "imir"].contains(type) else { continue }
            transforms.append(type)
            if type == "irot" {
                place.position = position
                place.old = entry.index
            } else if type == "imir" {
                if place.old == nil { place.position = position }
                place.isMirroredAfter = true
            }
        }
        let order = ["clap", "irot", "imir"]
        guard transforms == order.filter({ transforms.contains($0) }) else { throw .unusual }
        return place
    }

    // MARK: Bursts

    private func tracks() throws(HEIFProblem) -> [HEIFBox] {
        var tracks: [HEIFBox] = []
        for movie in movies {
            let parts = try movie.boxes(in: bytes, from: movie.content)
            // Fragments would have offsets elsewhere.
            guard !parts.contains(where: { $0.type == "mvex" || $0.type == "meta" }) else { throw .unusual }
            tracks += parts.filter { $0.type == "trak" }
        }
        return tracks
    }

    /// Turns the matrix of a track's header (ISO/IEC 14496-12, 8.3.2) about the picture's middle.
    private mutating func turn(_ track: HEIFBox, quarters: Int) throws(HEIFProblem) {
        let header = try Self.only("tkhd", in: track.boxes(in: bytes, from: track.content))
        // The matrix and the size are the last 44 bytes: a b u, c d v, x y w, width, height.
        let matrix = header.end - 44
        guard matrix >= header.content + 4 else { throw .damaged }
        func field(_ index: Int) throws(HEIFProblem) -> Int {
            Int(
                Int32(
                    truncatingIfNeeded: try bytes.number(at: matrix + 4 * index, count: 4, within: header.end)
                ))
        }
        let one = 1 << 16
        var (a, b, c, d) = (try field(0), try field(1), try field(3), try field(4))
        let (width, height) = (try field(9), try field(10))
        guard [[a, b], [c, d]].allSatisfy({ $0.map { abs($0) }.sorted() == [0, one] }), abs(a) == abs(d)
        else {
            throw .unusual
        }
        // A quarter clockwise takes (x, y) to (-y, x): the track's sound has no size, and nothing to be turned.
        guard width > 0, height > 0 else { return }
        for _ in 0..<(4 - quarters) { (a, b, c, d) = (-b, a, -d, c) }
        // Back to where its corner was: what lies left of it or above it moves by as much.
        func reach(_ first: Int, _ second: Int) -> Int {
            max(0, -(first / one) * width) + max(0, -(second / one) * height)
        }
        let values = [(0, a), (1, b), (3, c), (4, d), (6, reach(a, c)), (7, reach(b, d))]
        for (index, value) in values {
            try bytes.put(Int(UInt32(truncatingIfNeeded: value)), at: matrix + 4 * index, count: 4)
        }
    }

    /// `stco` and `co64` (ISO/IEC 14496-12, 8.7.5): where the pictures of a track are.
    private mutating func moveChunks(by growth: Int) throws(HEIFProblem) {
        for track in try tracks() {
            var box = track
            for type in ["mdia", "minf", "stbl"] {
                box = try Self.only(type, in: box.boxes(in: bytes, from: box.content))
            }
            for list in try box.boxes(in: bytes, from: box.content)
            where list.type == "stco" || list.type == "co64" {
                let width = list.type == "stco" ? 4 : 8
                let count = try bytes.number(at: list.content + 4, count: 4, within: list.end)
                guard count <= (list.end - list.content - 8) / width else { throw .damaged }
                for index in 0..<count {
                    let place = list.content + 8 + width * index
                    let offset = try bytes.number(at: place, count: width, within: list.end)
                    guard offset >= meta.end || offset < meta.start else { throw .unusual }
                    if offset >= meta.end { try bytes.put(offset + growth, at: place, count: width) }
                }
            }
        }
    }

    // MARK: Growing

    /// Adds properties, writes the associations anew, and moves every offset into what follows.
    private mutating func grow(by added: [UInt8]) throws(HEIFProblem) {
        // Of the boxes that grow, those with a length of 32 bits.
        for box in [meta, container, propertyList] where box.content - box.start != 8 {
            throw .unusual
        }
        guard try bytes.number(at: meta.start, count: 4, within: bytes.count) != 0 else { throw .unusual }
        var edits: [(range: Range<Int>, new: [UInt8])] = [(propertyList.end..<propertyList.end, added)]
        var growth = added.count
        for box in associations {
            let new = try box.bytes()
            edits.append((box.box.start..<box.box.end, new))
            growth += new.count - (box.box.end - box.box.start)
        }
        // The fields of `iloc` keep their lengths, so its offsets are changed in place.
        try moveOffsets(by: growth)
        try moveChunks(by: growth)
        try lengthen(meta, by: growth)
        try lengthen(container, by: growth)
        try lengthen(propertyList, by: added.count)
        // From the end, so that offsets stay valid; an insertion at a box's start comes after that box's own edits.
        func isLater(_ edit: Range<Int>, _ other: Range<Int>) -> Bool {
            (edit.lowerBound, edit.upperBound) > (other.lowerBound, other.upperBound)
        }
        for edit in edits.sorted(by: { isLater($0.range, $1.range) }) {
            bytes.replaceSubrange(edit.range, with: edit.new)
        }
    }

    private mutating func lengthen(_ box: HEIFBox, by growth: Int) throws(HEIFProblem) {
        try bytes.put(box.end - box.start + growth, at: box.start, count: 4)
    }

    /// `iloc` (ISO/IEC 14496-12, 8.11.3).
    private mutating func moveOffsets(by growth: Int) throws(HEIFProblem) {
        let box = try Self.only("iloc", in: parts)
        let version = try bytes.number(at: box.content, count: 1, within: box.end)
        guard version <= 2 else { throw .unusual }
        let sizes = try bytes.number(at: box.content + 4, count: 2, within: box.end)
        let (offsetBytes, lengthBytes, baseBytes) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let indexBytes = version == 0 ? 0 : sizes & 15
        guard [offsetBytes, lengthBytes, baseBytes, indexBytes].allSatisfy({ [0, 4, 8].contains($0) }) else {
            throw .unusual
        }
        let idBytes = version == 2 ? 4 : 2
        var place = box.content + 6
        let count = try bytes.number(at: place, count: idBytes, within: box.end)
        place += idBytes
        for _ in 0..<count {
            place += idBytes
            var method = 0
            if version > 0 {
                method = try bytes.number(at: place, count: 2, within: box.end) & 15
                place += 2
            }
            // Data in another file, whose offsets are its own.
            let reference = try bytes.number(at: place, count: 2, within: box.end)
            let basePlace = place + 2
            let base = try bytes.number(at: basePlace, count: baseBytes, within: box.end)
            let extents = try bytes.number(at: basePlace + baseBytes, count: 2, within: box.end)
            place = basePlace + baseBytes + 2
            // 1 and 2 count from the beginning of `idat` or of another item.
            let isInFile = method == 0 && reference == 0
            guard method <= 2 else { throw .unusual }
            var places: [(offset: Int, place: Int)] = []
            for _ in 0..<extents {
                place += indexBytes
                places.append((try bytes.number(at: place, count: offsetBytes, within: box.end), place))
                place += offsetBytes
                _ = try bytes.number(at: place, count: lengthBytes, within: box.end)
                place += lengthBytes
            }
            guard isInFile, !places.isEmpty else { continue }
            try move(places, base, basePlace, (offsetBytes, baseBytes), by: growth)
        }
        guard place <= box.end else { throw .damaged }
    }

    private mutating func move(
        _ extents: [(offset: Int, place: Int)], _ base: Int, _ basePlace: Int,
        _ widths: (offset: Int, base: Int), by growth: Int
    ) throws(HEIFProblem) {
        var moving = 0
        for extent in extents {
            let (offset, isTooLarge) = base.addingReportingOverflow(extent.offset)
            guard !isTooLarge else { throw .damaged }
            if offset >= meta.end {
                moving += 1
            } else if offset >= meta.start {
                throw .unusual
            }
        }
        guard moving > 0 else { return }
        if moving == extents.count, widths.base > 0, base > 0 || widths.offset == 0 {
            try bytes.put(base + growth, at: basePlace, count: widths.base)
            return
        }
        guard widths.offset > 0 else { throw .unusual }
        for extent in extents where base + extent.offset >= meta.end {
            try bytes.put(extent.offset + growth, at: extent.place, count: widths.offset)
        }
    }
}
