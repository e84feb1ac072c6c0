internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// Taking photos, and what becomes of them.
extension CameraWindow {
    /// Takes the photo of what was on the screen when the shutter went down.
    func takePhoto() {
        let picture = pictureAtDown ?? viewfinder.picture
        pictureAtDown = nil
        guard isStreaming, let picture, let camera = snapshot.state.camera else { return }
        let preferences = environment.preferences
        viewfinder.showFlash()
        bar.lastPhoto.show(picture, isReady: false)
        // Copied at once: twenty quick presses must not hold twenty of the driver's buffers.
        shooting.take(
            Shot(
                of: picture.frame.detached(), camera: camera, mode: header.modes.mode,
                format: preferences.photoFormat, quality: preferences.photoQuality))
    }

    func showShooting() {
        bar.lastPhoto.isReady = shooting.lastSaved != nil && shooting.pendingCount == 0
        failure.show(shooting.unsaved.last?.error, count: shooting.unsaved.count)
        if shooting.isIdle, leaving == .afterSaving { leave() }
        if !shooting.unsaved.isEmpty, leaving == .afterSaving { comeBack() }
    }

    func openLastPhoto() {
        guard let photo = shooting.lastSaved else { return }
        Task { [weak self] in
            do throws(GLibError) {
                try await PhotoOpener.open(photo.path)
            } catch {
                Log(domain: "ui").warning("\(photo.path) not opened: \(error.message)")
                self?.showToast(tr("No program could open the photo"))
            }
        }
    }

    func saveUnsavedAs() {
        guard let unsaved = shooting.unsaved.first else { return }
        let name = PhotoName(time: unsaved.shot.time).fileName(unsaved.shot.format)
        saveAs = SaveAsDialog(over: widget.raw, fileName: name) { [weak self] path in
            self?.shooting.saveFirstUnsaved(as: path)
        }
    }

    // MARK: Leaving

    /// - Returns: true where the window has to stay for now.
    func closeRequested() -> Bool {
        rememberSize()
        guard leaving != .yes, !shooting.isIdle else {
            leave()
            return false
        }
        if shooting.unsaved.isEmpty {
            // The photos are finished out of sight, with the camera off.
            leaving = .afterSaving
            environment.feed.stop()
            Widgets.setVisible(widget.raw, false)
        } else {
            askToLeave()
        }
        return true
    }

    private func rememberSize() {
        var (width, height): (Int32, Int32) = (0, 0)
        gtk_window_get_default_size(widget.raw.window, &width, &height)
        let preferences = environment.preferences
        preferences.isMaximized = gtk_window_is_maximized(widget.raw.window) != 0
        if width > 0, height > 0 {
            preferences.windowSize = PixelSize(width: Int(width), height: Int(height))
        }
    }

    private func leave() {
        guard leaving != .yes else { return }
        let isHidden = leaving == .afterSaving
        leaving = .yes
        environment.feed.stop()
        if isHidden { gtk_window_destroy(widget.raw.window) }
        onClosed()
    }

    /// A photo could not be saved while the window was hidden: the person decides.
    private func comeBack() {
        leaving = .no
        present()
        environment.feed.retry()
    }

    private func askToLeave() {
        guard leaving == .no else { return }
        leaving = .asked
        let dialog = OpaquePointer(
            adw_message_dialog_new(
                widget.raw.window, tr("Leave without saving?"),
                trn("%d photo is not saved yet.", "%d photos are not saved yet.", shooting.unsaved.count)))
        adw_message_dialog_add_response(UnsafeMutablePointer(dialog), "stay", tr("Stay"))
        adw_message_dialog_add_response(UnsafeMutablePointer(dialog), "leave", tr("Leave"))
        adw_message_dialog_set_response_appearance(
            UnsafeMutablePointer(dialog), "leave", ADW_RESPONSE_DESTRUCTIVE)
        adw_message_dialog_set_close_response(UnsafeMutablePointer(dialog), "stay")
        connect(dialog, "response") { [weak self] call in
            guard let self else { return }
            self.leaving = .no
            guard call.string(0) == "leave" else { return }
            self.shooting.discardUnsaved()
            gtk_window_close(self.widget.raw.window)
        }
        gtk_window_present(dialog.window)
    }
}
