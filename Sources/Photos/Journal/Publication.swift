// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore

/// The file that a shot is about to become, written into its journal entry before the file gets its name.
///
/// After a crash a file of this name, size and checksum shows that the photo is there, and the entry is done with;
/// without one it is made again. The name was free when it was noted, so no other photo can pass for it.
///
/// On disk: four bytes of length, four of CRC-32C, then a `FactList`. It is written over in place: a write that a
/// power cut tore has a wrong checksum and counts as none, which is right, as the name was not given yet.
struct Publication: Equatable, Sendable {
    /// Absolute.
    var folder: String
    var name: String
    /// The file's actual format.
    var format: PhotoFormat
    var byteCount: Int
    var checksum: UInt32
    /// Whether an empty file of this name may be left of a crash (`PublishingWay.renamed`); any other is not ours.
    var isReserved = false

    /// A larger file is not a photo.
    private static let maximumBytes = 1 << 30

    var path: String { folder + "/" + name }

    init(
        of bytes: [UInt8], _ format: PhotoFormat, as name: String, in folder: String, isReserved: Bool = false
    ) {
        self.isReserved = isReserved
        self.folder = folder
        self.name = name
        self.format = format
        byteCount = bytes.count
        checksum = Checksum.crc32c(bytes)
    }

    /// nil if there is none, or an incomplete one.
    init?(reading bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 8 else { return nil }
        let count = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self)))
        let sum = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        guard count > 0, count <= bytes.count - 8 else { return nil }
        let text = UnsafeRawBufferPointer(rebasing: bytes[8..<8 + count])
        guard Checksum.crc32c(text) == sum else { return nil }
        let facts = FactList(parsing: String(decoding: text, as: UTF8.self))
        guard let folder = facts["folder"], let name = facts["name"],
            let byteCount: Int = facts.number("bytes"), let checksum: UInt32 = facts.number("checksum"),
            folder.hasPrefix("/"), !name.contains("/"), (0...Self.maximumBytes).contains(byteCount)
        else { return nil }
        (self.folder, self.name, self.byteCount, self.checksum) = (folder, name, byteCount, checksum)
        format = PhotoFormat(stored: facts["format"] ?? "")
        isReserved = facts.flag("reserved") ?? false
    }

    /// Padded with zeros; nil if the folder's path is too long, beyond Linux's limit.
    var bytes: [UInt8]? {
        var facts = FactList()
        facts["folder"] = folder
        facts["name"] = name
        facts["format"] = format.rawValue
        facts.set("bytes", number: byteCount)
        facts.set("checksum", number: checksum)
        facts.set("reserved", flag: isReserved ? true : nil)
        let text = Array(facts.text.utf8)
        let room = EntryHeader.publicationRange.count
        guard text.count <= room - 8 else { return nil }
        let head = [UInt32(text.count), Checksum.crc32c(text)].flatMap { number in
            withUnsafeBytes(of: number.littleEndian) { Array($0) }
        }
        return head + text + [UInt8](repeating: 0, count: room - 8 - text.count)
    }
}
