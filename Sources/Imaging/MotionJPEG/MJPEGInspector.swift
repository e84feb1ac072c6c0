// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
import Glibc

/// Walks the markers of a motion JPEG frame, as cameras deliver them: with doubled SOI, junk before and after, empty images
/// before the real one, without Huffman tables, cut short.
///
/// The one judgement on where a frame's image is: all that is shown, saved, recorded or diagnosed begins there. Reads each
/// byte at most once and never beyond the end. A value; thread-safe.
public struct MJPEGInspector: Sendable, Equatable {
    /// From the valid SOI (the last one before the first scan) to the end of EOI, or to the end of the bytes if EOI is
    /// missing; nil if there is no SOI.
    public private(set) var imageRange: Range<Int>?
    /// From the frame header; nil if that is missing or invalid.
    public private(set) var size: PixelSize?
    /// Where the first start-of-scan marker is.
    public private(set) var scanOffset: Int?
    /// Whether the image contains its Huffman tables; motion JPEG may leave the standard ones out.
    public private(set) var hasHuffmanTables = false
    /// Whether EOI was reached.
    public private(set) var hasEnd = false
    /// Whether no restart marker is missing between two others: their numbers go round from 0 to 7 (T.81, B.2.1).
    private(set) var hasRestartsInOrder = true
    private var nextRestart: UInt8 = 0

    /// Whether every part of an image is there: SOI, a header with a possible size, a scan, EOI.
    public var isWhole: Bool { imageRange != nil && size != nil && scanOffset != nil && hasEnd }

    public init(_ bytes: UnsafeRawBufferPointer) { self.init(bytes, onlyUpToScan: false) }

    /// Where the image starts, for decoders that look for its end themselves; nil without one. Reads the headers only.
    static func imageStart(in bytes: UnsafeRawBufferPointer) -> Int? {
        MJPEGInspector(bytes, onlyUpToScan: true).imageRange?.lowerBound
    }

    private init(_ bytes: UnsafeRawBufferPointer, onlyUpToScan: Bool) {
        guard let start = Self.firstStart(in: bytes, from: 0) else { return }
        imageRange = start..<bytes.count
        var offset = start + 2
        while let marker = Self.nextMarker(in: bytes, from: offset) {
            offset = marker.offset + 2
            switch marker.kind {
            case .endOfImage where scanOffset == nil:
                // An image without a scan is empty; the real one may follow.
                guard let next = Self.firstStart(in: bytes, from: offset) else { return }
                restart(at: next, end: bytes.count)
                offset = next + 2
            case .endOfImage:
                hasEnd = true
                imageRange = (imageRange?.lowerBound ?? start)..<offset
                return
            case .startOfImage where scanOffset == nil:
                restart(at: marker.offset, end: bytes.count)
            case .startOfImage:
                // The next picture begins, so this one has lost its end.
                imageRange = (imageRange?.lowerBound ?? start)..<marker.offset
                return
            case let kind where kind.isRestart:
                hasRestartsInOrder = hasRestartsInOrder && kind.rawValue & 7 == nextRestart
                nextRestart = (nextRestart + 1) % 8
            case let kind where !kind.standsAlone:
                guard let length = segment(kind, in: bytes, at: marker.offset) else { return }
                offset += length
                if onlyUpToScan, scanOffset != nil { return }
            default:
                break
            }
        }
    }

    /// The last of the SOI markers at the first place that has any; nil without one.
    private static func firstStart(in bytes: UnsafeRawBufferPointer, from first: Int) -> Int? {
        var offset = first
        while let found = find(JPEGMarker.prefix, in: bytes, from: offset), found + 1 < bytes.count {
            if bytes[found + 1] == JPEGMarker.startOfImage.rawValue {
                return lastOfRepeated(in: bytes, from: found)
            }
            offset = found + 1
        }
        return nil
    }

    private static func lastOfRepeated(in bytes: UnsafeRawBufferPointer, from first: Int) -> Int {
        var start = first
        while start + 3 < bytes.count, bytes[start + 2] == JPEGMarker.prefix,
            bytes[start + 3] == JPEGMarker.startOfImage.rawValue
        {
            start += 2
        }
        return start
    }

    /// Another SOI before the scan: ignores everything before it.
    private mutating func restart(at offset: Int, end: Int) {
        imageRange = offset..<end
        size = nil
        hasHuffmanTables = false
    }

    /// Notes the contents of a segment; returns its length without the marker, nil when it runs over the end.
    private mutating func segment(
        _ kind: JPEGMarker, in bytes: UnsafeRawBufferPointer, at offset: Int
    ) -> Int? {
        guard offset + 4 <= bytes.count else { return nil }
        let length = Self.number(in: bytes, at: offset + 2)
        guard length >= 2, offset + 2 + length <= bytes.count else { return nil }
        if kind == .startOfScan {
            scanOffset = scanOffset ?? offset
            nextRestart = 0
        }
        if kind == .defineHuffmanTables { hasHuffmanTables = true }
        // Length, precision, height, width (T.81, B.2.2).
        if kind.isStartOfFrame, length >= 8 {
            let stated = PixelSize(
                width: Self.number(in: bytes, at: offset + 7), height: Self.number(in: bytes, at: offset + 5))
            size = ImageLimits.allows(stated) ? stated : nil
        }
        return length
    }

    /// The next marker at or after `offset`; skips stuffed zeros, fill bytes and entropy-coded data.
    private static func nextMarker(
        in bytes: UnsafeRawBufferPointer, from offset: Int
    ) -> (offset: Int, kind: JPEGMarker)? {
        var offset = offset
        while let found = find(JPEGMarker.prefix, in: bytes, from: offset), found + 1 < bytes.count {
            switch bytes[found + 1] {
            case 0x00: offset = found + 2
            case JPEGMarker.prefix: offset = found + 1
            case let kind: return (found, JPEGMarker(rawValue: kind))
            }
        }
        return nil
    }

    private static func find(_ byte: UInt8, in bytes: UnsafeRawBufferPointer, from offset: Int) -> Int? {
        guard let base = bytes.baseAddress, offset < bytes.count,
            let found = memchr(base + offset, Int32(byte), bytes.count - offset)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }

    /// Two bytes, the higher first.
    private static func number(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
    }
}
