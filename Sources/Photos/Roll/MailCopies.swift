// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Platform

/// JPEG files of photos that were sent by mail: the mail program reads them when it likes. Each is gone a day later, with
/// the next one. Stateless and thread-safe. Blocks as disks do.
struct MailCopies: Sendable {
    /// Absolute; made when it is needed.
    let path: String

    /// Writes a file, in place of one with this name.
    ///
    /// - Returns: the file, open for reading; now the caller's.
    func keep(_ bytes: [UInt8], as name: String) throws(SaveError) -> Int32 {
        let folder = try Folder.openOrMake(path, mode: 0o700)
        TemporaryFile.removeLeft(in: folder)
        folder.removeOld()
        let part = TemporaryFile.name(for: EntryName.newRun())
        do throws(SystemFault) {
            let file = Descriptor(owning: try TemporaryFile.openNew(part, in: folder.number, mode: 0o600))
            try file.write(all: bytes)
            try system_rename(part, to: name, in: folder.number)
            return try system_openToRead(name, in: folder.number)
        } catch {
            system_unlink(part, in: folder.number)
            throw SaveError(error, path: path + "/" + name)
        }
    }
}
