internal import CaptureCore
internal import GLibBridge

/// What happens to a photo between the press and its file, for the window: counts the photos on their way and
/// keeps the ones that could not be saved.
///
///     let shooting = ShootingController(photos: library)
///     shooting.onChange = { … }
///     shooting.take(shot, picture)
final class ShootingController {
    /// A photo that is not where it belongs, and why. It stays until it is saved, or the person gives it up.
    struct Unsaved {
        /// Where its picture is meanwhile.
        enum Place {
            /// In memory only: neither the journal nor the library could take it.
            case memory(Shot)
            case journal(JournalledShot)
        }

        let place: Place
        let error: SaveError

        var time: WallTime {
            switch place {
            case .memory(let shot): shot.time
            case .journal(let shot): shot.time
            }
        }

        var format: PhotoFormat {
            switch place {
            case .memory(let shot): shot.format
            case .journal(let shot): shot.format
            }
        }

        /// Whether it would be gone with the program.
        var isInDanger: Bool { if case .memory = place { true } else { false } }

        /// Whether the person should decide about it before the program ends. A photo that waits for nothing but the
        /// permission waits safely: the next launch still has it.
        var needsDecision: Bool { isInDanger || ![.notAllowed, .restricted].contains(error.code) }
    }

    /// Photos being made safe, encoded or written.
    private(set) var pendingCount = 0
    /// Those of them that would be gone with the program.
    private(set) var endangeredCount = 0
    /// The oldest first.
    private(set) var unsaved: [Unsaved] = []
    /// The newest photo on disk.
    private(set) var lastSaved: SavedPhoto?

    /// Told after every change of the above.
    var onChange: () -> Void = {}
    /// Told of each photo that has reached the disk and is the newest.
    var onSaved: (SavedPhoto) -> Void = { _ in }
    /// Told once, when photos of earlier runs were finished, or some could not be read: how many of each.
    var onRecovered: (_ count: Int, _ damagedCount: Int) -> Void = { _, _ in }
    /// Told once, until the journal works again, when a photo was saved without it: why that can't take any.
    var onSlow: (SaveError) -> Void = { _ in }
    /// Told once, when HEIC was asked for and JPEG was written.
    var onFormatFallback: () -> Void = {}

    private let photos: any PhotoTaking
    private let log = Log(domain: "ui")
    private var saidFallback = false
    private var saidSlow = false
    /// Photos can be ready in another order than they were taken; the newest taken is the last photo.
    private var taken = 0
    private var lastSavedIndex = -1

    init(photos: any PhotoTaking) { self.photos = photos }

    /// How many photos the person should decide about before the program ends.
    var undecidedCount: Int { unsaved.count { $0.needsDecision } }
    /// Whether photos would be gone with the program.
    var isInDanger: Bool { unsaved.contains(where: \.isInDanger) }

    /// A press on its way to safety.
    private final class Press {
        private var shot: Shot?
        let measure: (() async -> MeasuredSettings)?
        let better: (() async -> Frame?)?
        let whenSafe: @MainActor () -> Void

        init(
            _ shot: Shot, _ measure: (() async -> MeasuredSettings)?, _ better: (() async -> Frame?)?,
            _ whenSafe: @escaping @MainActor () -> Void
        ) {
            self.shot = shot
            self.measure = measure
            self.better = better
            self.whenSafe = whenSafe
        }

        /// Gives the shot away, with the memory of its frame; nil the second time.
        func takeShot() -> Shot? {
            defer { shot = nil }
            return shot
        }
    }

    /// Makes a shot safe, then a photo in the library. Where the journal can't take it, the photo is made at once.
    ///
    /// - Parameters:
    ///   - measure: what the camera says of itself, asked before the shot is made safe.
    ///   - better: looks for a frame that is better than the shot's, once that is safe; nil for none.
    ///   - whenSafe: called once the photo no longer needs this program's memory, and whatever happens then
    ///     will be in the library; never for one that could not be made safe.
    func take(
        _ shot: Shot, measure: (() async -> MeasuredSettings)? = nil, better: (() async -> Frame?)? = nil,
        whenSafe: @escaping @MainActor () -> Void = {}
    ) {
        endangeredCount += 1
        let press = Press(shot, measure, better, whenSafe)
        begin { [self] index in
            // The frame's memory is free once it is in the journal, long before the photo is made.
            if let journalled = await makeSafe(press, index) { await publish(journalled, index) }
        }
    }

    /// - Returns: nil where the journal can't take it: then it is a photo already, or waits in memory.
    private func makeSafe(_ press: Press, _ index: Int) async -> JournalledShot? {
        guard let seen = press.takeShot() else { return nil }
        let shot = seen.with(measured: await press.measure?())
        do throws(SaveError) {
            let journalled = try await photos.journal(shot)
            endangeredCount -= 1
            saidSlow = false
            press.whenSafe()
            return await improved(journalled, shot, await press.better?())
        } catch {
            let better = await press.better?()
            await saveDirectly(better.map { shot.with(frame: $0) } ?? shot, index, press, since: error)
            endangeredCount -= 1
            return nil
        }
    }

    /// - Parameter reason: why the journal does not take it.
    private func saveDirectly(_ shot: Shot, _ index: Int, _ press: Press, since reason: SaveError) async {
        log.warning("shot not journalled: \(reason.code), \(reason.path)", .errno(reason.underlying))
        do throws(SaveError) {
            let photo = try await photos.save(shot)
            press.whenSafe()
            saved(photo, wanted: shot.format, index: index)
            if !saidSlow { onSlow(reason) }
            saidSlow = true
        } catch {
            keep(.memory(shot), error)
        }
    }

    /// Where the better frame can't be made safe, the one that was seen stays.
    private func improved(_ journalled: JournalledShot, _ shot: Shot, _ frame: Frame?) async -> JournalledShot
    {
        guard let frame else { return journalled }
        do throws(SaveError) {
            return try await photos.replace(journalled, with: shot.with(frame: frame))
        } catch {
            log.warning("the best moment was not kept: \(error.code)", .errno(error.underlying))
            return journalled
        }
    }

    /// Finishes the photos of earlier runs.
    func recover() {
        Task {
            let recovery = await photos.recover()
            for waiting in recovery.waiting { keep(.journal(waiting.shot), waiting.error) }
            if recovery.count + recovery.damagedCount > 0 {
                onRecovered(recovery.count, recovery.damagedCount)
            }
            onChange()
        }
    }

    /// Tries everything again that could not be saved.
    func tryAgain() {
        let all = unsaved
        unsaved.removeAll()
        for unsaved in all { begin { [self] index in await tryAgain(unsaved, index) } }
    }

    private func tryAgain(_ unsaved: Unsaved, _ index: Int) async {
        switch unsaved.place {
        case .journal(let shot):
            await publish(shot, index)
        case .memory(let shot):
            // Past the journal, if that still can't take it.
            endangeredCount += 1
            await save(unsaved.place, unsaved.format, index) { () async throws(SaveError) in
                try await self.photos.save(shot)
            }
            endangeredCount -= 1
        }
    }

    /// Saves the oldest of the shots that could not be saved into a file the person chose.
    func saveFirstUnsaved(as path: String) {
        guard !unsaved.isEmpty else { return }
        let first = unsaved.removeFirst()
        begin { [self] index in
            await save(first.place, first.format, index) { () async throws(SaveError) in
                switch first.place {
                case .memory(let shot): try await self.photos.save(shot, as: path)
                case .journal(let shot): try await self.photos.publish(shot, as: path)
                }
            }
        }
    }

    /// Saves all of the shots that could not be saved into a folder the person chose.
    func saveAllUnsaved(into folder: String) {
        let all = unsaved
        unsaved.removeAll()
        for unsaved in all {
            begin { [self] index in
                await save(unsaved.place, unsaved.format, index) { () async throws(SaveError) in
                    switch unsaved.place {
                    case .memory(let shot): try await self.photos.save(shot, into: folder)
                    case .journal(let shot): try await self.photos.publish(shot, into: folder)
                    }
                }
            }
        }
    }

    /// Gives up for good what could not be saved; only when the person said so. What waits for the permission stays.
    func discardUnsaved() {
        let discarded = unsaved.filter(\.needsDecision)
        unsaved.removeAll(where: \.needsDecision)
        for case .journal(let shot) in discarded.map(\.place) {
            begin { [self] _ in await photos.discard(shot) }
        }
        onChange()
    }

    /// The last photo is not in the library any more.
    func forgetLast() {
        lastSaved = nil
        onChange()
    }

    /// The last photo is back; a newer one stays the last.
    func restoreLast(_ photo: SavedPhoto) {
        if lastSaved == nil { lastSaved = photo }
        onChange()
    }

    private func publish(_ shot: JournalledShot, _ index: Int) async {
        await save(.journal(shot), shot.format, index) { () async throws(SaveError) in
            try await self.photos.publish(shot)
        }
    }

    /// Counts `work` as pending until it is done.
    private func begin(_ work: @escaping (_ index: Int) async -> Void) {
        let index = taken
        taken += 1
        pendingCount += 1
        onChange()
        Task {
            await work(index)
            pendingCount -= 1
            onChange()
        }
    }

    private func save(
        _ place: Unsaved.Place, _ wanted: PhotoFormat, _ index: Int,
        _ work: () async throws(SaveError) -> SavedPhoto
    ) async {
        do throws(SaveError) {
            saved(try await work(), wanted: wanted, index: index)
        } catch {
            keep(place, error)
        }
    }

    private func keep(_ place: Unsaved.Place, _ error: SaveError) {
        log.warning("photo not saved: \(error.code), \(error.path)", .errno(error.underlying))
        unsaved.append(Unsaved(place: place, error: error))
    }

    private func saved(_ photo: SavedPhoto, wanted: PhotoFormat, index: Int) {
        if index > lastSavedIndex {
            lastSavedIndex = index
            lastSaved = photo
            onSaved(photo)
        }
        if photo.format != wanted, !saidFallback {
            saidFallback = true
            onFormatFallback()
        }
    }
}
