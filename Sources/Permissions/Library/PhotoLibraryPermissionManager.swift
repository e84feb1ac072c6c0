// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
internal import Glibc
public import Platform

/// The record of the person's answer about the photo library, and the only maker of `LibraryGrant` and `SavingGrant`.
///
///     notDetermined ──first save──▶ authorized ◀──▶ limited ◀──▶ denied       restricted: whatever the answer is
///
/// Main actor; the state is answered from memory. The answer lives in a table of our own in the desktop's permission
/// store, where `flatpak permissions` shows and resets it; the chosen folder in our settings. Add-only: nothing here
/// lists or reads the library.
@MainActor
public final class PhotoLibraryPermissionManager: LibraryConsenting {
    public var asker: (@MainActor () async -> LibraryAnswer?)?

    private let answers: FolderAnswer
    private let lockdown: SavingLockdown
    private let open: @Sendable (LibraryPlace) throws(SaveError) -> Int32
    private let library: LibraryPlace?
    private let audience = ChangeObservers<LibraryAccess>()
    private var lastAccess = LibraryAccess.notDetermined
    private var grant: LibraryGrant?
    private var mounts: BackgroundDescriptorWatch?
    private var savingGrant: SavingGrant?
    private var asking: Task<Void, Never>?
    /// Whether the question was left open in this session: it is then asked only on request.
    private var wasLeftOpen = false

    /// - Parameters:
    ///   - settings: nil if the schema is not installed: without a store, answers hold for this session only.
    ///   - waitsForStore: whether `start` or `readBlocking` will follow; otherwise only our settings count.
    ///   - open: opens a place and returns the descriptor, which the caller owns. Called on any thread; may block.
    public convenience init(
        settings: Settings?, waitsForStore: Bool,
        open: @escaping @Sendable (LibraryPlace) throws(SaveError) -> Int32
    ) {
        self.init(
            settings, SavingLockdown(), waitsForStore: waitsForStore,
            library: LibraryPlace.library(pictures: UserFolders.pictures, home: UserFolders.home), open: open)
    }

    init(
        _ settings: Settings?, _ lockdown: SavingLockdown, waitsForStore: Bool, library: LibraryPlace?,
        open: @escaping @Sendable (LibraryPlace) throws(SaveError) -> Int32
    ) {
        self.lockdown = lockdown
        self.library = library
        self.open = open
        answers = FolderAnswer(.library, settings: settings, folderKey: "library-folder")
        if !waitsForStore { answers.useNoStore() }
        lastAccess = access
        answers.onChange = { [weak self] in self?.accessMayHaveChanged() }
        lockdown.onChange = { [weak self] in self?.lockdownChanged() }
    }

    // MARK: Knowing

    public var access: LibraryAccess {
        if lockdown.isOn { return .restricted }
        return switch answers.state {
        case .all: .authorized
        case .none: .denied
        case .folder(let folder): .limited(folder: folder)
        case .notDetermined: .notDetermined
        }
    }

    public func changes() -> AsyncStream<LibraryAccess> { audience.stream() }

    /// Where photos go now; nil if they may not.
    private var place: LibraryPlace? {
        switch access {
        case .authorized: library
        case .limited(let folder): .chosen(folder)
        case .notDetermined, .denied, .restricted: nil
        }
    }

    /// Where photos go unless the answer is no; for the diagnosis. nil after a no.
    public var likelyPlace: LibraryPlace? { access == .notDetermined ? library : place }

    private func lockdownChanged() {
        if lockdown.isOn {
            savingGrant?.end()
            savingGrant = nil
        }
        accessMayHaveChanged()
    }

    private func accessMayHaveChanged() {
        let now = access
        // The first answer is a change too: pending saves wait for it.
        if now != lastAccess {
            grant?.end()
            grant = nil
        }
        lastAccess = now
        audience.tell(now)
    }

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

    public func request() async -> LibraryAccess {
        guard access == .notDetermined, asker != nil else { return access }
        let asking = asking ?? Task { await ask() }
        self.asking = asking
        await asking.value
        return access
    }

    private func ask() async {
        if let answer = await asker?() { record(answer) }
        wasLeftOpen = access == .notDetermined
        asking = nil
    }

    public func record(_ answer: LibraryAnswer) { answers.give(answer) }

    /// Takes the answer back: the question is open again.
    public func forget() { answers.forget() }

    public func allowAgain() { answers.giveAgain() }

    /// Forgets the answer and waits until that is stored: for commands.
    ///
    /// - Returns: whether it could be stored.
    public func resetBlocking() -> Bool { answers.giveBlocking(isAllowed: nil) }
}

// MARK: Granting

extension PhotoLibraryPermissionManager {
    /// The right to save one photo; asks the person if the question is open. Does not block.
    ///
    /// - Returns: nil if it is not allowed. The grant reports a folder that can't be opened.
    public func grantForSaving() async -> LibraryGrant? {
        await firstAnswer()
        if access == .notDetermined, !wasLeftOpen { _ = await request() }
        return await currentGrant()
    }

    /// As `grantForSaving`, without asking.
    public func grantIfAllowed() async -> LibraryGrant? {
        await firstAnswer()
        return await currentGrant()
    }

    /// The right to save one photo from a command, which never asks: running it is the answer for that photo.
    ///
    /// - Returns: nil if a no is on record, or the store does not answer. Nothing is recorded.
    public func grantForCommand() -> LibraryGrant? {
        (isUnanswered ? nil : likelyPlace).map { makeGrant($0) }
    }

    /// The right to save to a file or folder that the person names, which does not depend on the answer about the
    /// library.
    ///
    /// - Returns: nil if saving is turned off.
    public func grantForNamedFile() -> SavingGrant? {
        guard !lockdown.isOn else { return nil }
        let grant = savingGrant ?? SavingGrant()
        savingGrant = grant
        return grant
    }

    private func firstAnswer() async {
        guard !answers.isKnown else { return }
        for await _ in changes() where answers.isKnown { return }
    }

    private func currentGrant() async -> LibraryGrant? {
        guard let place else { return nil }
        if let grant { return grant }
        let fresh = makeGrant(place)
        grant = fresh
        followMounts()
        return fresh
    }

    private func makeGrant(_ place: LibraryPlace) -> LibraryGrant {
        LibraryGrant(folder: place.folder) { [open] () throws(SaveError) in try open(place) }
    }

    private func followMounts() {
        guard mounts == nil else { return }
        let table = Glibc.open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
        guard table >= 0 else { return }
        mounts = BackgroundDescriptorWatch(owning: table, .urgent) { [weak self] _ in
            Task { await self?.mountsChanged() }
        }
    }

    /// Where a disk was taken out, or put back, whoever waits for the library's folder tries again.
    private func mountsChanged() async {
        guard let grant else { return }
        let isReplaced = await Blocking.run { grant.isReplaced() }
        if isReplaced, self.grant === grant { audience.tell(access) }
    }
}

extension PermissionRecord.Place {
    /// A table of our own, because the desktop has none for this.
    fileprivate static let library = PermissionRecord.Place(
        entry: PermissionStore.Entry(table: applicationID + ".photos", id: "library", app: applicationID),
        fallbackKey: "library-access", hintKey: "library-access-hint")
}
