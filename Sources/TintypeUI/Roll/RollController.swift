// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Platform

/// The roll: opens over the viewfinder, follows the folder, and does what the person asks for with the photo in front.
///
///     roll.open(from: thumbnail, at: path)
///
/// Nothing of it exists before it is opened for the first time. While it is open the camera is off.
final class RollController {
    /// How many photos on each side are decoded beforehand.
    private static let reach = 2
    /// How long the pointer must rest on the thumbnail; milliseconds.
    private static let hoverTime: UInt32 = 60

    private(set) var isOpen = false
    /// The viewfinder's picture of a photo that was just taken, by its path.
    var seen: (String) -> DecodedPhoto? = { _ in nil }
    /// The roll was left: the viewfinder is seen from now on.
    var onClose: () -> Void = {}
    /// The person keeps all photos of a burst.
    var onKeepAll: (RollItem) -> Void = { _ in }
    /// A photo's file has other content under the same name.
    var onTurn: (LibraryEntry) -> Void = { _ in }

    private let window: OpaquePointer
    /// A GtkOverlay that holds the camera's page, and the roll's over it.
    private let host: OpaquePointer
    private let roll: any PhotoBrowsing
    private let presence: any PresenceMonitoring
    private let preferences: Preferences
    private let queue: SaveQueue
    private let trash: PhotoTrash
    private let opening: RollOpening
    private let actions: RollActions
    private let pictures: RollPictures
    private let thumbnails: RollThumbnails
    private var made: RollPage?
    private var contents = RollContents()
    /// The place in front.
    private var index = 0
    private var photo: RollPhoto?
    /// The path of a photo restored from the trash, or of the last one when the roll is opened: it comes to the front as
    /// soon as it is listed.
    private var returning: String?
    private var reader: Task<Void, Never>?
    private var judge: Task<Void, Never>?
    private var hover: MainTimer?
    private var preparing: Task<Void, Never>?
    private var keys: RollKeys?
    /// Whether the folder was listed since the roll was opened.
    private var isListed = false

    /// - Parameters:
    ///   - window: owns this, and gets the actions.
    ///   - host: a GtkOverlay.
    ///   - camera: its child.
    init(
        window: OpaquePointer, host: OpaquePointer, camera: OpaquePointer, _ environment: AppEnvironment,
        _ queue: SaveQueue, _ trash: PhotoTrash
    ) {
        (self.window, self.host) = (window, host)
        (roll, presence, preferences) = (environment.roll, environment.presence, environment.preferences)
        (self.queue, self.trash) = (queue, trash)
        let sharing = PhotoSharing(window: window, environment.roll, environment.library)
        opening = RollOpening(host: host, camera: camera)
        actions = RollActions(window: window, sharing)
        pictures = RollPictures(environment.roll)
        thumbnails = RollThumbnails(environment.roll)
        actions.place = { [weak self] in self.flatMap { $0.isOpen ? $0.place(at: $0.index) : nil } }
        sharing.onMessage = { [weak self] in self?.say($0) }
        pictures.onArrival = { [weak self] in self?.arrived($0) }
        addActions()
    }

    isolated deinit {
        reader?.cancel()
        judge?.cancel()
        preparing?.cancel()
        // The window was closed: the next one begins with the camera.
        if isOpen { presence.note(.roll, false) }
    }

    /// Words for a short message.
    func say(_ text: String, button: (label: String, action: WindowAction)? = nil) {
        made?.toasts.show(text, button: button)
    }

    // MARK: Opening

    /// The roll may be opened in a moment: decodes the newest photo, or releases it if `isLikely` is false.
    ///
    /// - Parameter isLikely: whether the pointer is where a click opens it.
    func prepare(_ isLikely: Bool) {
        guard !isOpen else { return }
        hover = nil
        preparing?.cancel()
        guard isLikely else { return pictures.forgetAll() }
        hover = .once(after: Self.hoverTime) { [weak self] in self?.prepareNewest() }
    }

    private func prepareNewest() {
        preparing = Task { [weak self, roll] in
            guard let newest = await roll.newest(), let self, !Task.isCancelled, !self.isOpen else { return }
            let page = self.made ?? self.make()
            let front = self.contents.front(of: newest) ?? newest.entries[0]
            self.pictures.prepare(.file(front), fitting: page.canvasSize(in: self.host))
        }
    }

    /// - Parameters:
    ///   - thumbnail: the button that it grows out of.
    ///   - path: of the photo that comes to the front; nil for the one being saved, or else the newest.
    func open(from thumbnail: OpaquePointer, at path: String?) {
        guard !isOpen else { return }
        isOpen = true
        isListed = false
        let page = made ?? make()
        (index, photo, returning) = (0, queue.publishing.last.map(RollPhoto.shot), path)
        contents.kept = preferences.keptBursts
        keys = RollKeys(window: window, page)
        presence.note(.roll, true)
        page.isGrid = false
        Widgets.setVisible(page.widget.raw, true)
        gtk_widget_grab_focus(page.canvas.widget.raw.widget)
        shotsChanged()
        read()
        actions.findMail()
        opening.grow(page, outOf: thumbnail)
    }

    func close() {
        guard isOpen, let made else { return }
        isOpen = false
        presence.note(.roll, false)
        keys = nil
        reader?.cancel()
        judge?.cancel()
        made.details.follow(nil)
        made.playback.stop()
        opening.uncover()
        onClose()
        opening.shrink(made) { [weak self] in self?.closed() }
    }

    private func closed() {
        guard !isOpen, let made else { return }
        Widgets.setVisible(made.widget.raw, false)
        pictures.forgetAll()
        made.details.isShown = false
    }

    private func make() -> RollPage {
        let page = RollPage(
            roll, pictures, thumbnails, place: { [weak self] in self?.place(at: $0) },
            words: { [weak self] in self?.words($0) ?? "" })
        page.canvas.onStep = { [weak self] in self?.step($0) }
        page.canvas.onResize = { [weak self] in
            self?.keepAround()
            self?.made?.playback.fit()
        }
        page.playback.onChange = { [weak self] in self?.describe() }
        page.playback.onFault = { [weak self] fault in
            let words = RollWording.fault(fault, of: .video)
            self?.say(
                "\(words.title). \(words.text)", button: (tr("Open With…"), .rollOpenWith))
        }
        page.canvas.onZoom = { [weak self] in self?.showZoom() }
        page.onChoose = { [weak self] in self?.show($0) }
        Widgets.setVisible(page.widget.raw, false)
        gtk_overlay_add_overlay(host, page.widget.raw.widget)
        made = page
        return page
    }

    // MARK: Contents

    private func read() {
        let listings = roll.listings()
        reader = Task { [weak self] in
            for await listing in listings { self?.listed(listing) }
        }
    }

    private func listed(_ listing: LibraryListing) {
        isListed = true
        pictures.forgetPrepared()
        contents.update(listing)
        contents.update(queue.publishing)
        let newest = contents.places.first?.photo
        let seen = newest?.entry.flatMap { self.seen($0.path) }
        if let newest, let seen, thumbnails[newest] == nil {
            thumbnails.keep(RollPictures.Decoded(seen), newest)
        }
        contentsChanged()
        if let newest, let seen { pictures.show(seen, as: newest) }
    }

    /// Shots were put into the journal, or their photos are made.
    func shotsChanged() {
        guard isOpen else { return }
        contents.update(queue.publishing)
        contentsChanged()
    }

    /// Which bursts are kept whole has changed.
    func keptChanged() {
        guard isOpen else { return }
        contents.kept = preferences.keptBursts
        contentsChanged()
    }

    /// Photos came back from the trash: shows them.
    func restored(_ photos: [SavedPhoto]) {
        guard isOpen else { return }
        returning = photos.first?.path
        contentsChanged()
    }

    private func contentsChanged() {
        guard isOpen, let made else { return }
        let back = returning.flatMap { path in contents.places.firstIndex { $0.holds(path) } }
        if back != nil { returning = nil }
        let index = back ?? photo.flatMap { contents.index(of: $0, formerly: self.index) } ?? 0
        // Set before the thumbnails ask for theirs.
        (self.index, photo) = (index, place(at: index)?.photo)
        keepAround()
        made.list(contents.places)
        show(at: index, step: 0)
    }

    private func place(at index: Int) -> RollPlace? {
        contents.places.indices.contains(index) ? contents.places[index] : nil
    }

    private func words(_ index: Int) -> String {
        place(at: index).map {
            RollWording.sentence($0, index, of: contents.places.count, now: RollWording.now)
        } ?? ""
    }

    /// The photo in front, if it has a file.
    private var entry: LibraryEntry? { place(at: index)?.photo.entry }

    // MARK: In front

    private func step(_ step: Int) {
        let next = index + step
        guard contents.places.indices.contains(next) else { return }
        show(at: next, step: step)
        announce()
    }

    private func show(_ index: Int) {
        guard contents.places.indices.contains(index), index != self.index else { return }
        show(at: index, step: 0)
        // In the grid the keyboard is on the photo, whose name is read.
        if made?.isGrid != true { announce() }
    }

    private func announce() { Announcer.say(words(index), from: window) }

    private func show(at index: Int, step: Int) {
        guard let made else { return }
        self.index = index
        let place = place(at: index)
        photo = place?.photo
        made.playback.keep(only: photo?.entry)
        keepAround()
        made.canvas.show(
            place?.photo, before: self.place(at: index - 1)?.photo, after: self.place(at: index + 1)?.photo,
            step: step)
        made.select(index)
        describe()
        made.details.follow(entry)
        judgeBurst()
        actions.update()
    }

    /// Decodes the photo in front, then its neighbours.
    private func keepAround() {
        guard let made, isOpen else { return }
        // Until the folder is listed, the pictures prepared earlier stay.
        guard isListed || !contents.places.isEmpty else { return }
        let around = [0] + (1...Self.reach).flatMap { [$0, -$0] }
        pictures.keep(around.compactMap { place(at: index + $0)?.photo }, fitting: made.canvas.size)
    }

    private func arrived(_ photo: RollPhoto) {
        made?.canvas.photoArrived()
        if photo == self.photo { describe() }
    }

    private func describe() {
        guard let made else { return }
        let place = place(at: index)
        let fault = place.map { pictures.fault($0.photo) } ?? contents.fault
        // Before the folder was listed there is nothing to describe.
        guard place != nil || isListed else { return }
        made.describe(
            place, index, of: contents.places.count,
            length: place.flatMap { pictures.fitted($0.photo)?.photo.length }, fault: fault)
        showZoom()
    }

    private func showZoom() {
        guard let made else { return }
        made.showZoom(made.canvas.isEnlarged ? made.canvas.percent : nil)
    }

    /// Brings the sharpest photo of a burst to its front.
    private func judgeBurst() {
        judge?.cancel()
        guard let place = place(at: index), place.isFolded, let burst = place.burst,
            contents.front(of: burst) == nil
        else { return }
        judge = Task { [weak self, roll] in
            guard let sharpest = await roll.sharpest(of: burst.entries), let self, !Task.isCancelled else {
                return
            }
            self.contents.setFront(sharpest, of: burst)
            self.contentsChanged()
        }
    }

    // MARK: Actions

    private func addActions() {
        let actions: [(WindowAction, @MainActor (RollController) -> Void)] = [
            (.rollClose, { $0.back() }),
            (.rollLeave, { $0.close() }),
            (.rollTurnLeft, { $0.turn(clockwise: false) }),
            (.rollTurnRight, { $0.turn(clockwise: true) }),
            (.rollDetails, { $0.made?.details.isShown.toggle() }),
            (.rollTrash, { $0.trashFront() }),
            (.rollPlay, { $0.made?.playback.toggle($0.entry) }),
            (.rollBurst, { $0.toggleBurst() }),
            (.rollKeep, { $0.keepOne() }),
            (.rollKeepAll, { roll in roll.place(at: roll.index)?.burst.map { roll.onKeepAll($0) } }),
        ]
        for (action, body) in actions {
            Actions.add(to: window, action) { [weak self] in if let self, self.isOpen { body(self) } }
        }
    }

    /// One level up: from all photos to one, from there to the camera.
    private func back() {
        if let made, made.isGrid {
            made.isGrid = false
            return
        }
        close()
    }

    private func toggleBurst() {
        guard let place = place(at: index), let burst = place.burst else { return }
        contents.setUnfolded(burst, place.isFolded)
        contentsChanged()
    }

    private func turn(clockwise: Bool) {
        guard let entry else { return }
        Task { [weak self, roll] in
            do throws(SaveError) {
                try await roll.turn(entry, clockwise: clockwise)
                self?.turned(entry)
            } catch {
                Log(domain: "ui").warning("\(error.path) not turned: \(error.code)", .errno(error.underlying))
                self?.say(
                    error.code == .encodingFailed
                        ? tr("This kind of picture can’t be turned without loss.")
                        : tr("The photo couldn’t be turned.") + " " + SaveWording.reason(for: error))
            }
        }
    }

    private func turned(_ entry: LibraryEntry) {
        pictures.forget(.file(entry))
        thumbnails.forget(.file(entry))
        onTurn(entry)
        guard photo?.entry?.path == entry.path else { return }
        made?.canvas.show(nil, before: nil, after: nil)
        show(at: index, step: 0)
        made?.refresh(index)
    }

    // MARK: Trash

    private func trashFront() {
        guard let place = place(at: index), let entry = place.photo.entry else { return }
        trash(place.isFolded ? place.burst?.entries ?? [entry] : [entry])
    }

    /// Trashes the other photos of the burst. In front of a folded burst is the sharpest, once that is known.
    private func keepOne() {
        guard let place = place(at: index), let burst = place.burst, let entry = place.photo.entry else {
            return
        }
        guard place.isFolded, contents.front(of: burst) == nil else {
            return trash(burst.entries.filter { $0 != entry })
        }
        Task { [weak self, roll] in
            guard let best = await roll.sharpest(of: burst.entries) else { return }
            self?.trash(burst.entries.filter { $0 != best })
        }
    }

    private func trash(_ entries: [LibraryEntry]) {
        trash.trash(
            entries.map { [roll] entry in { await roll.hold(entry) } },
            isVideo: entries.first?.isVideo ?? false)
    }
}
