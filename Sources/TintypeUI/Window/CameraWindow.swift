// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Dispatch
internal import Platform

/// The window: lays out header bar, viewfinder with what lies over it, and shutter, and connects the controllers
/// behind them. A controller owns its state; only what several of them need is here.
///
///     let window = CameraWindow(application: app, environment: environment)
///     window.present()
///
/// Owned by the application until it is closed.
final class CameraWindow {
    let widget: ObjectRef
    /// The window is gone for good.
    var onClosed: () -> Void = {}

    private let environment: AppEnvironment
    private let session: SessionModel
    /// Header bar, viewfinder and shutter; the roll lies over it while it is open.
    private let page: OpaquePointer
    private let header: HeaderBar
    private let viewfinder: ViewfinderView
    private let firstFrames: FirstFrames?
    private let bar: ShutterBar
    private let updates = UpdateCoalescer()
    private let toasts = Toasts()
    private let remarks: SessionRemarks
    private let countdown = PictureLabel(
        classes: ["big-number", "countdown"], at: GTK_ALIGN_CENTER)
    private let burstCount = PictureLabel(classes: ["big-number", "burst-count"], at: GTK_ALIGN_CENTER)
    private let sound = ShutterSound()
    private let preferences = PreferencesWindow()
    private let messages: SessionMessages
    private let consent: CameraConsentController
    private let library: LibraryController
    private let heicHint: HEICHint
    private let testScene: TestSceneController
    private let focus: FocusController
    private let framing: FramingController
    private let pro: ProController
    private let shooting: ShootingController
    private let recording: RecordingController
    private let lastPhoto: LastPhotoController
    private let trash = PhotoTrash()
    private let roll: RollController
    private let scan: ScanController
    private let keys: KeyController
    private let visibility: WindowVisibility
    private let closing: ClosingController
    /// Looks for what is wrong, while it is open.
    private var diagnosis: DiagnosisWindow?
    private var defaultsWatch: [SignalConnection] = []
    private var reader: Task<Void, Never>?
    /// Runs until the deck below the picture may change its layout.
    private var fitting: MainTimer?
    /// Runs until everything that the first picture does not need is started.
    private var startingRest: MainTimer?

    /// - Parameter application: a running GtkApplication.
    init(application: OpaquePointer, environment: AppEnvironment) {
        self.environment = environment
        let mode = environment.preferences.mode
        let window = OpaquePointer(adw_application_window_new(application.application))
        widget = ObjectRef(sinking: window)
        let page = Widgets.column(spacing: 0, [])
        let host = OpaquePointer(gtk_overlay_new())
        gtk_overlay_set_child(host, page.widget)
        // Without the window's own edge: dialogs inside it need this width, too.
        gtk_widget_set_size_request(host.widget, 360, 420)
        Widgets.addClasses(["viewfinder-content"], to: host)
        adw_application_window_set_content(UnsafeMutablePointer(window), host.widget)
        self.page = page
        let front = { [preferences] in preferences.window ?? window }
        session = SessionModel(consent: environment.consent, mode: mode)
        viewfinder = ViewfinderView(mailbox: environment.pictures.mailbox)
        firstFrames = environment.graphics.map { FirstFrames(of: window, $0) }
        framing = FramingController(
            window: window, viewfinder: viewfinder, environment.preferences, session)
        focus = FocusController(viewfinder: viewfinder, steering: environment.focus)
        let assistants = Assistants(
            actions: window, environment, area: { [weak viewfinder] in viewfinder?.pictureArea })
        pro = ProController(environment, session, assistants, updates)
        shooting = ShootingController(
            environment.preferences, session, pictures: environment.pictures,
            controls: environment.controls, photos: environment.photos, judge: environment.judge)
        recording = RecordingController(window: window, environment, session, updates, front: front)
        lastPhoto = LastPhotoController(window: window, environment, shooting.queue, toasts, trash)
        scan = ScanController(window: window, environment, toasts, front: front)
        header = HeaderBar(mode: mode, scan: scan.toggle, actions: window)
        bar = ShutterBar(
            lastPhoto: lastPhoto.button, kinds: recording.toggle, actions: window,
            preferences: environment.preferences)
        testScene = TestSceneController(window: window, environment, toasts)
        remarks = SessionRemarks(toasts)
        messages = SessionMessages(window: window, shutter: bar.shutter.widget.raw, session: session)
        consent = CameraConsentController(window: window, environment, front: front)
        library = LibraryController(window: window, environment, shooting.queue, front: front)
        heicHint = HEICHint(environment.preferences, seesDesktop: !environment.consent.isDecidedElsewhere)
        keys = KeyController(
            window: window, viewfinder: viewfinder.widget.raw, shutter: bar.shutter.widget.raw, session,
            shooting, recording, focus, framing.zoom, pro)
        roll = RollController(
            window: window, host: host, camera: page, environment, shooting.queue, trash)
        visibility = WindowVisibility(of: window, environment.presence)
        closing = ClosingController(window: window, environment.session, shooting, recording)
        assemble()
        addActions()
        connectViewfinder()
        connectSession()
        connectShooting()
        connectRecording()
        connectPhotos()
        connectHelp()
        showSession()
        shooting.queue.recover()
        startingRest = .once(after: 1000) { [weak self] in self?.startRest() }
    }

    isolated deinit { reader?.cancel() }

    /// Shows the window, with the question about the camera if that is open.
    func present() {
        if closing.stay() { environment.startCamera() }
        gtk_window_present(widget.raw.window)
        consent.askOnce()
    }

    /// Takes a photo, or as soon as there is a picture where that is within seconds.
    func takePhotoWhenPossible() {
        roll.close()
        shooting.pressSoon()
    }

    /// Ends without a question, because the system wants the program to end.
    func end() { closing.end() }

    // MARK: Layout

    private func assemble() {
        let window = widget.raw
        let preferences = environment.preferences
        gtk_window_set_title(window.window, "Tintype")
        gtk_window_set_default_size(
            window.window, Int32(preferences.windowSize.width), Int32(preferences.windowSize.height))
        if preferences.isMaximized { gtk_window_maximize(window.window) }
        Widgets.addClasses(["viewfinder-window"], to: window)
        connect(window, "realize") { _ in
            if tt_widget_is_drawn_by_cairo(window.widget) != 0 {
                Widgets.addClasses(["plain-shadow"], to: window)
            }
        }
        let overlay = OpaquePointer(gtk_overlay_new())
        gtk_overlay_set_child(overlay, viewfinder.widget.raw.widget)
        let aids = [pro.assistants.view.widget.raw, pro.assistants.loupe.widget.raw] + focus.layers
        let pills = [
            framing.widget.raw, library.limited.widget.raw, scan.hint.widget.raw,
            testScene.badge.widget.raw,
        ]
        let words = [countdown.widget.raw, burstCount.widget.raw, recording.sign.widget.raw]
        let texts = [messages.panel.widget.raw, messages.question.widget.raw]
        let panels = texts + [library.failure.widget.raw, heicHint.widget.raw]
        for layer in aids + pills + words + panels {
            gtk_overlay_add_overlay(overlay, layer.widget)
        }
        // The words must fit: a viewfinder smaller than its message grows.
        for text in texts { gtk_overlay_set_measure_overlay(overlay, text.widget, 1) }
        adw_toast_overlay_set_child(toasts.widget.raw, overlay.widget)
        for part in [header.widget.raw, toasts.widget.raw, bar.widget.raw] {
            gtk_box_append(page.box, part.widget)
        }
        // Not a button, so that Space takes a photo; GTK would give the focus to "Auto".
        gtk_window_set_focus(window.window, viewfinder.widget.raw.widget)
    }

    /// Lays the dials over the picture and the viewing aids, below all words.
    private func layDials(_ dials: DialBar) {
        dials.onLayout = { [weak self] in self?.makeRoomForDials() }
        let first = framing.widget.raw.widget
        let overlay = gtk_widget_get_parent(first)
        for layer in dials.layers { gtk_widget_insert_before(layer.widget, overlay, first) }
    }

    /// Moves other widgets at the picture's lower edge above the chips and the ruler.
    private func makeRoomForDials() {
        let height = pro.dials?.height ?? 0
        framing.dialsHeight = height
        for card in [library.failure.widget.raw, heicHint.widget.raw] {
            gtk_widget_set_margin_bottom(card.widget, SaveFailurePanel.margin + height)
        }
    }

    private func addActions() {
        let window = widget.raw
        Actions.add(to: window, .preferences) { [weak self] in self?.showPreferences() }
        Actions.add(to: window, .shortcuts) { ShortcutsWindow.show(over: window) }
        Actions.add(to: window, .help) { HelpWindow.show(over: window) }
        Actions.add(to: window, .toggleMode) { [weak self] in
            self.map { $0.header.modes.mode = $0.session.mode == .automatic ? .professional : .automatic }
        }
        Actions.add(to: window, .findOut) { [weak self] in self?.findOut() }
        Actions.add(to: window, .fullscreen) {
            gtk_window_is_fullscreen(window.window) != 0
                ? gtk_window_unfullscreen(window.window) : gtk_window_fullscreen(window.window)
        }
        let version = environment.version
        Actions.add(to: window, .about) { AboutWindow.show(over: window, version: version) }
    }

    // MARK: Session

    private func connectViewfinder() {
        viewfinder.onTargetChange = { [weak self, pictures = environment.pictures] in
            pictures.setTarget($0)
            self?.focus.viewfinderChanged()
        }
        viewfinder.onSoftwareGPU = { [graphics = environment.graphics] in graphics?.isSoftware() }
        viewfinder.onAreaChange = { [weak self] in
            guard let self else { return }
            self.pro.assistants.view.redraw()
            self.placeUpperEdge()
            self.showWordsOnPicture()
            self.fitting = .once(after: 0) { [weak self] in
                guard let self else { return }
                let width = gtk_widget_get_width(self.widget.raw.widget)
                self.bar.fit(width: width)
                self.messages.fit(into: self.viewfinder.widget.raw)
            }
        }
        viewfinder.onArrival = { [weak self] in
            self?.updates.pictureArrived()
            self?.visibility.pictureArrived()
        }
        viewfinder.onDraw = { [weak self] in self?.visibility.drawn() }
    }

    private func connectSession() {
        let environment = environment
        header.modes.onChange = { [weak self] in self?.modeChosen($0) }
        header.modes.onAutomaticAgain = { environment.controls.resetToAutomatic() }
        bar.cameras.onSelect = { environment.session.select($0) }
        messages.panel.onRemedy = { [weak self] in self?.remedy($0) }
        messages.question.onRemedy = { [weak self] in self?.remedy($0) }
        messages.question.onEscape = { [weak self] in self?.consent.answer(nil) }
        consent.onChange = { [weak self] in self?.showSession() }
        framing.onReach = { [weak self] in self?.toasts.reach = $0 }
        pro.onMessage = { [weak self] in self?.toasts.show($0) }
        pro.onDials = { [weak self] in self?.layDials($0) }
        pro.modeChanged()
        pro.onFocusTurned = { [weak self] in
            self.map { $0.pro.assistants.focusTurned(at: $0.focus.point, $0.viewfinder.picture) }
        }
        defaultsWatch = environment.preferences.onCameraDefaultsChange { [weak self] in
            environment.controls.setCameraDefaults(environment.preferences.cameraDefaults)
            self?.recording.modesChanged()
        }
        reader = Task { [weak self] in
            for await snapshot in environment.session.snapshots() { self?.apply(snapshot) }
        }
    }

    private func apply(_ snapshot: SessionSnapshot) {
        let before = session.snapshot
        session.update(snapshot)
        remarks.sessionChanged(before, snapshot)
        if case .streaming(let camera, _, _) = snapshot.state, camera.id != .testScene, snapshot.isSettled {
            // Not before its pictures: the next start would prefer a camera that sends none.
            environment.preferences.lastCamera = camera.id
        }
        if before.modes != snapshot.modes, let camera = session.camera, !snapshot.modes.isEmpty {
            preferences.offer(
                PreferencesWindow.OpenCamera(info: camera, modes: snapshot.modes, cameras: snapshot.cameras),
                environment.preferences)
        }
        testScene.sessionChanged(before, snapshot)
        pictureArrived()
        if presentPicture != nil { lastPhoto.pictureArrived() }
        if session.isStreaming {
            session.attempt = scan.toggle.isOn ? .scan : nil
        } else {
            shooting.cameraStopped()
        }
        recording.sessionChanged()
        showSession()
    }

    /// The picture on the screen, where it is of the camera that streams.
    private var presentPicture: Picture? { viewfinder.picture(ofOpening: session.snapshot.opening) }

    private func pictureArrived() {
        guard let picture = presentPicture else { return }
        shooting.pictureArrived(picture)
        recording.run.pictureArrived()
    }

    /// Zoom and badge come with the picture, never before it.
    private func showWordsOnPicture() {
        let hasPicture = session.isStreaming && viewfinder.picture != nil
        framing.isAlwaysShown = hasPicture && session.mode == .automatic
        testScene.show(hasPicture && session.camera?.id == .testScene)
        scan.hasPicture = hasPicture
    }

    /// Says what the camera is needed for, if it is off.
    private func answer(_ attempt: SessionWording.Attempt?) {
        session.attempt = attempt
        showSession()
    }

    private func showSession() {
        // Before the messages, which move the focus to the shutter: only an enabled widget takes it.
        bar.shutter.isEnabled = session.isStreaming
        focus.isEnabled = session.isStreaming
        if messages.update(isAsked: consent.isAsking, isPage: consent.isAskingOnPage) { viewfinder.clear() }
        showWordsOnPicture()
        framing.cameraChanged()
        bar.cameras.update(session.snapshot.cameras, current: session.camera)
        pro.sessionChanged()
    }

    private func modeChosen(_ mode: ShootingMode) {
        environment.preferences.mode = mode
        // A point belongs to the mode in which it was chosen: what was changed for it is given back first.
        _ = focus.cancel()
        session.update(mode)
        showSession()
        pro.modeChanged()
        if mode == .automatic { environment.controls.resetToAutomatic() }
        keys.returnToPicture()
        Announcer.say(mode == .automatic ? tr("Auto") : tr("Pro"), from: widget.raw)
    }

    private func remedy(_ remedy: Message.Remedy) {
        switch remedy {
        case .tryAgain: environment.session.retry()
        case .useTestScene: environment.session.select(environment.testScene)
        case .use(let camera): environment.session.select(camera)
        case .allowCamera: consent.ask()
        case .openSettings: consent.openSettings()
        case .allow: consent.answer(true)
        case .dontAllow: consent.answer(false)
        }
    }

    // MARK: Photos

    private func connectShooting() {
        bar.shutter.onDown = { [weak self] in
            guard let self else { return }
            self.recording.isVideo ? self.recording.run.shutterDown() : self.shooting.shutterDown()
        }
        bar.shutter.onPress = { [weak self] in
            guard let self else { return }
            self.recording.isVideo ? self.recording.run.press() : self.shooting.press()
        }
        bar.shutter.onHold = { [weak self] in
            guard let self else { return }
            // Videos have no burst: a hold is a press.
            self.recording.isVideo ? self.recording.run.press() : self.shooting.hold()
        }
        bar.shutter.onRelease = { [weak self] in self?.shooting.endBurst() }
        viewfinder.onPicture = { [weak self] in self?.pictureShown($0) }
        shooting.picture = { [weak self] in self?.presentPicture }
        shooting.prepareThumbnail = { [weak self] picture, framing in
            let button = self?.lastPhoto.button
            let thumbnail = button?.thumbnail(of: picture, isMirrored: framing.isMirrored)
            self?.lastPhoto.taken(picture, isMirrored: framing.isMirrored)
            // The picture itself is not held: the driver waits for its frame.
            return { [weak lastPhoto = self?.lastPhoto] in
                if let thumbnail { button?.show(thumbnail, isNew: true) }
                lastPhoto?.shown()
            }
        }
        shooting.onTaken = { [weak self] in self?.giveFeedback() }
        shooting.onMessage = { [weak self] in self?.toasts.show($0) }
        shooting.onCountdown = { [weak self] in self?.showCountdown($0) }
        shooting.onBurstCount = { [weak self] count in
            let spoken = count.map { trn("Burst: %d photo", "Burst: %d photos", $0) } ?? ""
            self?.burstCount.show(count.map(String.init), spoken: spoken)
        }
    }

    private func showCountdown(_ left: Int?) {
        bar.shutter.isStop = left != nil
        let spoken = left.map { trn("%d second left", "%d seconds left", $0) } ?? ""
        countdown.show(left.map(String.init), spoken: spoken)
        if left != nil { Announcer.say(spoken, from: widget.raw) }
    }

    // MARK: Videos

    private func connectRecording() {
        recording.run.picture = { [weak self] in self?.presentPicture }
        recording.run.onMessage = { [weak self] in self?.toasts.show($0) }
        recording.isWindowHidden = { [weak self] in self?.visibility.isHidden ?? false }
        recording.run.onCountdown = { [weak self] in self?.showCountdown($0) }
        recording.onChange = { [weak self] in self?.showRecording() }
        recording.onNoPicture = { [weak self] in self?.answer(.record) }
        recording.onKind = { [weak self] in self?.shooting.cancelTimer() }
        recording.onSaved = { [weak self] video, picture in
            self?.lastPhoto.saved(video, seenAs: picture)
            // Translators: a video; %s is its length, as 0:41.
            self?.toasts.show(
                tr("Saved, %s").filling("%s", with: RecordingWording.clock(video.length)),
                button: (tr("_Show"), .openPhoto))
        }
        bar.onPhoto = { [weak self] in self?.shooting.press() }
    }

    /// Places the words at the upper edge; a narrow window has no room beside the sign of a recording.
    private func placeUpperEdge() {
        framing.place(atUpperEdge: [scan.hint.widget.raw, pro.assistants.loupe.widget.raw])
        let isNarrow = gtk_widget_get_width(widget.raw.widget) < ShutterBar.wideFrom
        framing.place(
            atUpperEdge: [testScene.badge.widget.raw],
            below: recording.sign.isShown && isNarrow ? RecordingSign.height : 0)
    }

    private func showRecording() {
        placeUpperEdge()
        let running = recording.run.running
        bar.show(
            isVideo: recording.isVideo, isRecording: running != nil,
            isPaused: running?.status.isPaused ?? false)
        if recording.run.endsOnPress { bar.shutter.look = .stopRecording }
        recording.toggle.isEnabled = !recording.run.isActive
        visibility.isCameraNeeded = recording.run.endsOnPress
        showSession()
    }

    private func startRest() {
        startingRest = nil
        environment.startRest()
        recoverVideos()
    }

    /// Finishes recordings of earlier runs, in the background.
    private func recoverVideos() {
        Task { [weak self, recording = environment.recording] in
            let count = await recording.recover().paths.count
            guard count > 0, let self else { return }
            self.toasts.show(trn("Recovered %d video", "Recovered %d videos", count))
            self.lastPhoto.lookSoon()
        }
    }

    /// Called while GTK draws: its effects change widgets, and so wait until that is done.
    private func pictureShown(_ picture: Picture) {
        recording.run.shown(picture)
        if startingRest != nil { startingRest = .once(after: 0) { [weak self] in self?.startRest() } }
        guard shooting.awaitsPicture || recording.run.awaitsPicture else { return }
        DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.pictureArrived() } }
    }

    private func giveFeedback() {
        viewfinder.showFlash()
        Announcer.say(tr("Photo taken"), from: widget.raw)
        if environment.preferences.playsShutterSound { sound.play() }
        ShutterHaptics.play()
    }

    private func connectPhotos() {
        let queue = shooting.queue
        queue.onChange = { [weak self] in self?.photosChanged() }
        queue.onSaved = { [weak self] in
            self?.lastPhoto.saved($0, $1, isNewest: $2)
            self?.heicHint.saved($0)
        }
        library.failure.onGone = { [weak self] in self?.keys.returnToPicture() }
        heicHint.onAnswered = { [weak self] in self?.keys.returnToPicture() }
        lastPhoto.onOpen = { [weak self] in
            guard let self else { return }
            // The roll turns the camera off.
            guard !self.recording.run.isActive else {
                return self.toasts.show(tr("Stop recording to look at photos."))
            }
            self.roll.open(from: self.lastPhoto.button.widget.raw, at: self.lastPhoto.path)
        }
        lastPhoto.button.onHover = { [weak self] in self?.roll.prepare($0) }
        roll.seen = { [weak self] in self?.lastPhoto.seen(ofPhotoAt: $0) }
        Swipe.right(over: viewfinder.widget.raw) { [weak self] in self?.lastPhoto.open() }
        roll.onClose = { [weak self] in self?.rollClosed() }
        lastPhoto.onKeptChange = { [weak self] in self?.roll.keptChanged() }
        roll.onKeepAll = { [weak self] in self?.lastPhoto.keep($0) }
        roll.onTurn = { [weak self] in self?.lastPhoto.turned($0) }
        trash.onTrashed = { [weak self] in self?.lastPhoto.trashed($0) }
        trash.onRestored = { [weak self] in
            self?.lastPhoto.restored()
            self?.roll.restored($0)
        }
        trash.onMessage = { [weak self] in self?.say($0, $1) }
        lastPhoto.onKept = { [weak self] in self?.say($0, $1) }
        queue.onRecovered = { [weak self] in self?.showRecovery($0, $1) }
        queue.onFormatFallback = { [weak self] in
            self?.toasts.show(tr("HEIC can’t be made on this computer. Photos are saved as JPEG."))
        }
        keys.isCovered = { [weak self] in self?.roll.isOpen ?? false }
        library.onMessage = { [weak self] in self?.say($0, $1) }
        library.onThrownAway = { [weak self] in self?.lastPhoto.thrownAway() }
        library.onTakenBack = { [weak self] in self?.lastPhoto.takenBack() }
        library.onSettings = { [weak self] in self?.showPreferences(.privacy(.library)) }
        closing.onClosing = { [weak self] in self?.closingBegins() }
        closing.onStaying = { [weak self] in
            self?.library.isClosing = false
            self?.scan.isClosing = false
        }
        closing.onClosed = { [weak self] in self?.onClosed() }
        closing.onReopen = { [weak self] in self?.present() }
    }

    private func say(_ words: String, _ button: (label: String, action: WindowAction)?) {
        roll.isOpen ? roll.say(words, button: button) : toasts.show(words, button: button)
    }

    private func rollClosed() {
        gtk_widget_grab_focus(viewfinder.widget.raw.widget)
        lastPhoto.lookSoon()
    }

    private func photosChanged() {
        roll.shotsChanged()
        lastPhoto.photosChanged()
        library.showFailure()
        heicHint.setCovered(!shooting.queue.unsaved.isEmpty)
        // If photos can't be saved at all, the burst ends.
        if shooting.queue.isInDanger { shooting.endBurst() }
        closing.photosChanged()
    }

    /// Reports once the result of an earlier run's unfinished photos.
    private func showRecovery(_ count: Int, _ damagedCount: Int) {
        if count > 0 {
            toasts.show(trn("Recovered %d photo", "Recovered %d photos", count))
            lastPhoto.lookSoon()
        }
        guard damagedCount > 0 else { return }
        toasts.show(
            trn("%d photo was damaged and set aside", "%d photos were damaged and set aside", damagedCount))
    }

    private func closingBegins() {
        pro.store()
        library.isClosing = true
        scan.isClosing = true
        var (width, height): (Int32, Int32) = (0, 0)
        gtk_window_get_default_size(widget.raw.window, &width, &height)
        let preferences = environment.preferences
        if let target = viewfinder.target { preferences.expectedTarget = target }
        preferences.isMaximized = gtk_window_is_maximized(widget.raw.window) != 0
        if width > 0, height > 0 {
            preferences.windowSize = PixelSize(width: Int(width), height: Int(height))
        }
    }

    // MARK: Other windows

    private func connectHelp() {
        messages.panel.onFindOut = { [weak self] in self?.findOut() }
        library.failure.onFindOut = { [weak self] in self?.findOut() }
        consent.onNoSettings = { [weak self] in
            self?.preferences.say(tr("The desktop’s settings did not open. The switch here does the same."))
            self?.showPreferences(.privacy(.camera))
        }
        scan.onToggle = { [weak self] isOn in self?.answer(isOn ? .scan : nil) }
        scan.onSettings = { [weak self] in self?.showPreferences(.privacy($0)) }
        // Not over a question or another window: the sheet would cover it, and take its keys.
        scan.picture = { [weak self] in
            guard let self, self.session.isStreaming, gtk_window_is_active(self.widget.raw.window) != 0,
                !Dialogs.cover(self.widget.raw), !self.consent.isAsking, !self.library.isAsking
            else { return nil }
            return self.presentPicture
        }
        connect(widget.raw, "notify::is-active") { [weak self] _ in
            guard let self, gtk_window_is_active(self.widget.raw.window) != 0 else { return }
            // The person may return from the settings.
            self.environment.consent.refresh()
            self.environment.library.refresh()
            self.environment.screenshots.refresh()
            // Another program may have deleted the last photo.
            self.lastPhoto.lookSoon()
        }
    }

    private func findOut() {
        guard diagnosis == nil else { return }
        let window = DiagnosisWindow(over: preferences.window ?? widget.raw, environment.diagnosis)
        window.onClosed = { [weak self] in self?.diagnosis = nil }
        window.onRemedy = { [weak self] in self?.remedy($0) }
        diagnosis = window
        window.present()
    }

    private func remedy(_ remedy: FindingRemedy) {
        switch remedy {
        case .allowCamera: consent.ask()
        case .openPreferences: showPreferences(.privacy(nil))
        case .openDesktopSettings: consent.openSettings()
        case .tryAgain: environment.session.retry()
        case .chooseFolder: library.chooseFolder()
        case .useJPEG: environment.preferences.photoFormat = .jpeg
        }
    }

    private func showPreferences(_ page: PreferencesWindow.Page = .general) {
        let (snapshot, modes) = (session.snapshot, session.snapshot.modes)
        let camera = modes.isEmpty ? nil : snapshot.state.camera
        preferences.show(
            page, over: widget.raw, environment,
            camera.map { PreferencesWindow.OpenCamera(info: $0, modes: modes, cameras: snapshot.cameras) },
            PrivacyPage.Ways(
                openSettings: { [weak self] in self?.consent.openSettings() },
                chooseFolder: { [weak self] in self?.library.chooseFolder() },
                forgetAll: { [weak self] in Task { await self?.forgetAll() } }))
    }

    /// Asks, and begins anew: the preferences close, as what they show is no more.
    private func forgetAll() async {
        let question = QuestionDialog(
            over: preferences.window ?? widget.raw, heading: tr("Forget all answers and settings?"),
            text: tr(
                "Tintype asks again before it uses the camera, the microphone, your library or a screenshot, and starts with the settings of the first day. Your photos and videos stay."
            ),
            answers: [("cancel", tr("Cancel")), ("forget", tr("Forget"))])
        guard await question.ask() == "forget" else { return }
        preferences.close()
        environment.forgetAll()
    }
}
