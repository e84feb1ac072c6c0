// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Platform

/// The right to a part of the journal, held by one process at a time: the entries whose names begin with the slot's
/// number are this process's to finish.
///
/// A lock on the file `<number>.lock`, which the system releases when the process ends; the next holder inherits the
/// entries. The files stay: removing one would let two processes hold "the" lock. Thread-safe: never changes.
final class JournalSlot: Sendable {
    let number: Int
    private let lock: Int32

    private init(number: Int, owning lock: Int32) {
        self.number = number
        self.lock = lock
    }

    deinit { system_close(lock) }

    /// Far more than programs that run at once.
    private static let maximumSlots = 1000

    /// Takes the first free slot.
    ///
    /// - Throws: the fault of opening the lock's file.
    static func takeFree(in folder: borrowing Folder) throws(SystemFault) -> JournalSlot {
        for number in 0..<maximumSlots {
            do throws(SystemFault) {
                if let slot = try take(number, in: folder) { return slot }
            } catch {
                // A lock of another user, or one that is no file and can't be moved away: the next may be free.
                if error.cause == .accessDenied, try folder.status(of: lockName(number)) != nil { continue }
                guard isOdd(error) else { throw error }
            }
        }
        throw SystemFault(.wouldBlock, "flock")
    }

    private static func lockName(_ number: Int) -> String { "\(number).lock" }

    /// Takes this slot; nil if another process, or this one, holds it.
    ///
    /// - Throws: the fault of opening the lock's file: `EACCES` also if it is another user's.
    static func take(_ number: Int, in folder: borrowing Folder) throws(SystemFault) -> JournalSlot? {
        let slot = JournalSlot(number: number, owning: try openLock(lockName(number), in: folder))
        do throws(SystemFault) {
            try system_lock(slot.lock, waits: false)
        } catch {
            // A disk without locks: no other process can hold one either, and sharing is the smaller risk.
            guard error.cause == .wouldBlock else { return slot }
            return nil
        }
        return slot
    }

    /// Opens a lock's file. A folder or a link of its name locks nothing and is moved away.
    private static func openLock(_ name: String, in folder: borrowing Folder) throws(SystemFault) -> Int32 {
        do throws(SystemFault) {
            return try openFile(name, in: folder)
        } catch {
            guard isOdd(error) else { throw error }
        }
        // One process at a time: a second one must not move away what the first has made in its place.
        folder.lock()
        if let status = try folder.status(of: name), status.kind != .file {
            try DamagedFolder.take(name, as: name, from: folder)
        }
        return try openFile(name, in: folder)
    }

    /// - Throws: a fault that `isOdd` recognizes if the name is not a file's.
    private static func openFile(_ name: String, in folder: borrowing Folder) throws(SystemFault) -> Int32 {
        let lock = Descriptor(owning: try system_openLock(name, in: folder.number))
        guard try system_status(lock.number).kind == .file else {
            throw SystemFault(.noAddress, "fstat")
        }
        return try system_duplicate(lock.number)
    }

    /// Whether an errno means that the name belongs to something else than a file: a link, a folder, a socket, a device.
    private static func isOdd(_ fault: SystemFault) -> Bool {
        [.tooManySymbolicLinks, .isDirectory, .notDirectory, .noAddress, .noDevice].contains(fault.cause)
    }

    /// Whether the lock's file is still there: the folder may have been emptied meanwhile.
    var isValid: Bool {
        do throws(SystemFault) {
            return try system_status(lock).linkCount > 0
        } catch {
            return false
        }
    }
}
