// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
import Glibc
public import Permissions
import Platform
import Synchronization

/// A video's file while it is recorded: new, under its final name, and where possible in the journal, so that whatever ends
/// the program leaves a video that is finished at the next start. Thread-safe; blocks as disks do.
public final class VideoFile: Sendable {
    /// Absolute.
    public let path: String
    private let descriptor: Descriptor
    private let folder: Folder
    private let name: String
    private let journal: VideoJournal
    private let remark: String
    private let isLarge: Bool
    private let entry: Mutex<VideoJournal.Held?>
    /// Why it is not in the journal: an end of the program leaves it as it is. nil: it is.
    public let journalFault: SaveError?

    private init(
        path: String, _ descriptor: consuming Descriptor, _ folder: consuming Folder, name: String,
        _ journal: VideoJournal, _ remark: String, isLarge: Bool, _ entry: consuming VideoJournal.Held?,
        journalFault: SaveError? = nil
    ) {
        (self.path, self.name, self.journal, self.remark) = (path, name, journal, remark)
        (self.isLarge, self.journalFault) = (isLarge, journalFault)
        self.descriptor = descriptor
        self.folder = folder
        self.entry = Mutex(entry)
    }

    /// How many names are tried: recordings of one millisecond.
    private static let maximumAttempts = 1000

    /// Makes a file in the library, `VID_….mp4`; never over another.
    ///
    /// - Parameters:
    ///   - remark: metadata for the journal that the file does not contain yet; one line.
    ///   - isLarge: whether it is to be compressed when it is whole.
    /// - Throws: `.notAllowed` if the grant has ended; the fault of the folder or the file. No file is left then.
    public static func make(
        _ name: PhotoName, _ format: VideoFormat, in library: LibraryGrant, _ journal: VideoJournal,
        remark: String, isLarge: Bool = false
    ) throws(SaveError) -> VideoFile {
        try make(name, format, in: try PermittedFolder.open(library), journal, remark, isLarge: isLarge)
    }

    private static func make(
        _ name: PhotoName, _ format: VideoFormat, in place: borrowing PermittedFolder,
        _ journal: VideoJournal, _ remark: String, isLarge: Bool
    ) throws(SaveError) -> VideoFile {
        var last = SaveError(.failed, underlying: EEXIST, path: place.folder.path)
        for attempt in 0..<maximumAttempts {
            do throws(SaveError) {
                return try make(
                    name.fileName(extension: format.fileExtension, attempt: attempt), in: place, journal,
                    remark, isLarge: isLarge)
            } catch {
                guard error.underlying == EEXIST else { throw error }
                last = error
            }
        }
        throw last
    }

    /// Makes a file in a folder that is not the library's, which is made if missing; never over another.
    public static func make(
        _ name: PhotoName, _ format: VideoFormat, inFolder folder: String, _ grant: SavingGrant,
        _ journal: VideoJournal, remark: String
    ) throws(SaveError) -> VideoFile {
        _ = try Folder.openOrMake(folder)
        let place = try PermittedFolder.open(folder, grant)
        return try make(name, format, in: place, journal, remark, isLarge: false)
    }

    /// Makes the file that the person named.
    ///
    /// - Throws: `EEXIST` as `underlying` if there is something of that name already: it is never replaced.
    public static func make(
        at path: String, _ grant: SavingGrant, _ journal: VideoJournal, remark: String
    ) throws(SaveError) -> VideoFile {
        let path = try NamedFile.absolute(path)
        let place = try PermittedFolder.open(Folder.parent(of: path), grant, about: path)
        return try make(Folder.lastName(of: path), in: place, journal, remark, isLarge: false)
    }

    private static func make(
        _ name: String, in place: borrowing PermittedFolder, _ journal: VideoJournal, _ remark: String,
        isLarge: Bool
    ) throws(SaveError) -> VideoFile {
        let path = place.folder.path + "/" + name
        let folder = try Folder.reopening(place.folder.number, path: place.folder.path)
        let number = try SaveError.reporting(path) { () throws(SystemFault) in
            try system_openNew(name, in: folder.number, mode: 0o666)
        }
        let descriptor = Descriptor(owning: number)
        let mark: VideoMark
        do throws(SystemFault) {
            try folder.syncNames()
            mark = try VideoMark(of: number)
        } catch {
            system_unlink(name, in: folder.number)
            throw SaveError(error, path: path)
        }
        return note(path, mark, descriptor, folder, name: name, journal, remark, isLarge: isLarge)
    }

    private static func note(
        _ path: String, _ mark: VideoMark, _ descriptor: consuming Descriptor,
        _ folder: consuming Folder, name: String, _ journal: VideoJournal, _ remark: String, isLarge: Bool
    ) -> VideoFile {
        do throws(SaveError) {
            let entry = try journal.note(
                VideoEntry(path: path, mark: mark, state: isLarge ? .large : .begun, remark: remark))
            return VideoFile(
                path: path, descriptor, folder, name: name, journal, remark, isLarge: isLarge, entry)
        } catch {
            // A video that has to be finished by hand is better than none.
            return VideoFile(
                path: path, descriptor, folder, name: name, journal, remark, isLarge: isLarge, nil,
                journalFault: error)
        }
    }

    // MARK: What others do to it

    /// Where the open file is, compared with `path`.
    public enum Whereabouts: Equatable, Sendable {
        case there
        /// It has this path now.
        case moved(String)
        /// No path leads to it, or only a hidden one: it was deleted, its disk was unmounted, or it lies in a
        /// trash. Its bytes can be read as long as it is open.
        case lost
    }

    /// Looks for the file; two system calls if it is where it should be. Blocks.
    public var whereabouts: Whereabouts {
        let status: FileStatus
        do throws(SystemFault) { status = try system_status(descriptor.number) } catch {
            // A server's answer for a file that another computer has deleted.
            return error.cause == .staleHandle ? .lost : .there
        }
        do throws(SystemFault) {
            if try system_status(of: path)?.identity == status.identity { return .there }
        } catch {
            // A disk that does not answer well says nothing about the file.
            guard error.cause == .notDirectory else { return .there }
        }
        guard status.linkCount > 0, let now = try? system_path(of: descriptor.number),
            (try? system_status(of: now))?.identity == status.identity, !isHidden(now)
        else { return .lost }
        return .moved(now)
    }

    /// Whether a part of a path is hidden that was not in the old one: a trash, or what some file systems keep of a deleted
    /// file that is open.
    private func isHidden(_ path: String) -> Bool {
        let known = Set(self.path.split(separator: "/"))
        return path.split(separator: "/").contains { $0.hasPrefix(".") && !known.contains($0) }
    }

    /// The same file under the path that it was moved to, also in the journal.
    public func following(to path: String) throws(SaveError) -> VideoFile {
        let folder = try Folder.open(Folder.parent(of: path))
        let number = try SaveError.reporting(path) { () throws(SystemFault) in
            try system_duplicate(descriptor.number)
        }
        let own = Descriptor(owning: number)
        let mark = try SaveError.reporting(path) { () throws(SystemFault) in try VideoMark(of: number)
        }
        let moved = Self.note(
            path, mark, own, folder, name: Folder.lastName(of: path), journal, remark, isLarge: isLarge)
        leave()
        return moved
    }

    /// Its entry goes: what it holds is in another file now, or under another entry.
    public func leave() {
        entry.withLock { entry in
            entry?.remove()
            entry = nil
        }
    }

    /// The open file, as long as this lives.
    public var number: Int32 { descriptor.number }

    /// Bytes so far.
    public var byteCount: Int { (try? system_status(descriptor.number).size) ?? 0 }

    /// Bytes that may still be written on its disk; nil if that is not known.
    public var freeBytes: Int? { (try? system_freeBytes(folder.number)).map { Int(clamping: $0) } }

    /// Bytes that a file may have, by its file system and this process's limit; nil if neither says.
    public var maximumBytes: Int? { system_mostBytes(descriptor.number) }

    /// Returns when all written bytes are on the disk.
    ///
    /// - Throws: the disk's fault.
    public func sync() throws(SaveError) {
        try SaveError.reporting(path) { () throws(SystemFault) in try descriptor.sync() }
    }

    /// The video is finished: removes its entry.
    ///
    /// A video that is to be compressed stays in the journal as such, if that has room.
    ///
    /// - Throws: as `sync`; the entry stays then.
    public func finish() throws(SaveError) {
        try sync()
        if isLarge, let mark = try? VideoMark(of: descriptor.number) {
            _ = try? journal.note(VideoEntry(path: path, mark: mark, state: .whole, remark: remark))
        }
        leave()
    }

    /// Removes the file and its entry: there is nothing worth keeping.
    public func discard() {
        // Not another file that has got its name meanwhile.
        if let own = try? system_status(descriptor.number).identity,
            (try? folder.status(of: name))?.identity == own
        {
            system_unlink(name, in: folder.number)
        }
        leave()
    }
}
