// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
public import Platform

/// Proof that the newest screenshot may be looked for, and where.
///
/// Only this module makes one, for one look: outside a `LibraryGrant`'s folder pictures are listed for nothing else.
public struct ScreenshotGrant: Sendable {
    public enum Place: Equatable, Sendable {
        /// The folders for screenshots in the person's photo library, e.g. `/home/ada/Pictures`.
        case library(String)
        /// The one folder that the person chose.
        case folder(String)
    }

    public let place: Place
}

/// The record of the person's answer about screenshots, and the only maker of `ScreenshotGrant`.
///
///     notDetermined ──first scan──▶ authorized ◀──▶ limited ◀──▶ denied       restricted: whatever the answer is
///
/// Main actor; the state is answered from memory. The answer is an entry of its own beside the library's in the desktop's
/// permission store; the chosen folder is in our settings. Nothing here touches a folder.
@MainActor
public final class ScreenshotPermissionManager: ScreenshotConsenting {
    public var asker: (@MainActor () async -> LibraryAnswer?)?

    private let answers: PermissionRecord
    private let settings: Settings?
    /// The person's photo library, where screenshots lie in a folder of their own; nil if that is no readable path.
    public let pictures: String?
    private let audience = ChangeObservers<ScreenshotAccess>()
    private var watches: [SignalConnection] = []
    /// Stands in for the settings if there are none.
    private var unstoredFolder = ""
    private var asking: Task<Void, Never>?
    private var waiting: MainTimer?

    private static let folderKey = "screenshots-folder"
    /// An administrator turns scanning off by setting this key and locking it.
    private static let switchKey = "scan-screenshots"
    /// How long the first answer may take before the question counts as open; milliseconds.
    private static let timeout: UInt32 = 1000

    /// - Parameter settings: nil if the schema is not installed: without a store, answers hold for this session only.
    public convenience init(settings: Settings?) {
        let place = LibraryPlace.library(pictures: UserFolders.pictures, home: UserFolders.home)
        let library: String? = if case .camera(let path)? = place { path } else { nil }
        self.init(settings, library: library)
    }

    init(_ settings: Settings?, library: String?) {
        (self.settings, pictures) = (settings, library)
        answers = PermissionRecord(place: .screenshots, settings: settings)
        answers.onChange = { [weak self] in self?.tell() }
        for key in [Self.folderKey, Self.switchKey] {
            if let watch = settings?.onChange(of: key, { [weak self] in self?.tell() }) {
                watches.append(watch)
            }
        }
    }

    // MARK: Knowing

    public var access: ScreenshotAccess {
        if let settings, !settings.boolean(Self.switchKey), settings.isLocked(Self.switchKey) {
            return .restricted
        }
        return switch answers.answer {
        case .yes: .authorized
        case .no: .denied
        case .limited where !folder.isEmpty: .limited(folder: folder)
        case .limited, .unset, nil: .notDetermined
        }
    }

    public func changes() -> AsyncStream<ScreenshotAccess> { audience.stream() }

    /// Empty if none is chosen; a path that is not absolute leads nowhere.
    private var folder: String {
        let path = settings?.string(Self.folderKey) ?? unstoredFolder
        return path.hasPrefix("/") ? path : ""
    }

    private func tell() { audience.tell(access) }

    // MARK: Starting

    /// Connects to the desktop's store, and follows it from now on.
    ///
    /// - Parameter connect: returns the bus; nil if there is none.
    public func start(
        _ connect: @escaping @MainActor () async -> BusConnection? = {
            try? await BusConnection.sessionSoon()
        }
    ) {
        answers.start(connect)
        waiting = MainTimer.once(after: Self.timeout) { [weak self] in self?.answers.stopWaiting() }
    }

    /// Asks once and waits: for commands, which have no main loop.
    public func readBlocking(_ bus: BusConnection?) {
        guard let bus else { return answers.absorb(.withoutBus) }
        answers.attach(bus, timeout: .seconds(3))
        answers.refreshBlocking()
    }

    /// Whether the desktop did not answer `readBlocking`: the record is then unknown.
    public var isUnanswered: Bool { answers.isUnanswered }

    /// Whether a no is on record.
    public var hasRecordedNo: Bool { answers.answer == .no }

    public func refresh() { Task { [answers] in await answers.refresh() } }

    // MARK: Answering

    public func request() async -> ScreenshotAccess {
        guard access == .notDetermined, asker != nil else { return access }
        let asking = asking ?? Task { await ask() }
        self.asking = asking
        await asking.value
        return access
    }

    private func ask() async {
        if let answer = await asker?() { record(answer) }
        asking = nil
    }

    public func record(_ answer: LibraryAnswer) {
        switch answer {
        case .allow:
            remember("")
            answers.hold(.yes)
        case .deny:
            // One folder is remembered for `allowAgain`.
            if answers.answer != .limited { remember("") }
            answers.hold(.no)
        case .folder(let path):
            remember(path)
            answers.hold(.limited)
            tell()
        }
        Task { [answers] in await answers.storeHeld() }
    }

    /// Takes the answer back: the question is open again.
    public func forget() {
        remember("")
        answers.forget()
    }

    public func allowAgain() { record(folder.isEmpty ? .allow : .folder(folder)) }

    private func remember(_ folder: String) {
        unstoredFolder = folder
        settings?.set(Self.folderKey, folder)
    }

    /// Records an answer, or forgets it (nil), and waits until that is stored: for commands.
    ///
    /// - Returns: whether it could be stored.
    @discardableResult public func recordBlocking(isAllowed: Bool?) -> Bool {
        if isAllowed == nil { settings?.set(Self.folderKey, "") }
        return answers.recordBlocking(isAllowed.map { $0 ? .yes : .no } ?? .unset)
    }

    // MARK: Granting

    /// The right to look for the newest screenshot once; asks the person if the question is open.
    public func grantForOneLook() async -> ScreenshotGrant? {
        if answers.answer == nil {
            for await _ in changes() where answers.answer != nil { break }
        }
        return switch await request() {
        case .authorized: pictures.map { ScreenshotGrant(place: .library($0)) }
        case .limited(let folder): ScreenshotGrant(place: .folder(folder))
        case .notDetermined, .denied, .restricted: nil
        }
    }
}

extension PermissionRecord.Place {
    /// Beside the library's, because the desktop has no table for this either.
    fileprivate static let screenshots = PermissionRecord.Place(
        entry: PermissionStore.Entry(table: applicationID + ".photos", id: "screenshots", app: applicationID),
        fallbackKey: "screenshots-access", hintKey: "screenshots-access-hint")
}
