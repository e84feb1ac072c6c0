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

    private let answers: FolderAnswer
    private let settings: Settings?
    /// The person's photo library, where screenshots lie in a folder of their own; nil if that is no readable path.
    public let pictures: String?
    private let audience = ChangeObservers<ScreenshotAccess>()
    private var watch: SignalConnection?
    private var asking: Task<Void, Never>?

    /// An administrator turns scanning off by setting this key and locking it.
    private static let switchKey = "scan-screenshots"

    /// - Parameter settings: nil if the schema is not installed: without a store, answers hold for this session only.
    public convenience init(settings: Settings?) {
        let place = LibraryPlace.library(pictures: UserFolders.pictures, home: UserFolders.home)
        let library: String? = if case .camera(let path)? = place { path } else { nil }
        self.init(settings, library: library)
    }

    init(_ settings: Settings?, library: String?) {
        (self.settings, pictures) = (settings, library)
        answers = FolderAnswer(.screenshots, settings: settings, folderKey: "screenshots-folder")
        answers.onChange = { [weak self] in self?.tell() }
        watch = settings?.onChange(of: Self.switchKey) { [weak self] in self?.tell() }
    }

    // MARK: Knowing

    public var access: ScreenshotAccess {
        if let settings, !settings.boolean(Self.switchKey), settings.isLocked(Self.switchKey) {
            return .restricted
        }
        return switch answers.state {
        case .all: .authorized
        case .none: .denied
        case .folder(let folder): .limited(folder: folder)
        case .notDetermined: .notDetermined
        }
    }

    public func changes() -> AsyncStream<ScreenshotAccess> { audience.stream() }

    private func tell() { audience.tell(access) }

    // MARK: Starting

    /// Connects to the desktop's store, and follows it from now on.
    ///
    /// - Parameter connect: returns the bus; nil if there is none.
    public func start(
        _ connect: @escaping @MainActor () async -> BusConnection? = {
            try? await BusConnection.sessionSoon()
        }
    ) { answers.start(connect) }

    /// Asks once and waits: for commands, which have no main loop.
    public func readBlocking(_ bus: BusConnection?) { answers.readBlocking(bus) }

    /// Whether the desktop did not answer `readBlocking`: the record is then unknown.
    public var isUnanswered: Bool { answers.isUnanswered }

    /// Whether a no is on record.
    public var hasRecordedNo: Bool { answers.state == .none }

    public func refresh() { answers.refresh() }

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

    public func record(_ answer: LibraryAnswer) { answers.give(answer) }

    /// Takes the answer back: the question is open again.
    public func forget() { answers.forget() }

    public func allowAgain() { answers.giveAgain() }

    /// Records an answer, or forgets it (nil), and waits until that is stored: for commands.
    ///
    /// - Returns: whether it could be stored.
    @discardableResult public func recordBlocking(isAllowed: Bool?) -> Bool {
        answers.giveBlocking(isAllowed: isAllowed)
    }

    // MARK: Granting

    /// The right to look for the newest screenshot once; asks the person if the question is open.
    public func grantForOneLook() async -> ScreenshotGrant? {
        if !answers.isKnown {
            for await _ in changes() where answers.isKnown { break }
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
