// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
import Glibc
public import Imaging
public import Permissions
import Platform
import Synchronization

/// Makes files of shots and puts them into the photo library, in the background; a journal keeps them safe until then.
///
/// Thread-safe; any number of shots can be saved at once. Each is copied from the driver's buffer first, so that
/// the camera goes on, then journalled on a thread of its own, then encoded on a thread of the lowest priority,
/// earliest press first. A shot in the journal takes no memory.
public final class PhotoLibrary: PhotoTaking {
    private let grant: @Sendable () async -> LibraryGrant?
    private let recoveryGrant: @Sendable () async -> LibraryGrant?
    private let savingGrant: @Sendable () async -> SavingGrant?
    private let finisher: ShotFinisher
    /// For photos that are on the disk already.
    private let files = WorkQueue(limit: 1)
    private let journalling: WorkQueue
    private let encoding: WorkQueue
    private let held = Atomic<Int>(0)

    /// Whether any shot is not on disk yet, and so would be lost with the program. Thread-safe, never blocks.
    public var holdsShots: Bool { held.load(ordering: .relaxed) > 0 }

    private var journal: ShotJournal { finisher.journal }
    private var maker: PhotoMaker { finisher.maker }

    /// - Parameters:
    ///   - encoder: knows the program's name and version.
    ///   - journal: the folder of the shot journal, absolute; created if missing.
    ///   - recoveredWord: stands in the name of a photo that could not get the one it was meant for.
    ///   - log: gets what no view shows: why a photo became a JPEG, why an encoder failed. Called on any thread.
    ///   - recoveryGrant: asked for photos of earlier runs; must not ask the person. nil: `grant` does not either.
    ///   - savingGrant: asked before a photo goes to a file or folder that the person named; nil if saving is off.
    ///   - grant: asked before each photo; nil if the person does not allow it.
    public convenience init(
        encoder: PhotoEncoder, journal: String, recoveredWord: String = "recovered",
        log: @escaping PhotoLog = { _, _ in },
        recoveryGrant: (@Sendable () async -> LibraryGrant?)? = nil,
        savingGrant: @escaping @Sendable () async -> SavingGrant? = { nil },
        grant: @escaping @Sendable () async -> LibraryGrant?
    ) {
        self.init(
            encoder: encoder, journal: ShotJournal(path: journal), recoveredWord: recoveredWord, log: log,
            recoveryGrant: recoveryGrant, savingGrant: savingGrant, grant: grant)
    }

    init(
        encoder: PhotoEncoder, journal: ShotJournal, encoding: WorkQueue = .encoding(),
        recoveredWord: String = "recovered", log: @escaping PhotoLog = { _, _ in },
        recoveryGrant: (@Sendable () async -> LibraryGrant?)? = nil,
        savingGrant: @escaping @Sendable () async -> SavingGrant? = { nil },
        grant: @escaping @Sendable () async -> LibraryGrant?
    ) {
        self.grant = grant
        self.recoveryGrant = recoveryGrant ?? grant
        self.savingGrant = savingGrant
        self.encoding = encoding
        journalling = WorkQueue(limit: 1)
        let maker = PhotoMaker(encoder: encoder, recoveredWord: recoveredWord, log: log)
        finisher = ShotFinisher(journal: journal, maker: maker)
    }

    // MARK: Journal

    public func journal(_ shot: Shot) async throws(SaveError) -> JournalledShot {
        try await journal(shot, target: .library)
    }

    private func journal(_ shot: Shot, target: PhotoTarget) async throws(SaveError) -> JournalledShot {
        held.add(1, ordering: .relaxed)
        defer { held.subtract(1, ordering: .relaxed) }
        let shot = shot.detached()
        return try await journalling.run(pressedAt: shot.time) { [journal] () throws(SaveError) in
            try journal.write(shot, target: target)
        }
    }

    public func replace(_ journalled: JournalledShot, with shot: Shot) async throws(SaveError)
        -> JournalledShot
    {
        guard let name = EntryName(id: journalled.id) else {
            throw SaveError(.failed, underlying: ENOENT, path: journal.path)
        }
        let shot = shot.detached()
        return try await journalling.run(pressedAt: shot.time) { [journal] () throws(SaveError) in
            try journal.replace(name, with: shot)
        }
    }

    public func discard(_ shot: JournalledShot) async {
        guard let name = EntryName(id: shot.id) else { return }
        await journalling.run(pressedAt: shot.time) { [journal] in journal.remove(name) }
    }

    // MARK: Saving

    public func save(_ source: PhotoSource, to target: PhotoTarget) async throws(SaveError) -> SavedPhoto {
        switch source {
        case .journal(let shot): return try await finish(shot, to: target)
        case .memory(let shot):
            let shot = shot.detached()
            let target = try target.absolute()
            guard let journalled = await journalIfPossible(shot, target: target) else {
                return try await saveDirectly(shot, to: try await destination(target))
            }
            do throws(SaveError) { return try await finish(journalled, to: target) } catch {
                // The caller gets the error and still has the shot.
                await discard(journalled)
                throw error
            }
        }
    }

    private func finish(_ shot: JournalledShot, to target: PhotoTarget) async throws(SaveError) -> SavedPhoto
    {
        guard let name = EntryName(id: shot.id) else {
            throw SaveError(.failed, underlying: ENOENT, path: journal.path)
        }
        let destinations = try await destinations(target)
        return try await encoding.run(pressedAt: shot.time) { [finisher] () throws(SaveError) in
            do throws(ShotFinisher.Failure) { return try finisher.finish(name, to: destinations) } catch {
                throw error.error
            }
        }
    }

    /// Where a shot in the journal goes, by what it was meant for.
    private func destinations(
        _ target: PhotoTarget
    ) async throws(SaveError) -> @Sendable (PhotoTarget) -> [PhotoDestination] {
        guard target == .library else {
            let destination = try await destination(target)
            return { _ in [destination] }
        }
        let (grant, saving) = (await grant(), await savingGrant())
        return { Self.destinations(for: $0, grant, saving) }
    }

    /// Destinations for a photo that was not published at once, best first. It never replaces the file it was meant for,
    /// which may be a different one by now, and goes to the library only if that file's folder can't be used.
    private static func destinations(
        for target: PhotoTarget, _ grant: LibraryGrant?, _ saving: SavingGrant?
    ) -> [PhotoDestination] {
        let library = grant.map { [PhotoDestination.library($0)] } ?? []
        return switch target {
        case .library, .folder: library
        case .file(let path): (saving.map { [.recoveredFile(path, $0)] } ?? []) + library
        }
    }

    private func destination(_ target: PhotoTarget) async throws(SaveError) -> PhotoDestination {
        switch target {
        case .library:
            guard let grant = await grant() else { throw SaveError(.notAllowed, path: "") }
            return .library(grant)
        case .file(let path): return .file(path, try await savingGrant(for: path))
        case .folder(let path): return .folder(path, try await savingGrant(for: path))
        }
    }

    private func savingGrant(for path: String) async throws(SaveError) -> SavingGrant {
        guard let grant = await savingGrant() else { throw SaveError(.restricted, path: path) }
        return grant
    }

    public func hold(_ photo: SavedPhoto) async -> (any PhotoHolding)? {
        await files.run { [files, maker, savingGrant] () -> HeldPhoto? in
            do throws(SystemFault) {
                return try HeldPhoto(photo, on: files, log: maker.log, savingGrant: savingGrant)
            } catch {
                maker.log("\(photo.path) can't be opened: \(error.call)", error.cause.rawValue)
                return nil
            }
        }
    }

    /// nil if the journal can't take it: the photo's own disk may have room all the same.
    private func journalIfPossible(_ shot: Shot, target: PhotoTarget) async -> JournalledShot? {
        do throws(SaveError) {
            return try await journal(shot, target: target)
        } catch {
            maker.log("shot not journalled: \(error.code), \(error.path)", error.underlying)
            return nil
        }
    }

    private func saveDirectly(
        _ shot: Shot, to destination: PhotoDestination
    ) async throws(SaveError) -> SavedPhoto {
        held.add(1, ordering: .relaxed)
        defer { held.subtract(1, ordering: .relaxed) }
        return try await encoding.run(pressedAt: shot.time) { [maker] () throws(SaveError) in
            try maker.save(shot, to: destination)
        }
    }

    // MARK: Recovery

    public func recover() async -> Recovery {
        let (grant, saving) = (await recoveryGrant(), await savingGrant())
        let recoverer = Recoverer(finisher: finisher)
        let names = await encoding.run {
            // A photo of the journal removes its own, in whatever folder; this one finds those of turned photos, too.
            if let grant, let place = try? PermittedFolder.open(grant) {
                TemporaryFile.removeLeft(in: place.folder)
            }
            return recoverer.begin()
        }
        for name in names {
            await encoding.run {
                recoverer.finish(name) { Self.destinations(for: $0, grant, saving) }
            }
        }
        return recoverer.recovery
    }
}

extension PhotoTarget {
    /// - Throws: the fault of asking for the working folder.
    fileprivate func absolute() throws(SaveError) -> PhotoTarget {
        if case .file(let path) = self { .file(try NamedFile.absolute(path)) } else { self }
    }
}

extension WallTime {
    /// Before every press.
    static let longAgo = WallTime(nanosecondsSince1970: .min, offsetFromUTC: 0)
}
