/// The name of a journal entry without its extension: `<slot>-<run>-<count>`, and `-<tries>` while it is being tried.
///
/// The slot says whose it is (`JournalSlot`), the run tells the runs of the program apart, the count its shots; the
/// tries are the launches that began to finish it and did not come to an end (`ShotJournal.begin`).
struct EntryName: Hashable, Sendable {
    static let fileExtension = ".shot"
    /// Of an entry that is being written; nothing was promised for it yet.
    static let partExtension = ".part"

    let slot: Int
    let run: String
    let count: Int
    let tries: Int

    init(slot: Int, run: String, count: Int, tries: Int = 0) {
        self.slot = slot
        self.run = run
        self.count = count
        self.tries = tries
    }

    /// The same entry after so many tries.
    func with(tries: Int) -> EntryName { EntryName(slot: slot, run: run, count: count, tries: tries) }
    /// The name it was written under, which stays its own.
    var untried: EntryName { with(tries: 0) }

    /// - Parameter fileName: with either extension; nil where it is no entry's name.
    init?(fileName: String, extension suffix: String = Self.fileExtension) {
        guard fileName.hasSuffix(suffix) else { return nil }
        self.init(id: String(fileName.dropLast(suffix.count)))
    }

    init?(id: String) {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3 || parts.count == 4, let slot = Int(parts[0]), let count = Int(parts[2]),
            let tries = parts.count == 4 ? Int(parts[3]) : 0, slot >= 0, count >= 0, tries >= 0,
            !parts[1].isEmpty, parts[1].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return nil }
        self.init(slot: slot, run: String(parts[1]), count: count, tries: tries)
        // Numbers have one way to be written, so that no two entries share a name.
        guard self.id == id else { return nil }
    }

    var id: String { "\(slot)-\(run)-\(count)" + (tries > 0 ? "-\(tries)" : "") }
    var fileName: String { id + Self.fileExtension }
    var partName: String { id + Self.partExtension }

    /// A word for one run of the program: 64 random bits.
    static func newRun() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }
}
