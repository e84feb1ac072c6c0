internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// Pro's assistants in the window.
extension CameraWindow {
    func connectAssistants() {
        viewfinder.onAreaChange = { [weak self] in self?.assistants.view.redraw() }
        let feed = environment.feed
        readers.append(
            Task { [weak self] in
                for await findings in feed.findings() { self?.assistants.view.show(findings) }
            })
        assistants.onLevelChange = { [weak self] in self?.followLevel() }
    }

    /// Pro was opened: asks, once, whether the computer knows how it is held.
    func offerLevel() {
        guard header.modes.mode == .professional else { return followLevel() }
        guard !hasAskedForLevel, let level = environment.level else { return followLevel() }
        hasAskedForLevel = true
        Task { [weak self] in
            guard await level.isAvailable() else { return }
            self?.hasAccelerometer = true
            self?.dials.assistants.offerLevel(true)
            self?.followLevel()
        }
    }

    /// Reads the accelerometer while the level is shown, and only then.
    private func followLevel() {
        levelReader?.cancel()
        levelReader = nil
        assistants.roll = nil
        guard hasAccelerometer, assistants.hasLevel, let level = environment.level else { return }
        let rolls = level.rolls()
        levelReader = Task { [weak self] in
            for await roll in rolls { self?.assistants.roll = roll }
        }
    }

    /// Opens the loupe while the focus is turned by hand.
    func followFocus(_ wish: ControlWish) {
        guard case .manual(let dial, _) = wish, dial.kind == .focus, assistants.hasLoupe else { return }
        loupe.point = focus.point.map { ($0.x, $0.y) }
        loupe.open(over: viewfinder.picture)
    }

    /// Keys without Ctrl, which mean something only where no text is typed.
    ///
    /// - Returns: whether the key meant something.
    func plainKeyPressed(_ key: UInt32) -> Bool {
        switch Int32(bitPattern: key) {
        case GDK_KEY_z: zoom.stepIn()
        case GDK_KEY_Z: zoom.stepOut()
        case let key where header.modes.mode == .professional: return assistantKeyPressed(key)
        default: return false
        }
        return true
    }

    private func assistantKeyPressed(_ key: Int32) -> Bool {
        let window = widget.raw
        switch key {
        case GDK_KEY_p, GDK_KEY_P: Actions.activate(window, "peaking")
        case GDK_KEY_e, GDK_KEY_E: Actions.activate(window, "zebra")
        case GDK_KEY_o, GDK_KEY_O: Actions.activate(window, "loupe")
        case GDK_KEY_v, GDK_KEY_V: Actions.activate(window, "level")
        case GDK_KEY_h, GDK_KEY_H: assistants.nextHistogram()
        case GDK_KEY_g, GDK_KEY_G: assistants.nextGrid()
        default: return false
        }
        return true
    }
}
