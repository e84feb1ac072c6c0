// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Platform
import Synchronization

/// The shots that are not yet photos, on disk: one file each in a folder of the person's state.
///
///     <state>/tintype/shots/0.lock            held by the process that uses slot 0
///     <state>/tintype/shots/0-k3x…-17.shot    an entry: see `EntryHeader`
///     <state>/tintype/shots/0-k3x…-17-1.shot  the same after it crashed a launch
///     <state>/tintype/shots/damaged/          what could not be read; never removed by Tintype
///
/// Calls block until the disk is done. No link is followed in it, nor one in its place. Thread-safe; several processes
/// can use one folder.
final class ShotJournal: Sendable {
    private struct State {
        var slots: [JournalSlot] = []
        var count = 0
        /// Bytes of all entries, as far as this process knows.
        var bytes: Int?
        /// Entries that are being published by this process.
        var claimed: Set<EntryName> = []
        /// Entries whose writing failed and that could not be removed again: they must not be finished.
        var withdrawn: Set<EntryName> = []
    }

    let path: String
    private let limits: JournalLimits
    private let run = EntryName.newRun()
    private let state = Mutex(State())

    /// - Parameter path: absolute; created if missing, for this user only.
    init(path: String, limits: JournalLimits = JournalLimits()) {
        self.path = path
        self.limits = limits
    }

    // MARK: Writing

    /// Writes a shot; returns when it is on the disk.
    ///
    /// - Throws: `.diskFull` if it would take more than `JournalLimits` allow; nothing was written then.
    func write(_ shot: Shot, target: PhotoTarget = .library) throws(SaveError) -> JournalledShot {
        let folder = try Folder.openOrMake(path, mode: 0o700, followsLinks: false)
        return try SaveError.reporting(path) { () throws(SystemFault) in
            withdraw(in: folder)
            let size = EntryFile.size(of: shot, target: target)
            let name = try nextName(size, in: folder)
            do throws(SystemFault) {
                try EntryFile.write(shot, target: target, as: name, in: folder)
            } catch {
                count(bytes: -size)
                state.withLock { _ = $0.withdrawn.insert(name) }
                withdraw(in: folder)
                throw error
            }
            return JournalledShot(id: name.id, time: shot.time, format: shot.format)
        }
    }

    /// Puts another shot in an entry's place; returns when it is on the disk.
    ///
    /// - Throws: the entry is unchanged then. Also if it would take more than `JournalLimits` allow: for a moment
    ///   both are there.
    func replace(_ name: EntryName, with shot: Shot, target: PhotoTarget = .library) throws(SaveError)
        -> JournalledShot
    {
        let folder = try Folder.open(path, followsLinks: false)
        return try SaveError.reporting(path) { () throws(SystemFault) in
            let size = EntryFile.size(of: shot, target: target)
            let free = try system_freeBytes(folder.number)
            guard Int(clamping: free ?? .max) >= size + limits.reserve,
                let old = try folder.status(of: name.fileName)
            else { throw SystemFault(.noSpace, "fstatvfs") }
            do throws(SystemFault) {
                try EntryFile.write(shot, target: target, as: name, in: folder)
            } catch {
                _ = system_unlink(name.partName, in: folder.number)
                throw error
            }
            count(bytes: size - old.used)
            return JournalledShot(id: name.id, time: shot.time, format: shot.format)
        }
    }

    /// Removes entries that failed writes left, now or the next time: callers got an error for these shots and save them
    /// elsewhere.
    private func withdraw(in folder: borrowing Folder) {
        for name in state.withLock({ $0.withdrawn }) where EntryFile.withdraw(name, in: folder) {
            state.withLock { _ = $0.withdrawn.remove(name) }
        }
    }

    /// Takes a slot if there is none yet, and counts the bytes.
    private func nextName(_ size: Int, in folder: borrowing Folder) throws(SystemFault) -> EntryName {
        let slot = try ownSlot(in: folder)
        let used = try usedBytes(in: folder)
        let free = try system_freeBytes(folder.number)
        guard used + size <= limits.total, Int(clamping: free ?? .max) >= size + limits.reserve else {
            throw SystemFault(.noSpace, "fstatvfs")
        }
        return state.withLock { state in
            state.bytes = (state.bytes ?? 0) + size
            state.count += 1
            return EntryName(slot: slot, run: run, count: state.count)
        }
    }

    private func ownSlot(in folder: borrowing Folder) throws(SystemFault) -> Int {
        let held = state.withLock { state in
            state.slots.removeAll { !$0.isValid }
            return state.slots.first?.number
        }
        if let held { return held }
        let slot = try JournalSlot.takeFree(in: folder)
        state.withLock { $0.slots.append(slot) }
        return slot.number
    }

    private func usedBytes(in folder: borrowing Folder) throws(SystemFault) -> Int {
        if let known = state.withLock({ $0.bytes }) { return known }
        var sum = 0
        for name in try folder.names() where EntryName(fileName: name) != nil {
            if let status = try folder.status(of: name), status.kind == .file { sum += status.used }
        }
        return sum
    }

    private func count(bytes: Int) { state.withLock { $0.bytes = $0.bytes.map { max(0, $0 + bytes) } } }

    // MARK: Finishing

    /// Reserves an entry within this process, so that it is finished once.
    ///
    /// - Returns: false if it is reserved already.
    func claim(_ name: EntryName) -> Bool { state.withLock { $0.claimed.insert(name).inserted } }

    func release(_ name: EntryName) { state.withLock { _ = $0.claimed.remove(name) } }

    /// Opens an entry and checks its first part.
    func open(_ name: EntryName) throws(EntryFault) -> EntryReader {
        let folder: Folder
        do throws(SaveError) {
            folder = try Folder.open(path, followsLinks: false)
        } catch {
            throw .system(SystemFault(Errno(rawValue: error.underlying ?? EIO), "open"))
        }
        return try EntryReader.open(name, in: folder)
    }

    /// As `EntryFile.note`.
    func note(_ publication: Publication?, in name: EntryName) throws(SaveError) {
        let folder = try Folder.open(path, followsLinks: false)
        try SaveError.reporting(path) { () throws(SystemFault) in
            try EntryFile.note(publication, in: name, folder)
        }
    }

    /// Removes an entry whose photo is on the disk. If that fails, the next launch finds the photo and tries again.
    func remove(_ name: EntryName) {
        guard let folder = try? Folder.open(path, followsLinks: false) else { return }
        let status = try? folder.status(of: name.fileName)
        system_unlink(name.fileName, in: folder.number)
        count(bytes: -(status?.used ?? 0))
    }

    /// Moves an entry that can't be read out of the way; returns when that is on the disk.
    ///
    /// - Throws: the fault; the entry stays where it was.
    func setAside(_ name: EntryName) throws(SaveError) {
        let folder = try Folder.open(path, followsLinks: false)
        try SaveError.reporting(path) { () throws(SystemFault) in
            let status = try folder.status(of: name.fileName)
            try DamagedFolder.take(name.fileName, as: name.withoutCrashes.fileName, from: folder)
            count(bytes: -(status?.used ?? 0))
        }
    }
}

/// Takes over the entries that earlier runs of the program could not finish.
extension ShotJournal {
    /// The entries that earlier runs left and no other process is finishing, in no order. They are this process's
    /// from now on. Removes entries that those runs had not yet reported as safe.
    ///
    /// - Parameter unreachable: gets each slot whose entries have to stay because of its lock.
    /// - Throws: the disk's fault.
    func inherit(
        unreachable: (_ slot: Int, SystemFault) -> Void = { _, _ in }
    ) throws(SaveError) -> [EntryName] {
        guard let folder = try Folder.openIfThere(path, followsLinks: false) else { return [] }
        return try SaveError.reporting(path) { () throws(SystemFault) in
            let held = takeOver(Self.slots(among: try folder.names()), in: folder, unreachable)
            // Read again: another process may have changed it before the slot was ours.
            let names = try folder.names()
            removeUnfinished(names, held, in: folder)
            return names.compactMap { EntryName(fileName: $0) }
                .filter { held.contains($0.slot) && $0.run != run }
        }
    }

    private static func slots(among names: [String]) -> Set<Int> {
        let names = names.compactMap {
            EntryName(fileName: $0) ?? EntryName(fileName: $0, extension: EntryName.partExtension)
        }
        return Set(names.map(\.slot))
    }

    /// - Returns: all slots that this process holds now.
    private func takeOver(
        _ numbers: Set<Int>, in folder: borrowing Folder, _ unreachable: (Int, SystemFault) -> Void
    ) -> Set<Int> {
        for number in numbers.subtracting(heldSlots) {
            do throws(SystemFault) {
                if let slot = try JournalSlot.take(number, in: folder) {
                    state.withLock { $0.slots.append(slot) }
                }
            } catch {
                unreachable(number, error)
            }
        }
        return heldSlots
    }

    private var heldSlots: Set<Int> { Set(state.withLock { $0.slots.map(\.number) }) }

    private func removeUnfinished(_ names: [String], _ held: Set<Int>, in folder: borrowing Folder) {
        for name in names {
            let part = EntryName(fileName: name, extension: EntryName.partExtension)
            guard let part, held.contains(part.slot), part.run != run else { continue }
            system_unlink(name, in: folder.number)
        }
    }
}

/// Keeps an entry that crashes the program from crashing every launch.
extension ShotJournal {
    /// How many launches an entry may crash.
    static let maximumCrashes = 2

    /// Runs `body`; a crash during it is counted in the entry's name.
    func countingCrash<Value, Failure: Error>(
        of name: EntryName, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard let number = try? system_openFolder(path, followsLinks: false) else { return try body() }
        let folder = Descriptor(owning: number)
        return try system_notingCrash(
            of: name.fileName, as: name.with(crashes: name.crashes + 1).fileName, in: folder.number, body)
    }
}

/// How much the journal may hold.
struct JournalLimits: Sendable {
    /// Bytes of all unfinished shots together: 500 uncompressed frames of 1080p.
    var total = 2 << 30
    /// Bytes that stay free on the journal's disk.
    var reserve = 32 << 20
}
