// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
import Glibc
public import Permissions
import Platform

/// The recordings that have begun and not ended, a small file each (`VideoEntry`): what a crash leaves of one is finished at
/// the next start. And the videos that are to be compressed afterwards.
///
/// An entry says which file it is about, by path and `VideoMark`, so that no other file is ever taken for it. It is
/// locked as long as its recording, or its compression, goes on, however that ends. Stateless and thread-safe; blocks as disks
/// do.
public struct VideoJournal: Sendable {
    /// Absolute; created if missing.
    private let path: String
    private let log: @Sendable (String, Int32?) -> Void

    /// - Parameter log: gets what no view shows. Called on any thread.
    public init(path: String, log: @escaping @Sendable (String, Int32?) -> Void) {
        (self.path, self.log) = (path, log)
    }

    /// A recording's entry, which holds its lock.
    struct Held: ~Copyable {
        fileprivate let name: VideoEntryName
        fileprivate let folder: Folder
        fileprivate let lock: Descriptor

        /// The recording is an ordinary file now, or was given up.
        func remove() { system_unlink(name.fileName, in: folder.number) }
    }

    /// Notes a recording, or a whole video that is to be compressed; returns when that is on the disk.
    func note(_ entry: VideoEntry) throws(SaveError) -> Held {
        let folder = try Folder.openOrMake(path, mode: 0o700, followsLinks: false)
        let run = EntryName.newRun()
        let name = VideoEntryName(run: run)
        do throws(SystemFault) {
            // Entries are found by their suffix: this one gets it when it is complete and locked.
            let file = Descriptor(owning: try system_openNew(run, in: folder.number, mode: 0o600))
            try system_lock(file.number, waits: false)
            try file.write(all: entry.contents)
            try file.sync()
            try system_rename(run, to: name.fileName, in: folder.number)
            try folder.syncNames()
            return Held(name: name, folder: folder, lock: file)
        } catch {
            // A full disk leaves an incomplete entry.
            system_unlink(run, in: folder.number)
            throw SaveError(error, path: path)
        }
    }

    /// Whether a video is being recorded, by any program of this account: its entry is locked.
    public var isRecording: Bool {
        !entries { file in
            guard VideoEntry.read(file)?.state.isRecording == true else { return false }
            do throws(SystemFault) { try system_lock(file.number, waits: false) } catch {
                return error.cause == .wouldBlock
            }
            return false
        }.isEmpty
    }

    /// The number of videos that could not be compressed.
    public var keptCount: Int { entries { VideoEntry.read($0)?.state == .kept }.count }

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
        guard let folder = openIfThere() else { return recovery }
        for name in (try? VideoEntryName.all(in: folder)) ?? [] {
            do throws(SaveError) {
                guard let left = try LeftVideo.take(name, in: folder, library, saving) else { continue }
                guard left.entry.state != .kept else { continue }
                guard left.entry.state != .whole else {
                    recovery.largeCount += 1
                    continue
                }
                // An interrupted repair may have left it.
                left.removeLeftover()
                let isRepaired = try settle(left, name.fileName, in: folder) {
                    (left) throws(VideoRepairFault) in
                    guard try !left.rewriteInPlace(repairInPlace) else { return }
                    guard left.hasRoom else { throw .file(.diskFull) }
                    try left.rewrite(repair) { (temporary) throws(SystemFault) in
                        try system_rename(temporary, to: left.name, in: left.place.folder.number)
                    }
                }
                guard isRepaired else { continue }
                recovery.paths.append(left.entry.path)
                if left.entry.state == .large, note(left, .whole) { recovery.largeCount += 1 }
            } catch {
                log("a recording waits: \(error.code), \(error.path)", error.underlying)
                recovery.waitingCount += 1
            }
        }
        return recovery
    }

    /// - Returns: false if the journal has no room: the video stays as it is.
    @discardableResult private func note(_ left: borrowing LeftVideo, _ state: VideoEntry.State) -> Bool {
        guard let mark = left.mark else { return false }
        let entry = VideoEntry(path: left.entry.path, mark: mark, state: state, remark: left.entry.remark)
        return (try? note(entry)) != nil
    }

    /// Carries out an entry's work, and removes the entry.
    ///
    /// - Returns: whether that could be done.
    /// - Throws: what a later launch may find better; the entry stays.
    private func settle(
        _ left: borrowing LeftVideo, _ name: String, in folder: borrowing Folder,
        _ body: (borrowing LeftVideo) throws(VideoRepairFault) -> Void
    ) throws(SaveError) -> Bool {
        do throws(VideoRepairFault) {
            try body(left)
        } catch {
            switch error {
            case .file(let code): throw SaveError(code, path: left.entry.path)
            case .damaged: log("a recording stays as it is: \(left.entry.path)", nil)
            case .nothingRecorded: system_unlink(left.name, in: left.place.folder.number)
            }
            system_unlink(name, in: folder.number)
            return false
        }
        system_unlink(name, in: folder.number)
        return true
    }

    private func openIfThere() -> Folder? { try? Folder.openIfThere(path, followsLinks: false) }

    /// - Parameter isWanted: gets an entry's file, open for reading.
    private func entries(where isWanted: (borrowing Descriptor) -> Bool) -> [VideoEntryName] {
        guard let folder = openIfThere(), let names = try? VideoEntryName.all(in: folder) else { return [] }
        let number = folder.number
        return names.filter { name in
            guard let file = try? system_openToRead(name.fileName, in: number) else { return false }
            return isWanted(Descriptor(owning: file))
        }
    }
}

/// The queue of videos that are to be compressed.
extension VideoJournal {
    /// A limit for compressions that crash the program or never end in time.
    static let maximumTries = 5
    private static let compressedExtension = ".mp4"
    /// How many names are tried.
    private static let maximumAttempts = 100

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
        guard let folder = openIfThere() else { return }
        var done: Set<Substring> = []
        // What is noted while another process looks for the last time finds it still locked: so this one looks again after
        // it has unlocked.
        while next(except: done) != nil {
            guard let queue = try? Folder.reopening(folder.number, path: path), queue.lockIfFree() else {
                return
            }
            while let name = next(except: done) {
                done.insert(name.run)
                compress(name, in: folder, library, make)
            }
            queue.unlock()
        }
    }

    /// A video that is to be compressed.
    private func next(except done: Set<Substring>) -> VideoEntryName? {
        entries { VideoEntry.read($0)?.state == .whole }.first { !done.contains($0.run) }
    }

    private func compress(
        _ name: VideoEntryName, in folder: borrowing Folder, _ library: LibraryGrant,
        _ make: (String, Int32, String) throws(VideoRepairFault) -> Void
    ) {
        do throws(SaveError) {
            guard let left = try LeftVideo.take(name, in: folder, library, nil), left.entry.state == .whole
            else {
                return
            }
            // An interrupted try may have left it.
            left.removeLeftover()
            // Counted before it begins. The lock goes with the file.
            try SaveError.reporting(path) { () throws(SystemFault) in
                try system_rename(name.fileName, to: name.counted, in: folder.number)
                try folder.syncNames()
            }
            let isSmall = try settle(left, name.counted, in: folder) { (left) throws(VideoRepairFault) in
                guard name.tries < Self.maximumTries else { throw .damaged }
                try left.rewrite(make) { (temporary) throws(SystemFault) in
                    try Self.put(temporary, inPlaceOf: left)
                }
            }
            if !isSmall { note(left, .kept) }
        } catch {
            log("a video can't be compressed now: \(error.code), \(error.path)", error.underlying)
        }
    }

    private static func put(_ temporary: String, inPlaceOf left: borrowing LeftVideo) throws(SystemFault) {
        let folder = left.place.folder.number
        let base = left.name.lastIndex(of: ".").map { String(left.name[..<$0]) } ?? left.name
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
        system_unlink(left.name, in: folder)
    }
}
