// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
import Glibc
public import Permissions
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

/// The recordings that have begun and not ended, a small file each: what a crash leaves of one is finished at the next
/// start. And the videos that are to be compressed afterwards.
///
/// An entry says which file it is about, by path and `Mark`, so that no other file is ever taken for it. It is
/// locked as long as its recording, or its compression, goes on, however that ends. Its name counts how often compression
/// was begun: `<run>.video`, `<run>.<tries>.video`. Stateless and thread-safe; blocks as disks do.
public struct VideoJournal: Sendable {
    private static let suffix = ".video"
    /// A limit for compressions that crash the program or never end in time.
    static let maximumTries = 5

    /// Absolute; created if missing.
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

    /// The state of a video.
    enum State: String {
        /// Its recording has begun, and not ended.
        case begun
        /// The same; it is to be compressed afterwards.
        case large
        /// It is whole, and to be compressed.
        case whole
        /// It could not be compressed, and stays as it is. Its entry lasts as long as the file, for the diagnosis.
        case kept
    }

    /// Tells a file from another one of its path, in later runs too.
    struct Mark {
        /// The device is another one when a disk is plugged in again, or others are found before it.
        let identity: FileStatus.Identity
        /// Nanoseconds since 1970; nil where the file system keeps no such time.
        let birth: Int64?

        init(of descriptor: Int32) throws(SystemFault) {
            identity = try system_status(descriptor).identity
            birth = system_birth(descriptor)
        }

        fileprivate init(_ status: FileStatus, birth: Int64?) {
            (identity, self.birth) = (status.identity, birth)
        }

        /// - Parameter words: device and inode, with `@` and the birth behind it where that is known.
        fileprivate init?(_ device: Substring, _ inode: Substring) {
            let parts = inode.split(separator: "@", maxSplits: 1)
            guard let device = UInt(device), let first = parts.first, let inode = UInt(first) else {
                return nil
            }
            identity = FileStatus.Identity(device: dev_t(device), inode: ino_t(inode))
            birth = parts.count > 1 ? Int64(parts[1]) : nil
        }

        fileprivate var words: String {
            "\(identity.device) \(identity.inode)" + (birth.map { "@\($0)" } ?? "")
        }

        /// FAT numbers its files anew whenever it is mounted, so the inode counts only where there is no birth.
        fileprivate func isSame(as other: Mark) -> Bool {
            if let birth, let other = other.birth { return birth == other }
            return identity.inode == other.identity.inode
        }
    }

    /// The contents of an entry.
    private struct Contents {
        let path: String
        let mark: Mark
        let state: State
        /// Metadata that the file does not contain yet.
        let remark: String
    }

    /// Notes a recording, or a whole video that is to be compressed; returns when that is on the disk.
    ///
    /// - Parameter remark: metadata that the file does not contain yet; one line.
    func note(_ file: String, _ mark: Mark, _ state: State, remark: String) throws(SaveError) -> Entry {
        let folder = try Folder.openOrMake(path, mode: 0o700, followsLinks: false)
        let run = EntryName.newRun()
        let name = run + Self.suffix
        do throws(SystemFault) {
            // Entries are found by their suffix: this one gets it when it is complete and locked.
            let descriptor = Descriptor(owning: try system_openNew(run, in: folder.number, mode: 0o600))
            try system_lock(descriptor.number, waits: false)
            let line = "\(state.rawValue) \(remark.filter { !$0.isNewline })"
            try descriptor.write(all: Array("\(mark.words) \(line)\n\(file)".utf8))
            try descriptor.sync()
            try system_rename(run, to: name, in: folder.number)
            try folder.syncNames()
            return Entry(name: name, folder: folder, descriptor: descriptor)
        } catch {
            // A full disk leaves an incomplete entry.
            system_unlink(run, in: folder.number)
            throw SaveError(error, path: path)
        }
    }

    /// Finishes what is left of recordings that no running program owns.
    ///
    /// - Parameters:
    ///   - library, saving: the rights to the library's folder and to files that the person named.
    ///   - repairInPlace: makes an ordinary video of a file that is open for reading and writing, and also gets the remark;
    ///     false if it can't, and the file is as it was. Whenever it ends, the file is of use.
    ///   - repair: the same in another file, which is open and empty, of the file at a path.
    public func recover(
        _ library: LibraryGrant?, _ saving: SavingGrant?,
        repairInPlace: (Int32, String) throws(VideoRepairFault) -> Bool,
        repair: (String, Int32, String) throws(VideoRepairFault) -> Void
    ) -> VideoRecovery {
        var recovery = VideoRecovery()
        guard let folder = try? Folder.openIfThere(path, followsLinks: false),
            let names = try? folder.names()
        else { return recovery }
        for name in names.sorted() where name.hasSuffix(Self.suffix) {
            do throws(SaveError) {
                guard let left = try open(name, in: folder, library, saving) else { continue }
                guard left.contents.state != .kept else { continue }
                guard left.contents.state != .whole else {
                    recovery.largeCount += 1
                    continue
                }
                let temporary = TemporaryFile.name(for: Self.tries(name).first)
                // An interrupted repair may have left it.
                system_unlink(temporary, in: left.place.folder.number)
                let isRepaired = try settle(left, name, in: folder) { (left) throws(VideoRepairFault) in
                    guard try !rewriteInPlace(left, repairInPlace) else { return }
                    guard Self.hasRoom(for: left) else { throw .file(.diskFull) }
                    try rewrite(left, as: temporary, repair) { (temporary) throws(SystemFault) in
                        try system_rename(temporary, to: left.file, in: left.place.folder.number)
                    }
                }
                guard isRepaired else { continue }
                recovery.paths.append(left.contents.path)
                if left.contents.state == .large, note(left, .whole) { recovery.largeCount += 1 }
            } catch {
                log("a recording waits: \(error.code), \(error.path)", error.underlying)
                recovery.waitingCount += 1
            }
        }
        return recovery
    }

    /// - Returns: false if the journal has no room: the video stays as it is.
    @discardableResult private func note(_ left: borrowing Left, _ state: State) -> Bool {
        guard let status = try? left.place.folder.status(of: left.file) else { return false }
        let mark = Mark(status, birth: system_birth(left.place.folder.number, left.file))
        return (try? note(left.contents.path, mark, state, remark: left.contents.remark)) != nil
    }

    /// The number of videos that could not be compressed.
    public var keptCount: Int {
        guard let folder = try? Folder.openIfThere(path, followsLinks: false), let names = try? folder.names()
        else { return 0 }
        return names.count { name in
            guard name.hasSuffix(Self.suffix), let number = try? system_openToRead(name, in: folder.number)
            else { return false }
            return Self.read(Descriptor(owning: number))?.state == .kept
        }
    }

    /// How often compression was begun, by the name of an entry, and the name under which the entry was written.
    private static func tries(_ name: String) -> (count: Int, first: String) {
        let parts = name.dropLast(suffix.count).split(separator: ".")
        return (parts.count > 1 ? Int(parts[1]) ?? 0 : 0, (parts.first ?? "") + suffix)
    }

    /// Whether a video is being recorded, by any program of this account: its entry is locked.
    public var isRecording: Bool {
        guard let folder = try? Folder.openIfThere(path, followsLinks: false), let names = try? folder.names()
        else { return false }
        return names.contains { name in
            guard name.hasSuffix(Self.suffix), let number = try? system_openToRead(name, in: folder.number)
            else { return false }
            let entry = Descriptor(owning: number)
            guard let state = Self.read(entry)?.state, state == .begun || state == .large else {
                return false
            }
            do throws(SystemFault) { try system_lock(entry.number, waits: false) } catch {
                return error.cause == .wouldBlock
            }
            return false
        }
    }

    /// Compresses the library's videos that wait for it, one after the other, also those that come meanwhile. Each new file,
    /// `….mp4`, takes the place of the old one when it is whole and on the disk; an end in between, however it comes,
    /// leaves the old one, or both. One for which that fails for good, or again and again, stays as it is.
    ///
    /// One process of this account does it: where another one is at it already, this returns at once.
    ///
    /// - Parameters:
    ///   - library: nothing is done without it.
    ///   - make: gets the path of a video, an empty file that is open, and the remark.
    public func compress(
        _ library: LibraryGrant, make: (String, Int32, String) throws(VideoRepairFault) -> Void
    ) {
        guard let folder = try? Folder.openIfThere(path, followsLinks: false) else { return }
        var done: Set<String> = []
        // What is noted while another process looks for the last time finds it still locked: so this one looks again after
        // it has unlocked.
        while !waiting(in: folder, except: done).isEmpty {
            guard let queue = try? Folder.reopening(folder.number, path: path), queue.lockIfFree() else {
                return
            }
            while let name = waiting(in: folder, except: done).first {
                let first = Self.tries(name).first
                done.insert(first)
                compress(name, in: folder, library, make)
            }
            queue.unlock()
        }
    }

    /// The entries of videos that are to be compressed, in the order in which they were noted.
    private func waiting(in folder: borrowing Folder, except done: Set<String>) -> [String] {
        let (names, number) = ((try? folder.names()) ?? [], folder.number)
        return names.filter { name in
            guard name.hasSuffix(Self.suffix), !done.contains(Self.tries(name).first),
                let number = try? system_openToRead(name, in: number)
            else { return false }
            return Self.read(Descriptor(owning: number))?.state == .whole
        }.sorted()
    }

    private func compress(
        _ name: String, in folder: borrowing Folder, _ library: LibraryGrant,
        _ make: (String, Int32, String) throws(VideoRepairFault) -> Void
    ) {
        do throws(SaveError) {
            guard let left = try open(name, in: folder, library, nil), left.contents.state == .whole else {
                return
            }
            let (tries, first) = Self.tries(name)
            let temporary = TemporaryFile.name(for: first)
            // An interrupted try may have left it.
            system_unlink(temporary, in: left.place.folder.number)
            // Counted before it begins. The lock goes with the file.
            let counted = first.dropLast(Self.suffix.count) + ".\(tries + 1)" + Self.suffix
            try SaveError.reporting(path) { () throws(SystemFault) in
                try system_rename(name, to: String(counted), in: folder.number)
                try folder.syncNames()
            }
            let isSmall = try settle(left, String(counted), in: folder) {
                (left) throws(VideoRepairFault) in
                guard tries < Self.maximumTries else { throw .damaged }
                try rewrite(left, as: temporary, make) { (temporary) throws(SystemFault) in
                    try Self.put(temporary, inPlaceOf: left)
                }
            }
            if !isSmall { note(left, .kept) }
        } catch {
            log("a video can't be compressed now: \(error.code), \(error.path)", error.underlying)
        }
    }

    private static let compressedExtension = ".mp4"
    /// How many names are tried.
    private static let maximumAttempts = 100

    private static func put(_ temporary: String, inPlaceOf left: borrowing Left) throws(SystemFault) {
        let folder = left.place.folder.number
        let base = left.file.lastIndex(of: ".").map { String(left.file[..<$0]) } ?? left.file
        for attempt in 0..<maximumAttempts {
            let name = base + (attempt == 0 ? "" : "_\(attempt)") + compressedExtension
            do throws(SystemFault) {
                try system_moveToNew(temporary, from: folder, to: folder, as: name)
                break
            } catch {
                guard error.cause == .fileExists, attempt + 1 < maximumAttempts else { throw error }
            }
        }
        // At every moment one of the two files exists on the disk.
        try left.place.folder.syncNames()
        system_unlink(left.file, in: folder)
    }

    /// The video of an entry, in its present state. Holds the entry's lock.
    private struct Left: ~Copyable {
        let lock: Descriptor
        let contents: Contents
        let place: PermittedFolder
        let file: String
        let status: FileStatus
    }

    /// - Returns: nil if there is nothing to do.
    /// - Throws: what a later launch may find better.
    private func open(
        _ name: String, in journal: borrowing Folder, _ library: LibraryGrant?, _ saving: SavingGrant?
    ) throws(SaveError) -> Left? {
        guard let entry = lock(name, in: journal) else { return nil }
        guard let contents = Self.read(entry) else {
            system_unlink(name, in: journal.number)
            return nil
        }
        let path = contents.path
        let place = try open(Folder.parent(of: path), library, saving)
        let file = Folder.lastName(of: path)
        let status = try SaveError.reporting(path) { () throws(SystemFault) in
            try place.folder.status(of: file)
        }
        if status == nil, try isUnmounted(place.folder, contents.mark) {
            throw SaveError(.folderMissing, underlying: ENOENT, path: path)
        }
        // Moved, deleted or replaced by the person, whose change counts.
        guard let status, status.kind == .file,
            contents.mark.isSame(as: Mark(status, birth: system_birth(place.folder.number, file)))
        else {
            system_unlink(TemporaryFile.name(for: Self.tries(name).first), in: place.folder.number)
            system_unlink(name, in: journal.number)
            return nil
        }
        return Left(lock: entry, contents: contents, place: place, file: file, status: status)
    }

    /// Whether a folder looks like one at which a disk is mounted at other times.
    private func isUnmounted(_ folder: borrowing Folder, _ mark: Mark) throws(SaveError) -> Bool {
        try SaveError.reporting(folder.path) { () throws(SystemFault) in
            guard try system_status(folder.number).identity.device != mark.identity.device else {
                return false
            }
            return try folder.names().isEmpty
        }
    }

    /// Carries out an entry's work, and removes the entry.
    ///
    /// - Returns: whether that could be done.
    /// - Throws: what a later launch may find better; the entry stays.
    private func settle(
        _ left: borrowing Left, _ name: String, in journal: borrowing Folder,
        _ body: (borrowing Left) throws(VideoRepairFault) -> Void
    ) throws(SaveError) -> Bool {
        do throws(VideoRepairFault) {
            try body(left)
        } catch {
            switch error {
            case .file(let code): throw SaveError(code, path: left.contents.path)
            case .damaged: log("a recording stays as it is: \(left.contents.path)", nil)
            case .nothingRecorded: system_unlink(left.file, in: left.place.folder.number)
            }
            system_unlink(name, in: journal.number)
            return false
        }
        system_unlink(name, in: journal.number)
        return true
    }

    /// nil if its recording goes on in another program, or it is gone.
    private func lock(_ name: String, in journal: borrowing Folder) -> Descriptor? {
        do throws(SystemFault) {
            // NFS locks only what is open for writing.
            let entry = Descriptor(owning: try system_openToWrite(name, in: journal.number))
            try system_lock(entry.number, waits: false)
            return entry
        } catch {
            return nil
        }
    }

    private static func read(_ entry: borrowing Descriptor) -> Contents? {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 8192, alignment: 1)
        defer { bytes.deallocate() }
        guard let count = try? entry.read(at: 0, into: bytes), count < bytes.count else { return nil }
        let lines = String(validating: bytes[..<count], as: UTF8.self)?
            .split(separator: "\n", maxSplits: 1)
        let words = lines?.first?.split(separator: " ", maxSplits: 3)
        guard let lines, lines.count == 2, lines[1].hasPrefix("/"), let words, words.count >= 2,
            let mark = Mark(words[0], words[1])
        else { return nil }
        return Contents(
            path: String(lines[1]), mark: mark,
            state: words.count > 2 ? State(rawValue: String(words[2])) ?? .begun : .begun,
            remark: words.count > 3 ? String(words[3]) : "")
    }

    private func open(
        _ folder: String, _ library: LibraryGrant?, _ saving: SavingGrant?
    ) throws(SaveError) -> PermittedFolder {
        if let library, library.folder == folder { return try PermittedFolder.open(library) }
        guard let saving else { throw SaveError(.notAllowed, path: folder) }
        return try PermittedFolder.open(folder, saving)
    }

    /// For everything else that is written meanwhile.
    private static let reserve = 32 << 20

    /// Whether a copy of the video has room: without, it would fill the disk at each start before it fails.
    private static func hasRoom(for left: borrowing Left) -> Bool {
        guard let free = try? system_freeBytes(left.place.folder.number) else { return true }
        return Int(clamping: free) >= left.status.size + reserve
    }

    /// - Returns: false if a copy is needed.
    private func rewriteInPlace(
        _ left: borrowing Left, _ repair: (Int32, String) throws(VideoRepairFault) -> Bool
    ) throws(VideoRepairFault) -> Bool {
        guard let number = try? system_openToWrite(left.file, in: left.place.folder.number) else {
            return false
        }
        let file = Descriptor(owning: number)
        guard (try? system_status(number).identity) == left.status.identity,
            try repair(number, left.contents.remark)
        else { return false }
        try Self.reporting(left.contents.path) { () throws(SystemFault) in
            // Keeps the time, by which the roll is ordered.
            try system_setModified(number, left.status.modified)
            try file.sync()
        }
        return true
    }

    /// Makes a new file of an old one, and puts it in its place only when it is whole and on the disk.
    private func rewrite(
        _ left: borrowing Left, as temporary: String,
        _ make: (String, Int32, String) throws(VideoRepairFault) -> Void,
        put: (String) throws(SystemFault) -> Void
    ) throws(VideoRepairFault) {
        let (path, folder) = (left.contents.path, left.place.folder.number)
        let (source, target) = try Self.reporting(path) { () throws(SystemFault) in
            let source = try system_openToRead(left.file, in: folder)
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
            try make("/proc/self/fd/\(from.number)", to.number, left.contents.remark)
            try Self.reporting(path) { () throws(SystemFault) in
                try system_takeRights(of: left.status, target)
                system_takeAttributes(of: source, target)
                // Keeps the old file's time, by which the roll is ordered.
                try system_setModified(target, left.status.modified)
                try system_sync(target)
                guard try system_status(of: left.file, in: folder)?.identity == left.status.identity else {
                    throw SystemFault(.fileExists, "renameat")
                }
                try put(temporary)
            }
            do throws(SaveError) { try left.place.folder.sync() } catch { throw .file(error.code) }
        } catch {
            system_unlink(temporary, in: folder)
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
