public import CaptureCore
import Glibc
public import Permissions
import System

/// What keeps a repaired video from being made.
public enum VideoRepairFault: Error, Sendable {
    /// There is no picture in what was left.
    case nothingRecorded
    /// What was left can't be read; it stays as it is.
    case damaged
    /// There is no room, or the disk has a fault; a later launch tries again.
    case file(SaveError.Code)
}

/// The recordings that have begun and not ended, a small file each: what a crash leaves of one is finished at the next
/// start.
///
/// An entry says which file it is about, by path, device and inode, so that no other file is ever taken for it. It is
/// locked as long as its recording goes on, however that ends. Thread-safe: keeps nothing; blocks as disks do.
public struct VideoJournal: Sendable {
    private static let suffix = ".video"

    /// Absolute; made where it is missing.
    private let path: String
    private let log: @Sendable (String, Int32?) -> Void

    /// - Parameter log: gets what no view shows. Called on any thread.
    public init(path: String, log: @escaping @Sendable (String, Int32?) -> Void) {
        (self.path, self.log) = (path, log)
    }

    /// A recording's entry, which holds its lock.
    struct Entry: ~Copyable {
        fileprivate let name: String
        fileprivate let folder: Folder
        fileprivate let descriptor: Descriptor

        /// The recording is an ordinary file now, or was given up.
        func remove() { system_unlink(name, in: folder.number) }
    }

    /// Notes a recording; returns when that is on the disk.
    func note(_ file: String, _ identity: FileStatus.Identity) throws(SaveError) -> Entry {
        let folder = try Folder.openOrMake(path, mode: 0o700, isItself: true)
        let name = EntryName.newRun() + Self.suffix
        do throws(SystemFault) {
            let descriptor = Descriptor(owning: try system_openNew(name, in: folder.number, mode: 0o600))
            try system_lock(descriptor.number, waits: false)
            try descriptor.write(all: Array("\(identity.device) \(identity.inode)\n\(file)".utf8))
            try descriptor.sync()
            try folder.syncNames()
            return Entry(name: name, folder: folder, descriptor: descriptor)
        } catch {
            throw SaveError(error, path: path)
        }
    }

    /// Finishes what is left of recordings that no running program owns.
    ///
    /// - Parameters:
    ///   - library, saving: the rights to the library's folder and to files that the person named.
    ///   - repair: makes an ordinary video of the file at a path in an empty file that is open.
    public func recover(
        _ library: LibraryGrant?, _ saving: SavingGrant?,
        repair: (String, Int32) throws(VideoRepairFault) -> Void
    ) -> VideoRecovery {
        var recovery = VideoRecovery()
        guard let folder = try? Folder.openIfThere(path, isItself: true),
            let names = try? folder.names()
        else { return recovery }
        for name in names.sorted() where name.hasSuffix(Self.suffix) {
            do throws(SaveError) {
                guard let path = try finish(name, in: folder, library, saving, repair) else { continue }
                recovery.paths.append(path)
            } catch {
                log("a recording waits: \(error.code), \(error.path)", error.underlying)
                recovery.waitingCount += 1
            }
        }
        return recovery
    }

    /// - Returns: the video's path; nil where there is nothing to finish.
    /// - Throws: what a later launch may find better.
    private func finish(
        _ name: String, in journal: borrowing Folder, _ library: LibraryGrant?, _ saving: SavingGrant?,
        _ repair: (String, Int32) throws(VideoRepairFault) -> Void
    ) throws(SaveError) -> String? {
        guard let entry = lock(name, in: journal) else { return nil }
        guard let (path, identity) = Self.read(entry) else {
            system_unlink(name, in: journal.number)
            return nil
        }
        let place = try open(Folder.parent(of: path), library, saving)
        let fileName = Folder.lastName(of: path)
        let status = try SaveError.reporting(path) { () throws(SystemFault) in
            try place.folder.status(of: fileName)
        }
        // Moved, deleted or replaced by the person: what they did counts.
        guard let status, status.kind == .file, status.identity == identity else {
            system_unlink(name, in: journal.number)
            return nil
        }
        do throws(VideoRepairFault) {
            try replace(fileName, status, in: place.folder, about: path, repair)
        } catch {
            switch error {
            case .file(let code): throw SaveError(code, path: path)
            case .damaged: log("a recording can't be finished: \(path)", nil)
            case .nothingRecorded: system_unlink(fileName, in: place.folder.number)
            }
            system_unlink(name, in: journal.number)
            return nil
        }
        system_unlink(name, in: journal.number)
        return path
    }

    /// nil where its recording goes on in another program, or it is gone.
    private func lock(_ name: String, in journal: borrowing Folder) -> Descriptor? {
        do throws(SystemFault) {
            let entry = Descriptor(owning: try system_openToRead(name, in: journal.number))
            try system_lock(entry.number, waits: false)
            return entry
        } catch {
            return nil
        }
    }

    private static func read(_ entry: borrowing Descriptor) -> (String, FileStatus.Identity)? {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 8192, alignment: 1)
        defer { bytes.deallocate() }
        guard let count = try? entry.read(at: 0, into: bytes), count < bytes.count else { return nil }
        let lines = String(validating: bytes[..<count], as: UTF8.self)?
            .split(separator: "\n", maxSplits: 1)
        let numbers = lines?.first?.split(separator: " ").map { UInt($0) }
        guard let lines, lines.count == 2, lines[1].hasPrefix("/"), let numbers, numbers.count == 2,
            let device = numbers[0], let inode = numbers[1]
        else { return nil }
        return (String(lines[1]), FileStatus.Identity(device: dev_t(device), inode: ino_t(inode)))
    }

    private func open(
        _ folder: String, _ library: LibraryGrant?, _ saving: SavingGrant?
    ) throws(SaveError) -> PermittedFolder {
        if let library, library.folder == folder { return try PermittedFolder.open(library) }
        guard let saving else { throw SaveError(.notAllowed, path: folder) }
        return try PermittedFolder.open(folder, saving)
    }

    /// The new file takes the old one's name only when it is whole and on the disk.
    private func replace(
        _ name: String, _ old: FileStatus, in folder: borrowing Folder, about path: String,
        _ repair: (String, Int32) throws(VideoRepairFault) -> Void
    ) throws(VideoRepairFault) {
        let temporary = TemporaryFile.name(for: EntryName.newRun())
        let (source, target) = try Self.reporting(path) { () throws(SystemFault) in
            let source = try system_openToRead(name, in: folder.number)
            do throws(SystemFault) {
                return (source, try system_openNew(temporary, in: folder.number, mode: 0o600))
            } catch {
                system_close(source)
                throw error
            }
        }
        let from = Descriptor(owning: source)
        let to = Descriptor(owning: target)
        do throws(VideoRepairFault) {
            try repair("/proc/self/fd/\(from.number)", to.number)
            try Self.reporting(path) { () throws(SystemFault) in
                try system_takeRights(of: old, target)
                try system_sync(target)
                guard try system_status(of: name, in: folder.number)?.identity == old.identity else {
                    throw SystemFault(.fileExists, "renameat")
                }
                try system_rename(temporary, to: name, in: folder.number)
            }
            do throws(SaveError) { try folder.sync() } catch { throw .file(error.code) }
        } catch {
            system_unlink(temporary, in: folder.number)
            throw error
        }
    }

    private static func reporting<Value>(
        _ path: String, _ body: () throws(SystemFault) -> Value
    ) throws(VideoRepairFault) -> Value {
        do throws(SystemFault) { return try body() } catch {
            throw .file(SaveError(error, path: path).code)
        }
    }
}
