// SPDX-License-Identifier: GPL-3.0-or-later
/// The second byte of a JPEG marker (ITU-T T.81, table B.1).
struct JPEGMarker: RawRepresentable, Equatable {
    let rawValue: UInt8

    /// Every marker starts with this byte.
    static let prefix: UInt8 = 0xFF

    static let startOfImage = JPEGMarker(rawValue: 0xD8)
    static let endOfImage = JPEGMarker(rawValue: 0xD9)
    static let startOfScan = JPEGMarker(rawValue: 0xDA)
    static let defineHuffmanTables = JPEGMarker(rawValue: 0xC4)
    /// Application segment 0: JFIF, or AVI1 in motion JPEG.
    static let application0 = JPEGMarker(rawValue: 0xE0)
    /// Application segment 1: EXIF.
    static let application1 = JPEGMarker(rawValue: 0xE1)
    /// Application segment 2: colour profiles, among others.
    static let application2 = JPEGMarker(rawValue: 0xE2)
    /// Application segment 13: Photoshop's resources, with IPTC's records among them.
    static let application13 = JPEGMarker(rawValue: 0xED)
    /// Application segment 14: Adobe's, with the colour encoding.
    static let application14 = JPEGMarker(rawValue: 0xEE)
    static let defineQuantizers = JPEGMarker(rawValue: 0xDB)
    static let defineRestartInterval = JPEGMarker(rawValue: 0xDD)
    static let comment = JPEGMarker(rawValue: 0xFE)
    /// SOF0: baseline, which every program reads.
    static let baseline = JPEGMarker(rawValue: 0xC0)
    /// SOF1: the same with more tables.
    static let extendedSequential = JPEGMarker(rawValue: 0xC1)

    /// APP0…APP15.
    var isApplication: Bool { rawValue & 0xF0 == 0xE0 }

    /// RST0…RST7, between pieces of the scan.
    var isRestart: Bool { (0xD0...0xD7).contains(rawValue) }

    /// SOF0…SOF15 without DHT, JPG and DAC: the segment with the size.
    var isStartOfFrame: Bool {
        (0xC0...0xCF).contains(rawValue) && rawValue != 0xC4 && rawValue != 0xC8 && rawValue != 0xCC
    }

    /// Whether it has no segment, so that the next marker follows.
    var standsAlone: Bool { isRestart || rawValue == 0x01 || self == .startOfImage || self == .endOfImage }
}
