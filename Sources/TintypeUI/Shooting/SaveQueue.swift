// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// The photos between the press and their file: counts those on their way, keeps those not saved until they
/// are, or the person gives them up.
///
/// `ShootingController` handles a new photo's way.
final class SaveQueue {
    /// A photo that could not be saved, and why. It stays until it is saved or given up.
    struct Unsaved {
        let source: PhotoSource
        let error: SaveError
        /// Stays the same however often saving is tried.
        fileprivate let ticket: Ticket

        /// Whether it would be lost with the program: neither the journal nor the library could take it.
        var isInDanger: Bool { if case .memory = source { true } else { false } }

        /// Whether the person should decide about it before the program ends. A photo that waits only for permission
        /// is safe: the next launch still has it.
        fileprivate var needsDecision: Bool {
            isInDanger || ![.notAllowed, .restricted].contains(error.code)
        }
    }

    /// Photos being made safe, encoded or written.
    private(set) var pendingCount = 0
    /// Pending photos that would be lost with the program.
    private(set) var endangeredCount = 0
    /// Shots in the journal whose photos are being made, the oldest first.
    private(set) var publishing: [JournalledShot] = []
    /// The oldest first.
    private(set) var unsaved: [Unsaved] = []

    /// Called after every change of the above.
    var onChange: () -> Void = {}
    /// Called for each photo that has reached the disk, in whatever order.
    var onSaved: (SavedPhoto, Ticket, _ isNewest: Bool) -> Void = { _, _, _ in }
    /// Called with the numbers of photos of earlier runs that were finished, and of those that can't be read: once after the
    /// start, and when some that had to wait then are saved.
    var onRecovered: (_ count: Int, _ damagedCount: Int) -> Void = { _, _ in }
    /// Called once, when HEIC was asked for and JPEG was written.
    var onFormatFallback: () -> Void = {}

    /// Photos that were thrown away, as long as that can be undone.
    private var thrownAway: [Unsaved] = []
    private let photos: any PhotoTaking
    private let log = Log(domain: "ui")
    private var saidFallback = false
    /// Photos of earlier runs that waited and are saved, until they are told of.
    private var savedLater = 0
    /// Photos can finish in another order than they were taken; the last photo is the newest taken.
    private var taken = 0
    private var newestSaved = -1

    init(photos: any PhotoTaking) { self.photos = photos }

    /// How many photos the person should decide about before the program ends.
    var undecidedCount: Int { unsaved.count { $0.needsDecision } }
    /// Whether photos would be lost with the program.
    var isInDanger: Bool { unsaved.contains(where: \.isInDanger) }

    // MARK: New photos

    /// A photo's place in the order in which photos were taken.
    struct Ticket: Equatable {
        fileprivate let index: Int

        /// Of the photos of earlier runs: older than any press of this one.
        fileprivate static let ofEarlierRun = Ticket(index: -2)
    }

    /// Of the photo that was taken last.
    var newest: Ticket { Ticket(index: taken - 1) }

    /// Whether the photo that was taken last is on the disk.
    var hasSavedNewest: Bool { newestSaved == newest.index }

    /// Whether the photo that was taken last could not be saved, and waits.
    var isNewestUnsaved: Bool { !hasSavedNewest && unsaved.contains { $0.ticket == newest } }

    /// No photo that was taken until now is the newest any more, such as when a video was saved.
    func supersede() { newestSaved = newest.index }

    /// Counts a shot that only memory has as on its way, until `work` is done with it.
    func take(_ work: @escaping (Ticket) async -> Void) {
        let ticket = Ticket(index: taken)
        taken += 1
        endangeredCount += 1
        begin { await work(ticket) }
    }

    /// A shot that was taken is on disk, or waits in `unsaved`.
    func shotIsSafe() { endangeredCount -= 1 }

    /// A shot is in memory alone, until `shotIsSafe`.
    func shotIsEndangered() { endangeredCount += 1 }

    /// Makes the photo of a shot in the journal; if it can't be saved, it waits.
    func publish(_ shot: JournalledShot, _ ticket: Ticket) async {
        publishing.append(shot)
        onChange()
        defer { publishing.removeAll { $0 == shot } }
        await save(.journal(shot), to: .library, ticket)
    }

    /// Makes the photo of a shot that the journal can't take; if it can't be saved, it waits in memory.
    ///
    /// - Returns: whether it is on disk.
    func saveDirectly(_ shot: Shot, _ ticket: Ticket) async -> Bool {
        await save(.memory(shot), to: .library, ticket)
    }

    // MARK: Photos that wait

    /// Finishes the photos of earlier runs.
    func recover() {
        Task {
            let recovery = await photos.recover()
            for waiting in recovery.waiting { keep(.journal(waiting.shot), waiting.error, .ofEarlierRun) }
            if recovery.count + recovery.damagedCount > 0 {
                onRecovered(recovery.count, recovery.damagedCount)
            }
            onChange()
        }
    }

    /// Retries everything that could not be saved.
    func tryAgain() { saveAllUnsaved(to: .library) }

    /// Saves the oldest unsaved shot into a file that the person chose.
    func saveFirstUnsaved(as path: String) {
        guard !unsaved.isEmpty else { return }
        finish(unsaved.removeFirst(), to: .file(path))
    }

    /// Saves all unsaved shots into a folder that the person chose.
    func saveAllUnsaved(into folder: String) { saveAllUnsaved(to: .folder(folder)) }

    private func saveAllUnsaved(to target: PhotoTarget) {
        for photo in takeUnsaved() { finish(photo, to: target) }
    }

    private func takeUnsaved() -> [Unsaved] {
        defer { unsaved.removeAll() }
        return unsaved
    }

    private func finish(_ unsaved: Unsaved, to target: PhotoTarget) {
        if unsaved.isInDanger { endangeredCount += 1 }
        begin { [self] in
            await save(unsaved.source, to: target, unsaved.ticket)
            if unsaved.isInDanger { endangeredCount -= 1 }
        }
    }

    /// Discards unsaved photos, on the person's request. Those that wait for permission stay.
    func discardUnsaved() {
        let discarded = unsaved.filter(\.needsDecision)
        unsaved.removeAll(where: \.needsDecision)
        for case .journal(let shot) in discarded.map(\.source) {
            begin { [self] in await photos.discard(shot) }
        }
        onChange()
    }

    /// Throws away all that waits, on the person's request. `takeBack` undoes it until `forgetThrownAway`; until then the
    /// journal keeps what it has, also beyond the end of the program: the next launch shows it as waiting.
    ///
    /// - Returns: how many there were.
    func throwAway() -> Int {
        let gone = takeUnsaved()
        thrownAway += gone
        onChange()
        return gone.count
    }

    /// What was thrown away waits again.
    func takeBack() {
        for photo in thrownAway { insert(photo) }
        thrownAway = []
        onChange()
    }

    /// What was thrown away is gone for good.
    func forgetThrownAway() {
        for case .journal(let shot) in thrownAway.map(\.source) {
            begin { [self] in await photos.discard(shot) }
        }
        thrownAway = []
    }

    // MARK: Counting

    /// Counts `work` as pending until it is done.
    private func begin(_ work: @escaping () async -> Void) {
        pendingCount += 1
        onChange()
        Task {
            await work()
            pendingCount -= 1
            if pendingCount == 0 { tellOfSavedLater() }
            onChange()
        }
    }

    private func tellOfSavedLater() {
        guard savedLater > 0 else { return }
        onRecovered(savedLater, 0)
        savedLater = 0
    }

    @discardableResult private func save(
        _ source: PhotoSource, to target: PhotoTarget, _ ticket: Ticket
    ) async -> Bool {
        do throws(SaveError) {
            saved(try await photos.save(source, to: target), wanted: source.format, ticket)
            return true
        } catch {
            keep(source, error, ticket)
            return false
        }
    }

    private func keep(_ source: PhotoSource, _ error: SaveError, _ ticket: Ticket) {
        log.warning("photo not saved: \(error.code), \(error.path)", .errno(error.underlying))
        insert(Unsaved(source: source, error: error, ticket: ticket))
    }

    private func insert(_ photo: Unsaved) {
        let later = unsaved.firstIndex { $0.ticket.index > photo.ticket.index } ?? unsaved.endIndex
        unsaved.insert(photo, at: later)
    }

    private func saved(_ photo: SavedPhoto, wanted: PhotoFormat, _ ticket: Ticket) {
        let isNewest = ticket.index > newestSaved
        if isNewest { newestSaved = ticket.index }
        if ticket == .ofEarlierRun { savedLater += 1 }
        onSaved(photo, ticket, isNewest)
        if photo.format != wanted, !saidFallback {
            saidFallback = true
            onFormatFallback()
        }
    }
}
