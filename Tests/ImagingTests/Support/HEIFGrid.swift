// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

/// Puts one coded picture together to a grid, as phones store large photos (ISO/IEC 23008-12, 6.6.2.3): a photo of any
/// size without anything large being coded.
enum HEIFGrid {
    /// - Parameters:
    ///   - tile: a HEIC file as libheif writes it.
    ///   - size: of the tile.
    ///   - preview: another one, whose picture becomes the grid's thumbnail.
    static func file(
        of tile: [UInt8], _ size: PixelSize, columns: Int, rows: Int, preview: ([UInt8], PixelSize)? = nil
    ) throws -> [UInt8] {
        let full = PixelSize(width: size.width * columns, height: size.height * rows)
        var (configurations, pictures) = ([try box("hvcC", in: tile)], [try picture(of: tile)])
        var sizes = [size]
        if let preview {
            configurations.append(try box("hvcC", in: preview.0))
            pictures.append(try picture(of: preview.0))
            sizes.append(preview.1)
        }
        let shape: [UInt8] = [0, 1, UInt8(rows - 1), UInt8(columns - 1)]
        let grid = shape + number(full.width, 4) + number(full.height, 4)
        // Item 1 is the grid, 2 its tile, 3 its thumbnail.
        let types = ["grid", "hvc1", "hvc1"].prefix(1 + pictures.count)
        let items = types.enumerated().flatMap { index, type -> [UInt8] in
            let head: [UInt8] = [2, 0, 0, 0] + number(index + 1, 2)
            return box("infe", head + [0, 0] + Array(type.utf8) + [0])
        }
        let tiles = (0..<columns * rows).flatMap { _ in number(2, 2) }
        var references = box("dimg", number(1, 2) + number(columns * rows, 2) + tiles)
        if preview != nil { references += box("thmb", number(3, 2) + number(1, 2) + number(1, 2)) }
        func extent(_ size: PixelSize) -> [UInt8] {
            box("ispe", [0, 0, 0, 0] + number(size.width, 4) + number(size.height, 4))
        }
        // Properties from 1: the grid's size, then size and configuration of each picture.
        let list = extent(full) + zip(sizes, configurations).flatMap { extent($0) + $1 }
        var links: [UInt8] = number(1, 2) + [1, 1]
        for index in pictures.indices {
            links += number(index + 2, 2)
            links += [2, UInt8(2 * index + 2), UInt8(0x80 | (2 * index + 3))]
        }
        let count = number(1 + pictures.count, 4)
        let properties = box("iprp", box("ipco", list) + box("ipma", [0, 0, 0, 0] + count + links))
        func places(from start: Int) -> [UInt8] {
            var (content, offset): ([UInt8], Int) = ([1, 0, 0, 0, 0x44, 0], start)
            content += number(1 + pictures.count, 2)
            content += number(1, 2) + [0, 1, 0, 0] + number(1, 2)
            content += number(0, 4) + number(grid.count, 4)
            for (index, picture) in pictures.enumerated() {
                content += number(index + 2, 2) + [0, 0, 0, 0] + number(1, 2)
                content += number(offset, 4) + number(picture.count, 4)
                offset += picture.count
            }
            return box("iloc", content)
        }
        func start(_ offset: Int) -> [UInt8] {
            let handler = box("hdlr", [0, 0, 0, 0, 0, 0, 0, 0] + Array("pict".utf8) + number(0, 13))
            var content: [UInt8] = [0, 0, 0, 0]
            content += handler
            content += box("pitm", [0, 0, 0, 0, 0, 1])
            content += box("iinf", [0, 0, 0, 0] + number(types.count, 2) + items)
            content += box("iref", [0, 0, 0, 0] + references)
            content += properties
            content += box("idat", grid)
            content += places(from: offset)
            let kind = box("ftyp", Array("heic".utf8) + number(0, 4) + Array("mif1heic".utf8))
            return kind + box("meta", content)
        }
        return start(start(0).count + 8) + box("mdat", pictures.flatMap { $0 })
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
    }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8, 4) + Array(type.utf8) + content
    }

    private static func value(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
        bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// The first box of a type, with its header.
    private static func box(_ type: String, in file: [UInt8]) throws -> [UInt8] {
        let start = try #require(file.firstRange(of: Array(type.utf8))).lowerBound - 4
        return Array(file[start..<start + value(file, start, 4)])
    }

    /// The data of the first item, by libheif's list: version 0, four bytes for each of offset, length and base.
    private static func picture(of file: [UInt8]) throws -> [UInt8] {
        let list = try #require(file.firstRange(of: Array("iloc".utf8))).lowerBound - 4
        try #require(value(file, list + 8, 6) == 0x4440 && value(file, list + 24, 2) == 1)
        let start = value(file, list + 20, 4) + value(file, list + 26, 4)
        return Array(file[start..<start + value(file, list + 30, 4)])
    }
}
