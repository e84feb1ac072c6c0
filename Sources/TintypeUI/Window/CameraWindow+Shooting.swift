internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// Taking photos, and what becomes of them.
extension CameraWindow {
    func connectShooting() {
        selfTimer.onTick = { [weak self] left in
            let spoken = left.map { trn("%d second left", "%d seconds left", $0) } ?? ""
            self?.countdown.show(left, spoken: spoken)
        }
        burst.onCount = { [weak self] count in
            let spoken = count.map { trn("Burst: %d photo", "Burst: %d photos", $0) } ?? ""
            self?.burstCount.show(count, spoken: spoken)
        }
        burst.onFrame = { [weak self] frame in self?.save(frame, seenIn: self?.viewfinder.picture) }
        shooting.onSlow = { [weak self] in self?.showToast(SaveWording.slowness($0)) }
        bestMoment.isOn = environment.preferences.takesBestMoment
        bestMomentWatch = environment.preferences.onBestMomentChange { [weak self] in
            self.map { $0.bestMoment.isOn = $0.environment.preferences.takesBestMoment }
        }
        burst.onFull = { [weak self] in
            self?.showToast(tr("The burst stopped: memory is full until the photos are saved."))
        }
    }

    /// The shutter was pressed: takes a photo, or starts or cancels the countdown to one.
    func shutterPressed() {
        let seconds = environment.preferences.selfTimer
        if selfTimer.isRunning { return selfTimer.cancel() }
        guard seconds > 0, isStreaming else { return takePhoto() }
        pictureAtDown = nil
        selfTimer.start(seconds: seconds) { [weak self] in self?.takePhoto() }
    }

    /// Takes the photo of what was on the screen when the shutter went down.
    func takePhoto() {
        let picture = pictureAtDown ?? viewfinder.picture
        pictureAtDown = nil
        guard isStreaming, let picture else { return }
        pressGate.press(picture, isSettled: snapshot.isSettled) { [weak self] picture in
            // Copied at once: presses that wait for the disk must hold neither the driver's buffers nor the pool's
            // pictures, or the viewfinder stops. The flash is a promise, so it waits for the journal.
            guard let self else { return }
            let thumbnail = self.thumbnail(of: picture)
            let frame = picture.frame.detached()
            let zoom = self.measured(of: picture).digitalZoom
            let (feed, bestMoment, isWhole) = (self.environment.feed, self.bestMoment, picture.isWhole)
            self.save(
                frame, seenIn: picture, measure: { await feed.measure().with(digitalZoom: zoom) },
                better: { await bestMoment.frame(around: frame) }
            ) { [weak self] in
                self?.giveFeedback()
                self?.bar.lastPhoto.show(thumbnail, isReady: false)
                self?.photoIsSafe(isWhole: isWhole)
            }
        }
    }

    /// Says that something is missing of a photo; once, until one is whole again.
    private func photoIsSafe(isWhole: Bool) {
        defer { isDamageSaid = !isWhole }
        guard !isWhole, !isDamageSaid else { return }
        showToast(tr("The camera sends damaged pictures. Part of the photo may be missing."))
    }

    /// The last photo as it will be: as a mirror only where photos are.
    private func thumbnail(of picture: Picture) -> Thumbnail {
        bar.lastPhoto.thumbnail(of: picture, isMirrored: photoFraming(of: picture).isMirrored)
    }

    /// - Parameter picture: how the frame was seen, or one near it.
    private func save(
        _ frame: Frame, seenIn picture: Picture?, measure: (() async -> MeasuredSettings)? = nil,
        better: (() async -> Frame?)? = nil, whenSafe done: @escaping @MainActor () -> Void = {}
    ) {
        guard let camera = snapshot.state.camera else { return }
        let preferences = environment.preferences
        let shot = Shot(
            of: frame, camera: camera, mode: header.modes.mode, format: preferences.photoFormat,
            quality: preferences.photoQuality, measured: measured(of: picture),
            framing: photoFraming(of: picture))
        shooting.take(shot, measure: measure, better: better, whenSafe: done)
    }

    private func giveFeedback() {
        viewfinder.showFlash()
        if environment.preferences.playsShutterSound { sound.play() }
        ShutterHaptics.play()
    }

    // MARK: Burst

    func startBurst() {
        guard isStreaming, !selfTimer.isRunning else { return }
        giveFeedback()
        burst.start()
    }

    func endBurst() {
        guard let count = burst.count else { return }
        burst.stop()
        if let picture = viewfinder.picture {
            bar.lastPhoto.show(thumbnail(of: picture), isReady: false)
        }
        showShooting()
        // The panel says what keeps photos of it from the disk.
        guard !shooting.isInDanger else { return }
        // One is on the screen only where no whole ones come.
        let isDamaged = viewfinder.picture?.isWhole == false
        if isDamaged { showToast(tr("The camera sends damaged pictures. A burst leaves them out.")) }
        guard count > 0 || !isDamaged else { return }
        showToast(trn("Burst of %d photo", "Burst of %d photos", count))
    }

    /// Ends what needs a running camera.
    func stopShooting() {
        pressGate.giveUp()
        selfTimer.cancel()
        endBurst()
    }

    func showShooting() {
        bar.lastPhoto.isReady = shooting.lastSaved != nil && shooting.pendingCount == 0
        showFailure()
        // Where photos can't be saved at all, an honest stop.
        if shooting.isInDanger { endBurst() }
        switch leaving {
        case .afterSaving:
            if shooting.undecidedCount > 0 { comeBack() } else if shooting.pendingCount == 0 { leave() }
        case .unasked(let isInHurry):
            let isDone = isInHurry ? shooting.endangeredCount == 0 : shooting.pendingCount == 0
            if isDone { leave() }
        case .no, .asked, .yes:
            break
        }
    }

    /// Says once what became of the photos that an earlier run could not finish.
    func showRecovery(_ count: Int, _ damagedCount: Int) {
        if count > 0 { showToast(trn("Recovered %d photo", "Recovered %d photos", count)) }
        guard damagedCount > 0 else { return }
        showToast(
            trn("%d photo was damaged and set aside", "%d photos were damaged and set aside", damagedCount))
    }

    func saveAllUnsavedAs() {
        let window = widget.raw
        Task { [weak self] in
            if let folder = await FolderDialog.choose(over: window) {
                self?.shooting.saveAllUnsaved(into: folder)
            }
        }
    }

    func saveUnsavedAs() {
        guard let unsaved = shooting.unsaved.first else { return }
        let name = PhotoName(time: unsaved.time).fileName(unsaved.format)
        saveAs = SaveAsDialog(over: widget.raw, fileName: name) { [weak self] path in
            self?.shooting.saveFirstUnsaved(as: path)
        }
    }

    // MARK: Leaving

    /// How long photos may take to be finished when the system wants the program to end, in milliseconds.
    private static let hurry: UInt32 = 1500

    /// - Returns: true where the window has to stay for now.
    func closeRequested() -> Bool {
        prepareToLeave()
        guard leaving != .yes, shooting.undecidedCount > 0 || shooting.pendingCount > 0 else {
            leave()
            return false
        }
        if shooting.undecidedCount == 0 {
            leaving = .afterSaving
            finishOutOfSight()
        } else {
            askToLeave()
        }
        return true
    }

    /// Leaves without a question, because the system wants the program to end. What is in the journal then becomes a
    /// photo at the next launch.
    func leaveUnasked() {
        switch leaving {
        case .unasked, .yes: return
        case .no, .asked, .afterSaving: break
        }
        prepareToLeave()
        stopShooting()
        leaving = .unasked(isInHurry: false)
        finishOutOfSight()
        // What only memory has gets its last chance.
        if shooting.isInDanger { shooting.tryAgain() }
        closing = .once(after: Self.hurry) { [weak self] in
            self?.leaving = .unasked(isInHurry: true)
            self?.showShooting()
        }
        showShooting()
    }

    private func prepareToLeave() {
        rememberSize()
        storeProValues()
        // Without its window the question could not be answered; the photo waits in the journal.
        libraryQuestion?.withdraw()
    }

    /// The photos are finished out of sight, with the camera off.
    private func finishOutOfSight() {
        environment.feed.stop()
        Widgets.setVisible(widget.raw, false)
    }

    private func rememberSize() {
        var (width, height): (Int32, Int32) = (0, 0)
        gtk_window_get_default_size(widget.raw.window, &width, &height)
        let preferences = environment.preferences
        if let target = viewfinder.target { preferences.expectedTarget = target }
        preferences.isMaximized = gtk_window_is_maximized(widget.raw.window) != 0
        if width > 0, height > 0 {
            preferences.windowSize = PixelSize(width: Int(width), height: Int(height))
        }
    }

    private func leave() {
        guard leaving != .yes else { return }
        let isHidden = leaving != .no && leaving != .asked
        leaving = .yes
        environment.feed.stop()
        if isHidden { gtk_window_destroy(widget.raw.window) }
        onClosed()
    }

    /// A photo could not be saved while the window was hidden: the person decides.
    private func comeBack() {
        leaving = .no
        present()
        environment.startCamera()
    }

    private func askToLeave() {
        guard leaving == .no else { return }
        leaving = .asked
        let dialog = OpaquePointer(
            adw_message_dialog_new(
                widget.raw.window, tr("Leave without saving?"),
                trn("%d photo is not saved yet.", "%d photos are not saved yet.", shooting.undecidedCount)))
        adw_message_dialog_add_response(UnsafeMutablePointer(dialog), "stay", tr("Stay"))
        adw_message_dialog_add_response(UnsafeMutablePointer(dialog), "leave", tr("Leave"))
        adw_message_dialog_set_response_appearance(
            UnsafeMutablePointer(dialog), "leave", ADW_RESPONSE_DESTRUCTIVE)
        adw_message_dialog_set_close_response(UnsafeMutablePointer(dialog), "stay")
        connect(dialog, "response") { [weak self] call in
            // Where the system has wanted the program to end meanwhile, the answer comes too late.
            guard let self, self.leaving == .asked else { return }
            self.leaving = .no
            guard call.string(0) == "leave" else { return }
            self.shooting.discardUnsaved()
            // Not while the dialog is still telling its answer: it would go with its parent.
            self.closing = .once(after: 0) { [weak self] in
                if let self { gtk_window_close(self.widget.raw.window) }
            }
        }
        QuestionDialog.ignoreHaste(in: dialog)
        Widgets.nameButtons(below: dialog)
        gtk_window_present(dialog.window)
    }
}
