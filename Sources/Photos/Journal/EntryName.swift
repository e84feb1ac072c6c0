// SPDX-License-Identifier: GPL-3.0-or-later
/// The name of a journal entry without its extension: `<slot>-<run>-<count>`, or `<slot>-<run>-<count>-<crashes>`.
///
/// The slot names its owner (`JournalSlot`), the run a run of the program, the count a shot of it; the crashes are the
/// launches that crashed while finishing it (`ShotJournal.countingCrash`).
struct EntryName: Hashable, Sendable {
    private static let fileExtension = ".shot"
    /// The extension of an entry that is being written and was not yet reported as safe.
    static let partExtension = ".part"

    let slot: Int
    let run: String
    let count: Int
    let crashes: Int

    init(slot: Int, run: String, count: Int, crashes: Int = 0) {
        self.slot = slot
        self.run = run
        self.count = count
        self.crashes = crashes
    }

    func with(crashes: Int) -> EntryName { EntryName(slot: slot, run: run, count: count, crashes: crashes) }
    /// The name that the entry was written under.
    var withoutCrashes: EntryName { with(crashes: 0) }

    /// - Parameter fileName: with either extension; nil if it is no entry's name.
    init?(fileName: String, extension suffix: String = Self.fileExtension) {
        guard fileName.hasSuffix(suffix) else { return nil }
        self.init(id: String(fileName.dropLast(suffix.count)))
    }

    init?(id: String) {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3 || parts.count == 4, let slot = Int(parts[0]), let count = Int(parts[2]),
            let crashes = parts.count == 4 ? Int(parts[3]) : 0, slot >= 0, count >= 0, crashes >= 0,
            !parts[1].isEmpty, parts[1].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return nil }
        self.init(slot: slot, run: String(parts[1]), count: count, crashes: crashes)
        // Each number has one spelling, so that no two names mean the same entry.
        guard self.id == id else { return nil }
    }

    var id: String { "\(slot)-\(run)-\(count)" + (crashes > 0 ? "-\(crashes)" : "") }
    var fileName: String { id + Self.fileExtension }
    var partName: String { id + Self.partExtension }

    /// A word for one run of the program: 64 random bits.
    static func newRun() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }
}
