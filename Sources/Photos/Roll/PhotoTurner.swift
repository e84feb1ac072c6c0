// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Imaging
import Permissions
import Platform

/// Turns photos by changing the orientation in their files. Stateless; blocks as disks do.
enum PhotoTurner {
    /// - Throws: `.encodingFailed` for kinds of file without orientation; the file is untouched after every failure.
    static func turn(_ entry: LibraryEntry, clockwise: Bool, _ grant: LibraryGrant?) throws(SaveError) {
        do throws(PhotoFault) {
            let folder = try RollFolder.open(grant)
            let file = try folder.open(entry)
            let turned = try file.bytes().with { (bytes) -> [UInt8]? in
                if ExportKind(content: bytes) == .jpeg {
                    return JPEGTurning.turned(bytes, clockwise: clockwise)
                }
                return HEIFTurning.turned(bytes, clockwise: clockwise)
            }
            guard let turned else { throw .unknownKind }
            try PhotoFault.reporting { () throws(SystemFault) in
                try replace(file, with: turned, in: folder.place.folder)
            }
        } catch {
            throw SaveError(error, path: entry.path)
        }
    }

    /// Replaces the file in one step, unless it is another by now.
    private static func replace(
        _ file: borrowing RollFolder.File, with bytes: [UInt8], in folder: borrowing Folder
    ) throws(SystemFault) {
        let part = TemporaryFile.name(for: EntryName.newRun())
        let copy = Descriptor(owning: try TemporaryFile.openNew(part, in: folder.number, mode: 0o600))
        do throws(SystemFault) {
            try system_takeRights(of: file.status, copy.number)
            system_takeAttributes(of: file.descriptor.number, copy.number)
            try copy.write(all: bytes)
            // Keeps the photo's place in the order by time.
            try system_setModified(copy.number, file.status.modified)
            try copy.sync()
            guard let now = try folder.status(of: file.name), now.identity == file.status.identity,
                now.modified == file.status.modified, now.size == file.status.size
            else { throw SystemFault(.busy, "renameat") }
            try system_rename(part, to: file.name, in: folder.number)
        } catch {
            system_unlink(part, in: folder.number)
            throw error
        }
        try folder.syncNames()
    }
}
