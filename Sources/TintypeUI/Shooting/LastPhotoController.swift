// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Platform

/// The last photo: its button and its actions.
///
/// There whenever the library has a photo: the one that was taken last, and after a start, or when that one was deleted,
/// the newest in the folder. A burst lies there as a stack, and goes as one.
final class LastPhotoController {
    /// How long Ctrl+Z can throw a photo away; milliseconds.
    private static let undoTime: UInt32 = 10_000
    /// The delay of the folder's listing, which should not hold up the first picture; milliseconds.
    private static let listingDelay: UInt32 = 700

    let button = ThumbnailButton()
    /// The person opens the photo.
    var onOpen: () -> Void = {}
    /// Which bursts are kept whole has changed.
    var onKeptChange: () -> Void = {}
    /// Words for a short message, with the action of its button.
    var onKept: (String, (label: String, action: WindowAction)) -> Void = { _, _ in }
    /// The viewfinder's picture of the last photo: the roll shows it until the file is decoded.
    private var seen: DecodedPhoto?
    /// The same for the press on its way to the disk; one at most, because the memory is the viewfinder's.
    private var seenAtPress: DecodedPhoto?

    private let window: OpaquePointer
    private let photos: any PhotoTaking
    private let roll: any PhotoBrowsing
    private let library: any LibraryConsenting
    private let preferences: Preferences
    private let toasts: Toasts
    private let trash: PhotoTrash
    private let sharing: PhotoSharing
    private let menu: ThumbnailMenu
    private let queue: SaveQueue
    private let requests: PendingPhotoActions
    /// The newest photo on disk.
    private var photo: SavedPhoto?
    /// Whether it was taken in this run; otherwise it is the newest in the folder.
    private var isTaken = false
    /// The same, held open where it may be, so that it can be saved elsewhere after its file is gone.
    private var held: (any PhotoHolding)?
    /// The burst that Undo makes a stack again.
    private var keptLast: RollItem?
    /// Runs while Ctrl+Z can trash the last photo.
    private var undoTimer: MainTimer?
    private var looking: MainTimer?

    private typealias PhotoAction = @MainActor (LastPhotoController, SavedPhoto) -> Void

    /// - Parameter window: owns this, and gets the actions.
    init(
        window: OpaquePointer, _ environment: AppEnvironment, _ queue: SaveQueue, _ toasts: Toasts,
        _ trash: PhotoTrash
    ) {
        (self.queue, requests) = (queue, PendingPhotoActions(queue))
        self.window = window
        photos = environment.photos
        roll = environment.roll
        library = environment.library
        preferences = environment.preferences
        (self.toasts, self.trash) = (toasts, trash)
        menu = ThumbnailMenu(on: button.widget.raw)
        sharing = PhotoSharing(window: window, environment.roll, environment.library)
        sharing.onMessage = { toasts.show($0) }
        button.onPress = { [weak self] in self?.open() }
        Actions.add(to: window, .openPhoto) { [weak self] in self?.open() }
        let actions: [(WindowAction, PhotoAction)] = [
            (.showInFiles, { $0.sharing.showInFiles($1.path) }),
            (.savePhotoAs, { $0.save($1) }),
            (.trashPhoto, { $0.trash($1) }),
            (.keepBest, { $0.keepBest($1) }),
            (.keepAll, { $0.keepAll($1) }),
            (.undoPhoto, { if $0.undoTimer != nil { $0.trash($1) } }),
        ]
        requests.onUnsaved = { toasts.show(tr("The photo is not saved yet.")) }
        for (action, body) in actions {
            Actions.add(to: window, action) { [weak self] in self?.withFile(action, body) }
        }
        photoCount = 1
        Actions.add(to: window, .restorePhoto) { trash.undo() }
        Actions.add(to: window, .stackAgain) { [weak self] in self?.stackAgain() }
    }

    /// There is a picture: soon there may be time to look into the folder.
    func pictureArrived() {
        guard looking == nil, photo == nil else { return }
        lookSoon()
    }

    /// Looks for the newest photo in a moment, e.g. when the folder may have changed.
    func lookSoon() { looking = .once(after: Self.listingDelay) { [weak self] in self?.look() } }

    /// Whether newer photos are on their way to the disk.
    private var isSaving: Bool { queue.pendingCount > 0 }

    /// Photos were finished, or could not be.
    func photosChanged() {
        if !isSaving { requests.grant() }
    }

    /// The number of photos in the last photo's burst, or one.
    private var photoCount: Int {
        get { button.photoCount }
        set {
            button.photoCount = newValue
            for action in [WindowAction.keepBest, .keepAll] {
                Actions.setEnabled(window, action, newValue > 1)
            }
        }
    }

    /// Does something with the file of the last photo, as soon as that is on the disk.
    private func withFile(_ action: WindowAction, _ body: @escaping PhotoAction) {
        requests.ask(action, of: photo) { [weak self] photo in self.map { body($0, photo) } }
    }

    /// The button shows the photo that was taken last: what it showed before is not dragged out any more.
    func shown() { if !queue.hasSavedNewest { menu.setFile(nil) } }

    /// A photo was taken of what is on the screen.
    func taken(_ picture: Picture, isMirrored: Bool) {
        // The picture's memory without its frame, which the driver waits for.
        guard picture.isMirrored == isMirrored, let memory = picture.memory else {
            seenAtPress = nil
            return
        }
        seenAtPress = DecodedPhoto(
            size: picture.size, fullSize: picture.portion.size, stride: picture.stride,
            pixels: memory.pixels,
            release: { withExtendedLifetime(memory) {} })
    }

    /// The photo that the button shows; nil until it is on disk.
    var path: String? { isSaving || queue.isNewestUnsaved ? nil : photo?.path }

    /// The viewfinder's picture of the photo with this path; nil for all but the last one.
    func seen(ofPhotoAt path: String) -> DecodedPhoto? { photo?.path == path && !isSaving ? seen : nil }

    /// A photo has reached the disk.
    func saved(_ photo: SavedPhoto, _ ticket: SaveQueue.Ticket, isNewest: Bool) {
        requests.saved(photo, ticket)
        guard isNewest else {
            // One of an earlier run can be the newest in the folder.
            return lookSoon()
        }
        if let before = self.photo, RollOrder.areClose(before.path, photo.path) {
            // The folder shows which photos belong to the burst, once all are there.
            lookSoon()
        } else {
            photoCount = 1
        }
        (self.photo, isTaken) = (photo, true)
        // A photo that is saved at another try can be of an earlier press.
        seen = ticket == queue.newest ? seenAtPress : nil
        menu.setFile(photo.path)
        hold(photo)
        undoTimer = .once(after: Self.undoTime) { [weak self] in self?.undoTimer = nil }
    }

    /// A video has reached the disk.
    ///
    /// - Parameter picture: one of its pictures.
    func saved(_ video: SavedVideo, seenAs picture: Picture?) {
        queue.supersede()
        (photo, isTaken) = (SavedPhoto(path: video.path, format: .jpeg), true)
        photoCount = 1
        (held, undoTimer, seen, seenAtPress) = (nil, nil, nil, nil)
        menu.setFile(video.path)
        button.show(picture.flatMap { button.thumbnail(of: $0, isMirrored: $0.isMirrored) }, isNew: true)
    }

    private func hold(_ photo: SavedPhoto) {
        Task { [weak self, photos] in
            let held = await photos.hold(photo)
            // A later one can be open already. A disk that can be taken out is not kept busy.
            if self?.photo == photo, held?.mayStayOpen == true { self?.held = held }
        }
    }

    // MARK: The folder

    private func look() {
        guard library.access.allowsSaving, !isSaving, !queue.isNewestUnsaved else { return }
        Task { [weak self, roll, photo] in
            guard let newest = await roll.newest() else {
                self?.found(nil, insteadOf: photo)
                return
            }
            let entry = newest.entries[0]
            guard await self?.isTakenAndThere() == false, photo?.path != entry.path else {
                self?.show(newest)
                return
            }
            var small: DecodedPhoto?
            do throws(PhotoFault) { small = try await roll.thumbnail(entry) } catch {
                Log(domain: "ui").debug("\(entry.path) has no thumbnail: \(error)")
            }
            self?.found((newest, small), insteadOf: photo)
        }
    }

    /// Whether the last photo was taken in this run and its file is there: it stays the last, though the person may have
    /// saved it elsewhere, and the folder may hold later dates.
    private func isTakenAndThere() async -> Bool {
        guard isTaken, let photo else { return false }
        return await photos.hold(photo) != nil
    }

    /// - Parameter newest: nil if the folder has no photo.
    private func found(_ newest: (item: RollItem, small: DecodedPhoto?)?, insteadOf last: SavedPhoto?) {
        // A photo that was taken meanwhile is newer.
        guard !isSaving, !queue.isNewestUnsaved, photo == last else { return }
        guard let newest else {
            if photo == nil { Widgets.setVisible(button.widget.raw, false) }
            return
        }
        let entry = newest.item.entries[0]
        let isHEIC = entry.name.lowercased().hasSuffix(".heic")
        let photo = SavedPhoto(path: entry.path, format: isHEIC ? .heic : .jpeg)
        (self.photo, isTaken) = (photo, false)
        (held, undoTimer, seen) = (nil, nil, nil)
        menu.setFile(photo.path)
        show(newest.item)
        button.show(newest.small.map { button.thumbnail(of: $0) })
        Task { [roll] in await roll.prepare(entry) }
    }

    /// - Parameter newest: of the folder.
    private func show(_ newest: RollItem) {
        let isOfPhoto = newest.entries.contains { $0.path == photo?.path }
        photoCount = isOfPhoto && isStack(newest) ? newest.entries.count : 1
    }

    private func isStack(_ item: RollItem) -> Bool {
        item.isBurst && !preferences.keptBursts.contains(item)
    }

    /// The burst that a photo is of; nil where it is a single one, or not the newest.
    private func stack(of photo: SavedPhoto) async -> RollItem? {
        guard library.access.allowsSaving, let newest = await roll.newest(), isStack(newest) else {
            return nil
        }
        return newest.entries.contains { $0.path == photo.path } ? newest : nil
    }

    // MARK: Elsewhere

    func open() {
        if library.access.allowsSaving { return onOpen() }
        // A photo saved by hand: other files of its folder may not be read.
        withFile(.openPhoto) { $0.sharing.open($1.path) }
    }

    private func save(_ photo: SavedPhoto) {
        guard library.access != .restricted else {
            return toasts.show(tr("Saving is turned off for this whole computer."))
        }
        let name = photo.path.split(separator: "/").last.map(String.init) ?? ""
        Task { [weak self, window] in
            if let target = await FileDialogs.saveAs(over: window, fileName: name) {
                await self?.copy(photo, to: target)
            }
        }
    }

    private func copy(_ photo: SavedPhoto, to target: String) async {
        let isHeld = held?.photo == photo
        guard let held = isHeld ? held : await photos.hold(photo) else {
            return toasts.show(
                SaveWording.failedCopy(SaveError(.failed, path: photo.path), isVideo: photo.isVideo))
        }
        do throws(SaveError) {
            try await held.copy(to: target)
        } catch {
            Log(domain: "ui").warning("\(error.path) not copied: \(error.code)", .errno(error.underlying))
            toasts.show(SaveWording.failedCopy(error, isVideo: photo.isVideo))
        }
    }

    // MARK: Trash

    private func trash(_ photo: SavedPhoto) {
        if photo == self.photo { undoTimer = nil }
        Task { [weak self, trash, roll, photos] in
            guard let stack = await self?.stack(of: photo) else {
                return trash.trash([{ await photos.hold(photo) }], isVideo: photo.isVideo)
            }
            trash.trash(stack.entries.map { entry in { await roll.hold(entry) } })
        }
    }

    /// The sharpest of a burst stays.
    private func keepBest(_ photo: SavedPhoto) {
        Task { [weak self, trash, roll] in
            guard let stack = await self?.stack(of: photo), let best = await roll.sharpest(of: stack.entries)
            else {
                return
            }
            trash.trash(stack.entries.filter { $0 != best }.map { entry in { await roll.hold(entry) } })
        }
    }

    /// Photos went to the trash, from here or from the roll.
    func trashed(_ gone: [SavedPhoto]) {
        // A newer photo that was taken meanwhile stays the last.
        guard let photo, gone.contains(where: { $0.path == photo.path }) else { return }
        (self.photo, held, undoTimer, seen) = (nil, nil, nil, nil)
        // Otherwise the button shows a photo that waits to be saved.
        guard !queue.isNewestUnsaved else { return }
        Widgets.setVisible(button.widget.raw, false)
        look()
    }

    /// Photos that waited were thrown away, that of the button too if it was one of them.
    func thrownAway() {
        guard !queue.hasSavedNewest, !isSaving else { return }
        (photo, held, undoTimer, seen) = (nil, nil, nil, nil)
        Widgets.setVisible(button.widget.raw, false)
        look()
    }

    /// They wait again.
    func takenBack() {
        if queue.isNewestUnsaved { Widgets.setVisible(button.widget.raw, true) }
    }

    /// A photo's file was replaced by one that says another side is up: everything that was kept of it is of the old one.
    func turned(_ entry: LibraryEntry) {
        guard let photo, photo.path == entry.path else { return }
        (held, seen, seenAtPress) = (nil, nil, nil)
        hold(photo)
        Task { [weak self, roll] in
            guard let small = try? await roll.thumbnail(entry), let self, self.photo == photo else { return }
            self.button.show(self.button.thumbnail(of: small))
        }
    }

    /// Photos came back.
    func restored() { look() }

    // MARK: Bursts that are kept whole

    private func keepAll(_ photo: SavedPhoto) {
        Task { [weak self] in
            if let stack = await self?.stack(of: photo) { self?.keep(stack) }
        }
    }

    /// Treats the photos of a burst as single ones from now on.
    func keep(_ burst: RollItem) {
        preferences.keptBursts.insert(burst)
        keptLast = burst
        keptChanged()
        // Translators: the photos of a burst, which are no stack any longer.
        onKept(
            trn("%d photo kept", "%d photos kept", burst.entries.count), (tr("_Undo"), .stackAgain))
    }

    private func stackAgain() {
        guard let burst = keptLast else { return }
        keptLast = nil
        preferences.keptBursts.remove(burst)
        keptChanged()
    }

    private func keptChanged() {
        onKeptChange()
        look()
    }
}
