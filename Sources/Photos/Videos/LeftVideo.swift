// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
import Glibc
import Permissions
import Platform

/// Why a video could not be repaired.
public enum VideoRepairFault: Error, Sendable {
    /// The file has no picture.
    case nothingRecorded
    /// The file can't be read; it stays as it is.
    case damaged
    /// There is no room, or the disk has a fault; a later launch tries again.
    case file(SaveError.Code)
}

/// The video of a journal's entry, in its present state, and what takes its place. Holds the entry's lock.
struct LeftVideo: ~Copyable {
    private let lock: Descriptor
    let entry: VideoEntry
    let place: PermittedFolder
    /// In that folder.
    let name: String
    private let status: FileStatus
    private let temporary: String

    /// - Returns: nil if there is nothing to do.
    /// - Throws: what a later launch may find better.
    static func take(
        _ entryName: VideoEntryName, in journal: borrowing Folder, _ library: LibraryGrant?,
        _ saving: SavingGrant?
    ) throws(SaveError) -> LeftVideo? {
        guard let file = lock(entryName.fileName, in: journal) else { return nil }
        guard let entry = VideoEntry.read(file) else {
            system_unlink(entryName.fileName, in: journal.number)
            return nil
        }
        let path = entry.path
        let place = try open(Folder.parent(of: path), library, saving)
        let name = Folder.lastName(of: path)
        let status = try SaveError.reporting(path) { () throws(SystemFault) in
            try place.folder.status(of: name)
        }
        if status == nil, try isUnmounted(place.folder, entry.mark) {
            throw SaveError(.folderMissing, underlying: ENOENT, path: path)
        }
        // Moved, deleted or replaced by the person, whose change counts.
        guard let status, status.kind == .file,
            entry.mark.isSame(as: VideoMark(status, of: name, in: place.folder))
        else {
            system_unlink(entryName.temporary, in: place.folder.number)
            system_unlink(entryName.fileName, in: journal.number)
            return nil
        }
        return LeftVideo(
            lock: file, entry: entry, place: place, name: name, status: status, temporary: entryName.temporary
        )
    }

    /// nil if its recording goes on in another program, or it is gone.
    private static func lock(_ name: String, in journal: borrowing Folder) -> Descriptor? {
        do throws(SystemFault) {
            // NFS locks only what is open for writing.
            let entry = Descriptor(owning: try system_openToWrite(name, in: journal.number))
            try system_lock(entry.number, waits: false)
            return entry
        } catch {
            return nil
        }
    }

    private static func open(
        _ folder: String, _ library: LibraryGrant?, _ saving: SavingGrant?
    ) throws(SaveError) -> PermittedFolder {
        if let library, library.folder == folder { return try PermittedFolder.open(library) }
        guard let saving else { throw SaveError(.notAllowed, path: folder) }
        return try PermittedFolder.open(folder, saving)
    }

    /// Whether a folder looks like one at which a disk is mounted at other times.
    private static func isUnmounted(_ folder: borrowing Folder, _ mark: VideoMark) throws(SaveError) -> Bool {
        try SaveError.reporting(folder.path) { () throws(SystemFault) in
            guard try system_status(folder.number).identity.device != mark.identity.device else {
                return false
            }
            return try folder.names().isEmpty
        }
    }

    /// Of the file that is there now; nil if it is gone.
    var mark: VideoMark? {
        guard let status = try? place.folder.status(of: name) else { return nil }
        return VideoMark(status, of: name, in: place.folder)
    }

    /// Removes what an interrupted `rewrite` left.
    func removeLeftover() { system_unlink(temporary, in: place.folder.number) }

    /// For everything else that is written meanwhile.
    private static let reserve = 32 << 20

    /// Whether a copy of the video has room: without, it would fill the disk at each start before it fails.
    var hasRoom: Bool {
        guard let free = try? system_freeBytes(place.folder.number) else { return true }
        return Int(clamping: free) >= status.size + Self.reserve
    }

    /// - Returns: false if a copy is needed.
    func rewriteInPlace(
        _ repair: (Int32, String) throws(VideoRepairFault) -> Bool
    ) throws(VideoRepairFault) -> Bool {
        guard let number = try? system_openToWrite(name, in: place.folder.number) else { return false }
        let file = Descriptor(owning: number)
        guard (try? system_status(number).identity) == status.identity, try repair(number, entry.remark)
        else { return false }
        try reporting { () throws(SystemFault) in
            // Keeps the time, by which the roll is ordered.
            try system_setModified(number, status.modified)
            try file.sync()
        }
        return true
    }

    /// Makes a new file of the old one, and puts it in its place only when it is whole and on the disk.
    func rewrite(
        _ make: (String, Int32, String) throws(VideoRepairFault) -> Void,
        put: (String) throws(SystemFault) -> Void
    ) throws(VideoRepairFault) {
        let folder = place.folder.number
        let (source, target) = try reporting { () throws(SystemFault) in
            let source = try system_openToRead(name, in: folder)
            do throws(SystemFault) {
                return (source, try TemporaryFile.openNew(temporary, in: folder, mode: 0o600))
            } catch {
                system_close(source)
                throw error
            }
        }
        let from = Descriptor(owning: source)
        let to = Descriptor(owning: target)
        do throws(VideoRepairFault) {
            try make("/proc/self/fd/\(from.number)", to.number, entry.remark)
            try reporting { () throws(SystemFault) in
                try system_takeRights(of: status, target)
                system_takeAttributes(of: source, target)
                // Keeps the old file's time, by which the roll is ordered.
                try system_setModified(target, status.modified)
                try system_sync(target)
                guard try system_status(of: name, in: folder)?.identity == status.identity else {
                    throw SystemFault(.fileExists, "renameat")
                }
                try put(temporary)
            }
            do throws(SaveError) { try place.folder.sync() } catch { throw .file(error.code) }
        } catch {
            removeLeftover()
            throw error
        }
    }

    private func reporting<Value>(
        _ body: () throws(SystemFault) -> Value
    ) throws(VideoRepairFault) -> Value {
        do throws(SystemFault) { return try body() } catch {
            throw .file(SaveError(error, path: entry.path).code)
        }
    }
}
