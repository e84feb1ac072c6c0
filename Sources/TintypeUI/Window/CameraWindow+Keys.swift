internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// The window's actions and keys.
extension CameraWindow {
    func addActions() {
        let window = widget.raw
        Actions.add(to: window, "preferences") { [weak self] in self?.showPreferences() }
        Actions.add(to: window, "shortcuts") { ShortcutsWindow.show(over: window) }
        Actions.add(to: window, "toggle-mode") { [weak self] in self?.toggleMode() }
        let version = environment.version
        Actions.add(to: window, "about") { AboutWindow.show(over: window, version: version) }
    }

    /// Space and Return take a photo wherever they mean nothing else: buttons and menus get them first.
    func addKeys() {
        let keys = gtk_event_controller_key_new().unsafelyUnwrapped
        connect(keys, "key-pressed") { [weak self] call in
            call.answer(self?.keyPressed(call.uint(0), modifiers: call.flags(2)) ?? false)
        }
        connect(keys, "key-released") { [weak self] call in self?.keyReleased(call.uint(0)) }
        gtk_widget_add_controller(widget.raw.widget, keys)
        addArrows()
    }

    /// Before GTK takes them to move the keyboard: on the picture and on the shutter they move the point of interest.
    private func addArrows() {
        let arrows = gtk_event_controller_key_new().unsafelyUnwrapped
        gtk_event_controller_set_propagation_phase(arrows, GTK_PHASE_CAPTURE)
        connect(arrows, "key-pressed") { [weak self] call in
            guard let self, self.isPictureFocused else { return call.answer(false) }
            call.answer(
                self.focus.arrowPressed(call.uint(0), modifiers: call.flags(2)))
        }
        gtk_widget_add_controller(widget.raw.widget, arrows)
    }

    private var isPictureFocused: Bool {
        guard isStreaming else { return false }
        let focused = gtk_window_get_focus(widget.raw.window)
        return focused == viewfinder.widget.raw.widget || focused == bar.shutter.widget.raw.widget
    }

    private func toggleMode() {
        header.modes.mode = header.modes.mode == .automatic ? .professional : .automatic
    }

    /// - Returns: whether the key meant something.
    private func keyPressed(_ key: UInt32, modifiers: UInt32) -> Bool {
        if key == UInt32(GDK_KEY_Escape) { return escapePressed() }
        let chords = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
        if focus.keyPressed(key, modifiers: modifiers) { return true }
        guard modifiers & chords == 0 else { return false }
        guard [UInt32(GDK_KEY_space), UInt32(GDK_KEY_Return), UInt32(GDK_KEY_KP_Enter)].contains(key)
        else { return plainKeyPressed(key) }
        // The keyboard repeats a key that is held; that is not another press.
        guard keysDown.insert(key).inserted else { return true }
        if modifiers & GDK_SHIFT_MASK.rawValue != 0 { startBurst() } else { shutterPressed() }
        return true
    }

    private func keyReleased(_ key: UInt32) {
        if keysDown.remove(key) != nil { endBurst() }
    }

    private func escapePressed() -> Bool {
        guard selfTimer.isRunning else { return focus.cancel() }
        selfTimer.cancel()
        showToast(tr("Timer cancelled"))
        return true
    }
}
