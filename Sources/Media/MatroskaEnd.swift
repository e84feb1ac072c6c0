// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// Repairs a Matroska or WebM recording (RFC 9559) that was cut off while it was written: removes incomplete elements and
/// sets the duration. It adds no index, which takes a copy: `MediaRepair`.
struct MatroskaEnd {
    private enum ID {
        static let segment: UInt64 = 0x1853_8067
        static let info: UInt64 = 0x1549_A966
        static let duration: UInt64 = 0x4489
        static let cluster: UInt64 = 0x1F43_B675
        static let clusterTime: UInt64 = 0xE7
        static let blockGroup: UInt64 = 0xA0
        static let block: UInt64 = 0xA1
        static let blockDuration: UInt64 = 0x9B
        static let simpleBlock: UInt64 = 0xA3
        /// What a cluster begins with: its time, its place, the size of the one before.
        static let clusterHead: Set<UInt64> = [clusterTime, 0xA7, 0xAB]
    }

    private let file: OwnedDescriptor
    /// Behind the last element that is whole.
    private var end: Int
    private var info: EBMLElement?
    /// Offsets of the clusters.
    private var clusters: [Int] = []

    /// - Parameter file: as `matroskamux` writes it, whole but for its end.
    /// - Throws: `inputOutput`.
    static func settle(_ file: OwnedDescriptor) throws(MediaFault) {
        guard let end = try MatroskaEnd(file) else { return }
        try end.settle()
    }

    /// - Returns: nil if the file has an end, or no picture.
    private init?(_ file: OwnedDescriptor) throws(MediaFault) {
        guard let begin = try EBMLElement(in: file, at: 0)?.end,
            let segment = try EBMLElement(in: file, at: begin),
            segment.id == ID.segment, segment.end == nil
        else { return nil }
        (self.file, end) = (file, segment.start)
        let size = file.size
        var at = segment.start
        while let element = try EBMLElement(in: file, at: at) {
            if element.id == ID.cluster { clusters.append(at) }
            if element.id == ID.info { info = element }
            // An element without a size yet: its contents follow.
            guard let next = element.end else {
                guard element.id == ID.cluster else { break }
                at = element.start
                continue
            }
            guard next <= size else { break }
            if !ID.clusterHead.contains(element.id) { end = next }
            at = next
        }
        guard clusters.contains(where: { $0 < end }) else { return nil }
    }

    private func settle() throws(MediaFault) {
        guard ftruncate(file.number, off_t(end)) == 0 else {
            throw MediaFault(.inputOutput, "ftruncate: errno \(errno)")
        }
        let length = try length
        guard let at = try durationPlace, length > 0 else { return }
        let bytes = withUnsafeBytes(of: Double(length).bitPattern.bigEndian) { Array($0) }
        guard pwrite(file.number, bytes, bytes.count, off_t(at)) == bytes.count else {
            throw MediaFault(.inputOutput, "pwrite: errno \(errno)")
        }
    }

    /// The offset of the duration, if it has eight bytes.
    private var durationPlace: Int? {
        get throws(MediaFault) {
            guard let info, let infoEnd = info.end else { return nil }
            var at = info.start
            while at < infoEnd, let element = try EBMLElement(in: file, at: at), let next = element.end {
                if element.id == ID.duration { return next - element.start == 8 ? element.start : nil }
                at = next
            }
            return nil
        }
    }

    /// The video's length in the file's units: to the end of the last picture, or to its beginning if it has no duration.
    private var length: Int {
        get throws(MediaFault) {
            // The last one may have sound only.
            var at = clusters.suffix(2).first ?? end
            var (time, begin, length) = (0, 0, 0)
            while at < end, let element = try EBMLElement(in: file, at: at) {
                at = element.end ?? element.start
                switch element.id {
                case ID.cluster, ID.blockGroup: at = element.start
                case ID.clusterTime: time = try element.number(in: file)
                case ID.block, ID.simpleBlock:
                    begin = time + (try element.blockTime(in: file))
                    length = max(length, begin)
                case ID.blockDuration: length = max(length, begin + (try element.number(in: file)))
                default: break
                }
            }
            return length
        }
    }
}

/// The beginning of an element (RFC 8794).
private struct EBMLElement {
    let id: UInt64
    /// Where its contents begin.
    let start: Int
    /// Where its contents end; nil if that is not known yet.
    let end: Int?

    /// An id of four bytes, a size of eight.
    private static let longestHead = 12

    init?(in file: OwnedDescriptor, at offset: Int) throws(MediaFault) {
        let bytes = try file.bytes(at: offset, count: Self.longestHead)
        let idCount = (bytes.first?.leadingZeroBitCount ?? 8) + 1
        guard idCount <= 4, idCount < bytes.count else { return nil }
        let sizeCount = bytes[idCount].leadingZeroBitCount + 1
        guard sizeCount <= 8, idCount + sizeCount <= bytes.count else { return nil }
        id = Self.number(bytes[..<idCount])
        start = offset + idCount + sizeCount
        let most: UInt64 = 1 << (7 * UInt64(sizeCount)) - 1
        let size = Self.number(bytes[idCount..<(idCount + sizeCount)]) & most
        end = size == most ? nil : start + Int(size)
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Unsigned.
    func number(in file: OwnedDescriptor) throws(MediaFault) -> Int {
        guard let end, end - start <= 8 else { return 0 }
        return Int(clamping: Self.number(try file.bytes(at: start, count: end - start)))
    }

    /// Of a block, from the beginning of its cluster; the track's number is before it.
    func blockTime(in file: OwnedDescriptor) throws(MediaFault) -> Int {
        let bytes = try file.bytes(at: start, count: 10)
        let at = (bytes.first?.leadingZeroBitCount ?? 8) + 1
        guard at + 2 <= bytes.count else { return 0 }
        return Int(Int16(truncatingIfNeeded: Int(bytes[at]) << 8 | Int(bytes[at + 1])))
    }
}
