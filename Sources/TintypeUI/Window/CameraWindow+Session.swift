internal import CGtk
internal import CaptureCore
internal import Dispatch
internal import GLibBridge

/// What the window shows of the session, and what it asks of it.
extension CameraWindow {
    func connectParts() {
        let feed = environment.feed
        viewfinder.onTargetChange = { [weak self] in
            feed.setTarget($0)
            self?.focus.viewfinderChanged()
        }
        viewfinder.onPicture = { [weak self] in self?.pictureShown($0) }
        header.modes.onChange = { [weak self] in self?.modeChosen($0) }
        header.modes.onAutomaticAgain = { [weak self] in self?.environment.feed.resetToAutomatic() }
        header.cameras.onSelect = { feed.select($0) }
        dials.onWish = { [weak self] in self?.wishMade($0) }
        message.onRemedy = { [weak self] in self?.remedy($0) }
        bar.shutter.onDown = { [weak self] in self?.pictureAtDown = self?.viewfinder.picture }
        bar.shutter.onPress = { [weak self] in self?.shutterPressed() }
        bar.shutter.onHold = { [weak self] in self?.startBurst() }
        bar.shutter.onRelease = { [weak self] in self?.endBurst() }
        connectShooting()
        bar.lastPhoto.onPress = { [weak self] in self?.openLastPhoto() }
        shooting.onChange = { [weak self] in self?.showShooting() }
        shooting.onSaved = { [weak self] in self?.noteSaved($0) }
        shooting.onRecovered = { [weak self] in self?.showRecovery($0, $1) }
        shooting.onFormatFallback = { [weak self] in
            self?.showToast(tr("HEIC can’t be made on this computer. Photos are saved as JPEG."))
        }
        mirrorWatch = environment.preferences.onMirrorChange { [weak self] in self?.updateMirror() }
        connect(widget.raw, "close-request") { [weak self] call in
            call.answer(self?.closeRequested() ?? false)
        }
    }

    func apply(_ snapshot: SessionSnapshot) {
        self.snapshot = snapshot
        if case .streaming(let camera, _, _) = snapshot.state, camera.id != .testScene {
            environment.preferences.lastCamera = camera.id
        }
        if let picture = viewfinder.picture { pressGate.arrived(picture, isSettled: snapshot.isSettled) }
        if !isStreaming { stopShooting() }
        showSession()
    }

    /// Called while GTK draws: what it leads to changes widgets, and so waits until that is done.
    private func pictureShown(_ picture: Picture) {
        guard pressGate.isWaiting else { return }
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated {
                self.map { $0.pressGate.arrived(picture, isSettled: $0.snapshot.isSettled) }
            }
        }
    }

    func showSession() {
        let consent = environment.consent
        let message =
            consent.isAccessKnown || shownState != .off
            ? SessionWording.message(for: shownState, access: consent.access) : nil
        if message != nil { viewfinder.clear() }
        let isNews = self.message.show(message)
        updateMirror()
        header.cameras.update(snapshot.cameras, current: snapshot.state.camera)
        bar.shutter.isEnabled = isStreaming
        focus.isEnabled = isStreaming
        showControls()
        showPresets()
        tellOfChange(message, isNews)
    }

    var isStreaming: Bool {
        if case .streaming = shownState { true } else { false }
    }

    /// What the session does, as the person is told: a permission that is gone counts before the driver has closed.
    var shownState: SessionState {
        let consent = environment.consent
        let isWithdrawn =
            consent.isAccessKnown && consent.access != .authorized
            && snapshot.state.camera.map { $0.id != .testScene } ?? false
        return isWithdrawn ? .off : snapshot.state
    }

    private func updateMirror() {
        guard let camera = snapshot.state.camera else { return }
        viewfinder.isMirrored = environment.preferences.mirrors(camera)
    }

    // MARK: Mode

    private func modeChosen(_ mode: ShootingMode) {
        environment.preferences.mode = mode
        applyMode(mode)
        restoredOpening = nil
        if mode == .automatic { environment.feed.resetToAutomatic() }
    }

    func applyMode(_ mode: ShootingMode) {
        dials.isRevealed = mode == .professional
        assistants.isShown = mode == .professional
        offerLevel()
        environment.feed.watchControls(mode == .professional)
    }

    func apply(_ report: ControlReport) {
        controlReport = report
        showControls()
    }

    /// What the camera that is seen said last of its controls.
    var readings: [ControlReading] { isStreaming ? controlReport.readings(in: snapshot) : [] }

    private func showControls() {
        let readings = readings
        dials.show(readings)
        guard header.modes.mode == .professional, !readings.isEmpty, let camera = snapshot.state.camera,
            restoredOpening != snapshot.opening
        else { return }
        restoredOpening = snapshot.opening
        for wish in proValues.wishes(for: camera.id, readings) { environment.feed.wish(wish) }
    }

    func wishMade(_ wish: ControlWish) {
        environment.feed.wish(wish)
        followFocus(wish)
        guard let camera = snapshot.state.camera else { return }
        proValues.note(wish, on: camera.id)
        storing = .once(after: 500) { [weak self] in self?.storeProValues() }
    }

    func storeProValues() {
        guard storing != nil else { return }
        storing = nil
        environment.preferences.proValues = proValues
    }

    /// The camera did not take a value: the dial says so, or a toast where no dial shows it.
    func controlsRefused(_ refusals: [ControlRefusal]) {
        var isShown = false
        for refusal in refusals {
            Log(domain: "ui").warning(
                "control \(refusal.name): \(refusal.error)",
                .errno(refusal.error.underlying, at: refusal.error.step))
            isShown = dials.refused(refusal) || isShown
        }
        // In Pro a wish that failed says so where it was made.
        guard !isShown || header.modes.mode == .automatic else { return }
        let names = refusals.map(\.name).filter { !$0.isEmpty }
        guard !names.isEmpty else { return }
        showToast(
            tr("The camera kept its own value for %s").filling("%s", with: names.joined(separator: ", ")))
    }

    // MARK: Ways out

    private func remedy(_ remedy: Message.Remedy) {
        switch remedy {
        case .tryAgain: environment.feed.retry()
        case .useTestScene: environment.feed.select(environment.testScene)
        case .allowCamera: askForCamera()
        case .openSettings: openSettings()
        }
    }

    func showPreferences(_ page: PreferencesWindow.Page = .general) {
        let camera = snapshot.modes.isEmpty ? nil : snapshot.state.camera
        preferences.show(
            page, over: widget.raw, environment,
            camera.map { PreferencesWindow.OpenCamera(info: $0, modes: snapshot.modes) },
            PrivacyPage.Ways(
                openSettings: { [weak self] in self?.openSettings() },
                chooseFolder: { [weak self] in self?.chooseFolder() }))
    }
}
