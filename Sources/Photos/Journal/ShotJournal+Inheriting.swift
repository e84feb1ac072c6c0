import CaptureCore
import Synchronization

/// Taking over what earlier runs of the program could not finish.
extension ShotJournal {
    /// The entries that earlier runs left and no other process is finishing, in no order. They are this process's
    /// from now on. Removes what those runs had not yet promised to keep.
    ///
    /// - Parameter unreachable: gets each slot whose entries have to stay because of its lock.
    /// - Throws: what the disk said.
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

/// Keeps an entry that ends the program from ending every launch.
extension ShotJournal {
    /// How many launches an entry may end.
    static let mostTries = 2

    /// Notes in an entry's name that this launch tries it; returns when that is on the disk. `end` takes it back, so
    /// that only a launch that ends meanwhile counts.
    ///
    /// - Returns: the entry's name until then; nil where the program ends and nothing is to be begun.
    /// - Throws: what the disk said; the entry is as it was then.
    func begin(_ name: EntryName) throws(SaveError) -> EntryName? {
        let tried = name.with(tries: name.tries + 1)
        let isRefused = state.withLock { state in
            if !state.isEnding { state.trial = (tried, name) }
            return state.isEnding
        }
        if isRefused { return nil }
        do throws(SaveError) {
            let folder = try Folder.openItself(path)
            try rename(name, to: tried, in: folder)
            try folder.sync()
            return tried
        } catch {
            end(tried, as: name)
            throw error
        }
    }

    /// Gives an entry that was tried another name, where it is still there.
    func end(_ tried: EntryName, as name: EntryName) {
        state.withLock { $0.trial = nil }
        guard let folder = try? Folder.openItself(path) else { return }
        try? rename(tried, to: name, in: folder)
    }

    /// The program ends in good order: what is being tried is not at fault, and nothing is begun any more.
    func endTrying() {
        let trial = state.withLock { state in
            state.isEnding = true
            return state.trial
        }
        if let trial { end(trial.tried, as: trial.name) }
    }

    private func rename(
        _ name: EntryName, to newName: EntryName, in folder: borrowing Folder
    ) throws(SaveError) {
        do throws(SystemFault) {
            try system_moveToNew(
                name.fileName, from: folder.number, to: folder.number, as: newName.fileName)
        } catch {
            throw SaveError(error, path: path)
        }
    }
}
