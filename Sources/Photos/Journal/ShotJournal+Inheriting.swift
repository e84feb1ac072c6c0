import CaptureCore
import Synchronization
import System

/// Taking over what earlier runs of the program could not finish.
extension ShotJournal {
    /// The entries that earlier runs left and no other process is finishing, in no order. They are this process's
    /// from now on. Removes what those runs had not yet promised to keep.
    ///
    /// - Parameter unreachable: gets each slot whose entries have to stay because of its lock.
    /// - Throws: the disk's fault.
    func inherit(
        unreachable: (_ slot: Int, SystemFault) -> Void = { _, _ in }
    ) throws(SaveError) -> [EntryName] {
        guard let folder = try Folder.openIfThere(path, isItself: true) else { return [] }
        do throws(SystemFault) {
            let held = takeOver(Self.slots(among: try folder.names()), in: folder, unreachable)
            // Read again: until its slot was ours, another process may have been at work.
            let names = try folder.names()
            removeUnfinished(names, held, in: folder)
            return names.compactMap { EntryName(fileName: $0) }
                .filter { held.contains($0.slot) && $0.run != run }
        } catch {
            throw SaveError(error, path: path)
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
    static let mostCrashes = 2

    /// Runs `body`; a crash during it is counted in the entry's name.
    func countingCrash<Value, Failure: Error>(
        of name: EntryName, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard let number = try? system_openFolderItself(path) else { return try body() }
        let folder = Descriptor(owning: number)
        return try system_notingCrash(
            of: name.fileName, as: name.with(crashes: name.crashes + 1).fileName, in: folder.number, body)
    }
}
