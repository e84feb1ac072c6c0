// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// The person's answer to a question that one folder can be the answer to: all, none, or that folder. The answer is in the
/// desktop's permission store, the folder in our settings. Main actor; answered from memory.
@MainActor
final class FolderAnswer {
    enum State: Equatable {
        case notDetermined, all, none
        case folder(String)
    }

    /// Called when the state may have changed.
    var onChange: @MainActor () -> Void = {}

    private let record: PermissionRecord
    private let settings: Settings?
    private let folderKey: String
    private var watch: SignalConnection?
    /// Stands in for the settings if there are none.
    private var unstoredFolder = ""
    private var waiting: MainTimer?

    /// How long the first answer may take before the question counts as open; milliseconds.
    private static let timeout: UInt32 = 1000

    /// - Parameters:
    ///   - settings: nil if the schema is not installed: without a store, answers hold for this session only.
    ///   - folderKey: where the folder is in the settings.
    init(_ place: PermissionRecord.Place, settings: Settings?, folderKey: String) {
        (self.settings, self.folderKey) = (settings, folderKey)
        record = PermissionRecord(place: place, settings: settings)
        record.onChange = { [weak self] in self?.onChange() }
        watch = settings?.onChange(of: folderKey) { [weak self] in self?.onChange() }
    }

    // MARK: Knowing

    var state: State {
        switch record.answer {
        case .yes: .all
        case .no: .none
        case .limited where !folder.isEmpty: .folder(folder)
        case .limited, .unset, nil: .notDetermined
        }
    }

    /// Whether the desktop has been asked, or is not waited for any more.
    var isKnown: Bool { record.answer != nil }
    /// Whether the desktop did not answer `readBlocking`: the record is then unknown.
    var isUnanswered: Bool { record.isUnanswered }

    /// Empty if none is chosen; a path that is not absolute leads nowhere.
    private var folder: String {
        let path = settings?.string(folderKey) ?? unstoredFolder
        return path.hasPrefix("/") ? path : ""
    }

    // MARK: Starting

    /// Connects to the desktop's store, and follows it from now on.
    ///
    /// - Parameter connect: returns the bus; nil if there is none.
    func start(_ connect: @escaping @MainActor () async -> BusConnection?) {
        record.start(connect)
        waiting = MainTimer.once(after: Self.timeout) { [weak self] in self?.record.stopWaiting() }
    }

    /// Only the settings count.
    func useNoStore() { record.absorb(.noStore) }

    /// Asks once and waits: for commands, which have no main loop.
    func readBlocking(_ bus: BusConnection?) {
        guard let bus else { return record.absorb(.withoutBus) }
        record.attach(bus, timeout: .seconds(3))
        record.refreshBlocking()
    }

    func refresh() { Task { [record] in await record.refresh() } }

    // MARK: Answering

    func give(_ answer: LibraryAnswer) {
        switch answer {
        case .allow:
            remember("")
            record.hold(.yes)
        case .deny:
            // One folder is remembered for `giveAgain`.
            if record.answer != .limited { remember("") }
            record.hold(.no)
        case .folder(let path):
            remember(path)
            record.hold(.limited)
            onChange()
        }
        Task { [record] in await record.storeHeld() }
    }

    /// Allows what was allowed before a no.
    func giveAgain() { give(folder.isEmpty ? .allow : .folder(folder)) }

    /// Takes the answer back: the question is open again.
    func forget() {
        remember("")
        record.forget()
    }

    /// Records an answer, or takes it back (nil), and waits until that is stored: for commands.
    ///
    /// - Returns: whether it could be stored.
    func giveBlocking(isAllowed: Bool?) -> Bool {
        if isAllowed == nil { remember("") }
        return record.recordBlocking(isAllowed.map { $0 ? .yes : .no } ?? .unset)
    }

    private func remember(_ folder: String) {
        unstoredFolder = folder
        settings?.set(folderKey, folder)
    }
}
