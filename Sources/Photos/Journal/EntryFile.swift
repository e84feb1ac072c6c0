// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Platform

/// Writes the files of entries. Stateless and thread-safe.
enum EntryFile {
    /// Writes an entry and gives it its name once it is whole and on the disk. Blocks.
    ///
    /// - Throws: the step's fault. An entry may be there all the same if `withdraw` says so.
    static func write(
        _ shot: Shot, target: PhotoTarget, as name: EntryName, in folder: borrowing Folder
    ) throws(SystemFault) {
        try fill(name, in: folder, shot, target)
        try system_rename(name.partName, to: name.fileName, in: folder.number)
        try folder.syncNames()
    }

    /// Removes what a failed `write` left.
    ///
    /// - Returns: whether nothing is left.
    static func withdraw(_ name: EntryName, in folder: borrowing Folder) -> Bool {
        let isPartGone = system_unlink(name.partName, in: folder.number)
        return system_unlink(name.fileName, in: folder.number) && isPartGone
    }

    private static func fill(
        _ name: EntryName, in folder: borrowing Folder, _ shot: Shot, _ target: PhotoTarget
    ) throws(SystemFault) {
        let file = Descriptor(owning: try system_openNew(name.partName, in: folder.number, mode: 0o600))
        let facts = Array(ShotFacts(shot, target: target).list.text.utf8)
        // The checksum is written with the bytes, which must not change in between.
        try shot.frame.unshared().withBytes { (frame) throws(SystemFault) in
            let header = EntryHeader(
                factsCount: facts.count, frameCount: frame.count, factsChecksum: Checksum.crc32c(facts),
                frameChecksum: Checksum.crc32c(frame))
            try file.write(all: header.bytes + facts)
            try file.write(all: frame)
        }
        try file.sync()
    }

    /// How many bytes an entry will have.
    static func size(of shot: Shot, target: PhotoTarget) -> Int {
        EntryHeader.bodyOffset + ShotFacts(shot, target: target).list.text.utf8.count
            + shot.frame.withBytes(\.count)
    }

    /// Writes into the entry which file it is about to become; nil clears that. Returns when it is on the disk.
    static func note(
        _ publication: Publication?, in name: EntryName, _ folder: borrowing Folder
    ) throws(SystemFault) {
        let bytes = publication?.bytes ?? [UInt8](repeating: 0, count: EntryHeader.publicationRange.count)
        let file = Descriptor(owning: try system_openToChange(name.fileName, in: folder.number))
        try file.write(all: bytes, at: EntryHeader.publicationRange.lowerBound)
        try file.sync()
    }
}
