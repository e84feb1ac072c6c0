import Glibc

/// The right to a part of the journal, held by one process at a time: the entries whose names begin with the slot's
/// number are this process's to finish.
///
/// A lock on the file `<number>.lock`, which the system takes back when the process ends, however it ends; whoever
/// gets the lock next inherits the entries. The files stay: removing one would let two processes hold "the" lock.
/// Thread-safe: never changes.
final class JournalSlot: Sendable {
    let number: Int
    private let lock: Int32

    private init(number: Int, owning lock: Int32) {
        self.number = number
        self.lock = lock
    }

    deinit { system_close(lock) }

    /// More programs at once than this are no accident.
    private static let most = 1000

    /// Takes the first slot that nobody holds.
    ///
    /// - Throws: what opening the lock's file said.
    static func takeFree(in folder: borrowing Folder) throws(SystemFault) -> JournalSlot {
        for number in 0..<most {
            if let slot = try take(number, in: folder) { return slot }
        }
        throw SystemFault(number: EAGAIN, call: "flock")
    }

    /// Takes this slot; nil where another process, or this one, holds it.
    static func take(_ number: Int, in folder: borrowing Folder) throws(SystemFault) -> JournalSlot? {
        let slot = JournalSlot(
            number: number, owning: try system_openLock("\(number).lock", in: folder.number))
        do throws(SystemFault) {
            try system_lock(slot.lock, waits: false)
        } catch {
            // A disk without locks: then nobody else can hold one either, and sharing it is the better risk.
            guard error.number == EWOULDBLOCK else { return slot }
            return nil
        }
        return slot
    }

    /// Whether the lock's file is still there: somebody may have emptied the folder meanwhile.
    var isValid: Bool {
        do throws(SystemFault) {
            return try system_linkCount(lock) > 0
        } catch {
            return false
        }
    }
}
