// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Platform

/// Finds out after a crash whether a photo got its name, and cleans up if not. Stateless and thread-safe.
enum PublishedPhoto {
    /// Whether the noted file exists with exactly the noted bytes; if so, its name is on the disk.
    ///
    /// Removes what else a crash can leave: the temporary file, and the empty one that held the name if a file
    /// system has no links.
    /// - Throws: a fault that leaves the question open.
    static func isThere(_ publication: Publication, id: String) throws(SaveError) -> Bool {
        guard let folder = try folder(of: publication) else { return false }
        folder.lock()
        system_unlink(TemporaryFile.name(for: id), in: folder.number)
        return try SaveError.reporting(publication.path) { () throws(SystemFault) in
            guard let status = try folder.status(of: publication.name), status.kind == .file else {
                return false
            }
            if status.size == 0, publication.isReserved {
                system_unlink(publication.name, in: folder.number)
                return false
            }
            guard status.size == publication.byteCount,
                try checksum(of: publication, in: folder) == publication.checksum
            else { return false }
            try folder.syncNames()
            return true
        }
    }

    /// nil if it is gone, or may not be looked at: the photo is made again then.
    private static func folder(of publication: Publication) throws(SaveError) -> Folder? {
        do throws(SaveError) {
            return try Folder.openIfThere(publication.folder)
        } catch {
            guard error.code == .failed else { return nil }
            throw error
        }
    }

    private static func checksum(
        of publication: Publication, in folder: borrowing Folder
    ) throws(SystemFault) -> UInt32? {
        let file = Descriptor(owning: try system_openToRead(publication.name, in: folder.number))
        let status = try system_status(file.number)
        guard status.kind == .file, status.size == publication.byteCount else { return nil }
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: publication.byteCount, alignment: 8)
        defer { bytes.deallocate() }
        guard try file.read(at: 0, into: bytes) == bytes.count else { return nil }
        return Checksum.crc32c(UnsafeRawBufferPointer(bytes))
    }
}
