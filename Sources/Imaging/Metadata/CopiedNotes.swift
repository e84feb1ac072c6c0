// SPDX-License-Identifier: GPL-3.0-or-later

/// What people and programs have noted in a photo's file besides EXIF, for a copy of it in another kind of file: title,
/// rating, keywords. Stateless and thread-safe.
public struct CopiedNotes: Sendable {
    /// An XMP packet; empty if there is none.
    public let xmp: [UInt8]
    /// The records of IPTC; empty if there are none. Only JPEG has room for them.
    public let iptc: [UInt8]

    /// The ICC profile of the pixels; empty for sRGB.
    public let profile: [UInt8]

    public static let none = CopiedNotes(xmp: [], iptc: [])

    init(xmp: [UInt8], iptc: [UInt8]) { (self.xmp, self.iptc, profile) = (xmp, iptc, []) }

    /// - Parameters:
    ///   - file: the photo's, whose copy is upright.
    ///   - profile: of the copy's pixels; empty for sRGB.
    public init(of file: UnsafeRawBufferPointer, profile: [UInt8] = []) {
        self.profile = profile
        let packet: [UInt8]
        switch PhotoKind(file) {
        case .jpeg:
            let segments = JPEGSegments(file)
            packet =
                segments?.contents(in: file, .application1, XMPPacket.identifier).first.map { Array($0) }
                ?? []
            iptc =
                segments?.contents(in: file, .application13, IPTCRecords.identifier).lazy
                .map { IPTCRecords.records(in: $0) }.first { !$0.isEmpty } ?? []
        case .heif: (packet, iptc) = ((try? HeifPhoto(file))?.xmp ?? [], [])
        case .pixbuf("png", _): (packet, iptc) = (PNGChunks.xmp(file), [])
        case .pixbuf("webp", _): (packet, iptc) = (WebPChunks.xmp(file), [])
        case .pixbuf, nil: (packet, iptc) = ([], [])
        }
        xmp = XMPPacket.isAboutOtherBytes(packet) ? [] : XMPPacket.oriented(packet, 1)
    }

    /// As segments of a JPEG file; what is longer than one is left out.
    var segments: [UInt8] {
        let parts = [
            (JPEGMarker.application1, XMPPacket.identifier, xmp),
            (.application13, IPTCRecords.identifier, iptc.isEmpty ? [] : IPTCRecords.resource(iptc)),
        ]
        return profileSegments
            + parts.flatMap { marker, identifier, content -> [UInt8] in
                // The length counts itself.
                let length = 2 + identifier.count + content.count
                guard !content.isEmpty, length <= 0xFFFF else { return [] }
                return [JPEGMarker.prefix, marker.rawValue, UInt8(length >> 8), UInt8(length & 0xFF)]
                    + identifier
                    + content
            }
    }
}

extension CopiedNotes {
    /// The profile in pieces, each with its number and how many there are, both from 1 (ICC.1:2010, B.4); none where there
    /// would be more than can be counted.
    private var profileSegments: [UInt8] {
        let identifier = Array("ICC_PROFILE".utf8) + [0]
        let most = 0xFFFF - 2 - identifier.count - 2
        let count = profile.count.dividedUp(by: most)
        guard count <= 255 else { return [] }
        return (0..<count).flatMap { index -> [UInt8] in
            let piece = profile[index * most..<min(profile.count, (index + 1) * most)]
            let length = 2 + identifier.count + 2 + piece.count
            return [
                JPEGMarker.prefix, JPEGMarker.application2.rawValue, UInt8(length >> 8), UInt8(length & 0xFF),
            ]
                + identifier + [UInt8(index + 1), UInt8(count)] + piece
        }
    }
}

/// XMP (ISO 16684-1), read and changed as text: only one of its properties is ours.
enum XMPPacket {
    /// What comes before the packet in an APP1 segment (XMP, part 3, 1.1.3).
    static let identifier: [UInt8] = Array("http://ns.adobe.com/xap/1.0/".utf8) + [0]

    private static let orientation = Array("tiff:Orientation".utf8)

    /// The packet with another value of tiff:Orientation, if it has any: as an attribute or as an element.
    static func oriented(_ packet: [UInt8], _ value: Int) -> [UInt8] {
        var packet = packet
        for range in packet.ranges(of: orientation) {
            // ="6", ='6' or >6; spaces are allowed around the sign.
            let rest = packet[range.upperBound...].prefix(8)
            guard let digit = rest.firstIndex(where: { !Array(" =\"'>".utf8).contains($0) }),
                digit > range.upperBound, (UInt8(ascii: "1")...UInt8(ascii: "8")).contains(packet[digit])
            else { continue }
            packet[digit] = UInt8(ascii: "0") + UInt8(value)
        }
        return packet
    }

    /// Whether it says where other pictures or videos are in the file, or how they belong to the photo. A copy has none.
    static func isAboutOtherBytes(_ packet: [UInt8]) -> Bool {
        ["http://ns.google.com/photos/", "http://ns.adobe.com/hdr-gain-map/"].contains {
            packet.firstRange(of: Array($0.utf8)) != nil
        }
    }
}

/// IPTC's records (IIM 4.2) among Photoshop's resources in APP13.
enum IPTCRecords {
    static let identifier: [UInt8] = Array("Photoshop 3.0".utf8) + [0]
    /// Of the resource with the records.
    private static let number = 0x0404

    /// - Parameter resources: each "8BIM", two bytes of number, a name with its length, four bytes of length, the data; name
    ///   and data have an even length.
    static func records(in resources: UnsafeRawBufferPointer) -> [UInt8] {
        func value(_ offset: Int, _ count: Int) -> Int {
            resources[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
        }
        var offset = 0
        while offset + 8 <= resources.count, resources[offset..<offset + 4].elementsEqual("8BIM".utf8) {
            let nameCount = (Int(resources[offset + 6]) + 2) & ~1
            let length = offset + 6 + nameCount
            guard length + 4 <= resources.count else { return [] }
            let count = value(length, 4)
            guard count <= resources.count - length - 4 else { return [] }
            if value(offset + 4, 2) == number { return Array(resources[length + 4..<length + 4 + count]) }
            offset = length + 4 + (count + 1) & ~1
        }
        return []
    }

    static func resource(_ records: [UInt8]) -> [UInt8] {
        let count = (0..<4).map { UInt8(truncatingIfNeeded: records.count >> (24 - 8 * $0)) }
        return Array("8BIM".utf8) + [0x04, 0x04, 0, 0] + count + records + (records.count & 1 == 1 ? [0] : [])
    }
}
