internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// The last photo: the button that shows it, and what can be done with it.
final class LastPhotoController {
    /// How long Ctrl+Z can throw a photo away; milliseconds.
    private static let undoTime: UInt32 = 10_000

    let button = ThumbnailButton()

    private let window: OpaquePointer
    private let photos: any PhotoTaking
    private let library: any LibraryConsenting
    private let toasts: Toasts
    private let menu: ThumbnailMenu
    private var isSaving = false
    /// The newest photo on disk.
    private var photo: SavedPhoto?
    /// The same, held open, so that it can be saved elsewhere after its file is gone.
    private var held: (any PhotoHolding)?
    /// The photo that "Undo" brings back.
    private var trashed: (any PhotoHolding)?
    /// Runs while Ctrl+Z takes the last photo back.
    private var undoTimer: MainTimer?

    /// - Parameter window: owns this, and gets the actions.
    init(window: OpaquePointer, _ environment: AppEnvironment, _ toasts: Toasts) {
        self.window = window
        photos = environment.photos
        library = environment.library
        self.toasts = toasts
        menu = ThumbnailMenu(on: button.widget.raw)
        button.onPress = { [weak self] in self?.open() }
        Actions.add(to: window, "open-photo") { [weak self] in self?.open() }
        Actions.add(to: window, "show-in-files") { [weak self] in self?.showInFiles() }
        Actions.add(to: window, "save-photo-as") { [weak self] in self?.save() }
        Actions.add(to: window, "trash-photo") { [weak self] in self?.trash() }
        Actions.add(to: window, "undo-photo") { [weak self] in
            if self?.undoTimer != nil { self?.trash() }
        }
        Actions.add(to: window, "restore-photo") { [weak self] in self?.restore() }
    }

    /// - Parameter isSaving: whether newer photos are on their way to the disk.
    func update(isSaving: Bool) {
        self.isSaving = isSaving
        button.isReady = photo != nil && !isSaving
    }

    /// The newest photo has reached the disk.
    func saved(_ photo: SavedPhoto) {
        self.photo = photo
        menu.setFile(photo.path)
        Task { [weak self, photos] in
            let held = await photos.hold(photo)
            // A later one can be open already.
            if self?.photo == photo { self?.held = held }
        }
        undoTimer = .once(after: Self.undoTime) { [weak self] in self?.undoTimer = nil }
    }

    // MARK: Elsewhere

    private func open() {
        guard let photo else { return }
        attempt(tr("No program could open the photo")) { () throws(GLibError) in
            try await PhotoOpener.open(photo.path)
        }
    }

    private func showInFiles() {
        guard let photo else { return }
        attempt(tr("No file manager could be opened")) { () throws(GLibError) in
            try await PhotoOpener.showInFiles(photo.path)
        }
    }

    /// - Parameter failure: the message where it fails.
    private func attempt(
        _ failure: String, _ body: @escaping @MainActor () async throws(GLibError) -> Void
    ) {
        Task { [weak self] in
            do throws(GLibError) {
                try await body()
            } catch {
                Log(domain: "ui").warning(error.message, .error(error))
                self?.toasts.show(failure)
            }
        }
    }

    private func save() {
        guard let photo else { return }
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
            return toasts.show(tr("The photo couldn’t be copied"))
        }
        do throws(SaveError) {
            try await held.copy(to: target)
        } catch {
            Log(domain: "ui").warning("\(error.path) not copied: \(error.code)", .errno(error.underlying))
            toasts.show(
                error.code == .failed ? tr("The photo couldn’t be copied") : SaveWording.reason(for: error))
        }
    }

    // MARK: Trash

    private func trash() {
        guard let photo else { return }
        undoTimer = nil
        Task { [weak self, photos] in
            // The file that has the name now, so that this very one can be brought back.
            guard let held = await photos.hold(photo) else {
                self?.failedToTrash()
                return
            }
            do throws(SaveError) {
                try await held.trash()
                self?.trashed(held)
            } catch {
                Log(domain: "ui").warning("\(error.path) not trashed", .errno(error.underlying))
                self?.failedToTrash()
            }
        }
    }

    private func failedToTrash() { toasts.show(tr("The photo couldn’t be moved to the trash")) }

    private func trashed(_ held: any PhotoHolding) {
        trashed = held
        // A newer one that was taken meanwhile stays the last.
        if photo == held.photo {
            photo = nil
            Widgets.setVisible(button.widget.raw, false)
        }
        toasts.show(tr("Photo moved to the trash"), button: (tr("_Undo"), "win.restore-photo"))
    }

    private func restore() {
        guard let held = trashed else { return }
        trashed = nil
        Task { [weak self] in
            do throws(SaveError) {
                try await held.restore()
                self?.restored(held.photo)
            } catch {
                Log(domain: "ui").warning("\(error.path) not restored", .errno(error.underlying))
                self?.toasts.show(tr("The photo couldn’t be brought back; it is still in the trash."))
            }
        }
    }

    private func restored(_ photo: SavedPhoto) {
        if self.photo == nil { self.photo = photo }
        Widgets.setVisible(button.widget.raw, true)
        update(isSaving: isSaving)
    }
}
