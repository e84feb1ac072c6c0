internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// What can be done with the last photo.
extension CameraWindow {
    /// Ctrl+Z means "not that photo" for so long after it was taken; milliseconds.
    private static var undoTime: UInt32 { 10_000 }

    func addPhotoActions() {
        let window = widget.raw
        Actions.add(to: window, "open-photo") { [weak self] in self?.openLastPhoto() }
        Actions.add(to: window, "show-in-files") { [weak self] in
            self?.withLastPhoto(tr("No file manager could be opened")) { photo throws(GLibError) in
                try await PhotoFile.showInFiles(photo.path)
            }
        }
        Actions.add(to: window, "save-photo-as") { [weak self] in self?.saveLastPhotoAs() }
        Actions.add(to: window, "trash-photo") { [weak self] in self?.trashLastPhoto() }
        Actions.add(to: window, "undo-photo") { [weak self] in
            if self?.undoTimer != nil { self?.trashLastPhoto() }
        }
        Actions.add(to: window, "restore-photo") { [weak self] in self?.restorePhoto() }
    }

    /// A photo has reached the disk.
    func noteSaved(_ photo: SavedPhoto) {
        photoMenu.setFile(photo.path)
        Task { [weak self] in
            let held = await self?.environment.photos.hold(photo)
            // A later one can be open already.
            if self?.shooting.lastSaved == photo { self?.heldPhoto = held }
        }
        undoTimer = .once(after: Self.undoTime) { [weak self] in self?.undoTimer = nil }
    }

    func openLastPhoto() {
        withLastPhoto(tr("No program could open the photo")) { photo throws(GLibError) in
            try await PhotoOpener.open(photo.path)
        }
    }

    /// Does something with the last photo, and says so where it fails.
    private func withLastPhoto(
        _ failure: String, _ body: @escaping @MainActor (SavedPhoto) async throws(GLibError) -> Void
    ) {
        guard let photo = shooting.lastSaved else { return }
        Task { [weak self] in
            do throws(GLibError) {
                try await body(photo)
            } catch {
                Log(domain: "ui").warning("\(photo.path): \(error.message)", .error(error))
                self?.showToast(failure)
            }
        }
    }

    private func saveLastPhotoAs() {
        guard let photo = shooting.lastSaved else { return }
        guard environment.library.access != .restricted else {
            return showToast(tr("Saving is turned off for this whole computer."))
        }
        let name = photo.path.split(separator: "/").last.map(String.init) ?? ""
        saveAs = SaveAsDialog(over: widget.raw, fileName: name) { [weak self] target in
            Task { await self?.copy(photo, to: target) }
        }
    }

    private func copy(_ photo: SavedPhoto, to target: String) async {
        let isHeld = heldPhoto?.photo == photo
        guard let held = isHeld ? heldPhoto : await environment.photos.hold(photo) else {
            return showToast(tr("The photo couldn’t be copied"))
        }
        do throws(SaveError) {
            try await held.copy(to: target)
        } catch {
            Log(domain: "ui").warning("\(error.path) not copied: \(error.code)", .errno(error.underlying))
            showToast(
                error.code == .failed ? tr("The photo couldn’t be copied") : SaveWording.reason(for: error))
        }
    }

    // MARK: Trash

    private func trashLastPhoto() {
        undoTimer = nil
        withLastPhoto(tr("The photo couldn’t be moved to the trash")) { [weak self] photo throws(GLibError) in
            // The file that has the name now, so that this very one can be brought back.
            let held = await self?.environment.photos.hold(photo)
            try await PhotoFile.trash(photo.path)
            self?.photoTrashed(held)
        }
    }

    private func photoTrashed(_ photo: (any PhotoHolding)?) {
        trashed = photo
        shooting.forgetLast()
        Widgets.setVisible(bar.lastPhoto.widget.raw, false)
        toasts.show(tr("Photo moved to the trash"), button: (tr("_Undo"), "win.restore-photo"))
    }

    private func restorePhoto() {
        guard let photo = trashed else { return }
        trashed = nil
        Task { [weak self] in
            do throws(SaveError) {
                try await photo.restore()
                self?.photoRestored(photo.photo)
            } catch {
                Log(domain: "ui").warning("\(error.path) not restored", .errno(error.underlying))
                self?.showToast(tr("The photo couldn’t be brought back; it is still in the trash."))
            }
        }
    }

    private func photoRestored(_ photo: SavedPhoto) {
        shooting.restoreLast(photo)
        Widgets.setVisible(bar.lastPhoto.widget.raw, true)
    }
}
