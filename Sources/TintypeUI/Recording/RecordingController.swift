internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// Video mode: whether the shutter records, and the recording that goes on.
///
/// A recording begins with the picture that was on the screen at the press, gets every frame of the stream, and ends by a
/// press, by its own fault, when the camera goes, when the screen is locked or the computer sleeps, or with the window.
/// What there is is always kept.
final class RecordingController {
    /// How often what is shown of a recording changes; milliseconds.
    private static let interval: UInt32 = 100

    private enum State {
        case idle
        /// Permissions are asked for, or the file is being made.
        case starting
        case running(any RunningRecording)
        case stopping
    }

    /// What a recording begins with: the picture that was on the screen, and the frames since.
    private struct Beginning {
        let picture: Picture
        let inlet: RecordingInlet
    }

    /// How long the shutter may be down; milliseconds. What is held for longer begins with the picture on its release.
    private static let longestPress: UInt32 = 1000

    /// The picture that is on the screen; nil while there is none.
    var picture: () -> Picture? = { nil }
    /// Photo or Video was chosen, or a recording begins, pauses, goes on or ends: the deck changes.
    var onChange: () -> Void = {}
    /// A video is on the disk.
    var onSaved: (SavedVideo, Picture?) -> Void = { _, _ in }
    /// Whether the window can't be seen: minimized, or on another workspace.
    var isWindowHidden: () -> Bool = { false }
    /// Words for a short message.
    var onMessage: (String) -> Void = { _ in }
    /// Seconds left of the self-timer, once a second; nil at its end.
    var onCountdown: (Int?) -> Void = { _ in }

    let sign = RecordingSign()
    let toggle: CaptureKindToggle

    private let window: OpaquePointer
    private let front: () -> OpaquePointer
    private let recording: any VideoRecording
    private let microphone: any MicrophoneConsenting
    private let library: any LibraryConsenting
    private let pictures: any PictureFeeding
    private let preferences: Preferences
    private let session: SessionModel
    private let steering: any SessionSteering
    /// The camera that was asked for pictures that are fast enough for slow motion.
    private var fastCamera: CameraID?
    private let selfTimer = SelfTimer()
    private var state = State.idle
    /// The part of the frames that is recorded.
    private var portion: PixelRect?
    private let updates: UpdateCoalescer
    private var timer: MainTimer?
    private var beginning: Beginning?
    private var beginningEnd: MainTimer?
    private var soundFaultSaid: SoundFault?
    private var question: QuestionDialog?
    /// Made when a video is first to be recorded.
    private var sound: SoundControl?
    private var pace: PaceMenu?
    /// Of the session manager, which neither sleeps nor locks meanwhile; 0 for none.
    private var inhibition: guint = 0
    /// Called when nothing is recorded any more.
    private var whenIdle: [() -> Void] = []

    /// - Parameters:
    ///   - window: owns this, and gets the actions.
    ///   - front: the window that questions are asked over.
    init(
        window: OpaquePointer, _ environment: AppEnvironment, _ session: SessionModel,
        _ updates: UpdateCoalescer, front: @escaping () -> OpaquePointer
    ) {
        (self.window, self.session, self.updates, self.front) = (window, session, updates, front)
        recording = environment.recording
        microphone = environment.microphone
        library = environment.library
        pictures = environment.pictures
        preferences = environment.preferences
        steering = environment.session
        toggle = CaptureKindToggle()
        selfTimer.onTick = { [weak self] in self?.onCountdown($0) }
        toggle.onChange = { [weak self] in
            guard let self else { return }
            self.selfTimer.cancel()
            // Loads what encodes before it is needed.
            if self.isVideo { Task { [recording = self.recording] in _ = await recording.formats() } }
            if self.isVideo, self.sound == nil { self.makeControls() }
            self.paceChanged()
            self.show()
            self.onChange()
            self.listen()
        }
        microphone.asker = { [weak self] in await self?.isMicrophoneAllowed() ?? nil }
        Actions.add(to: window, "record") { [weak self] in self?.recordPressed() }
        Actions.add(to: window, "pause-recording") { [weak self] in self?.pausePressed() }
    }

    /// Whether the shutter records.
    var isVideo: Bool { toggle.isVideo }

    /// Whether a recording goes on, or is about to.
    var isActive: Bool { if case .idle = state { false } else { true } }

    var isRunning: Bool { if case .running = state { true } else { false } }

    var isPaused: Bool {
        if case .running(let recording) = state { recording.status.isPaused } else { false }
    }

    // MARK: Presses

    func shutterDown() {
        guard !isActive, session.isStreaming, preferences.selfTimer == 0 else { return }
        beginning = makeBeginning()
        beginningEnd = .once(after: Self.longestPress) { [weak self] in
            if let self, !self.isActive { self.dropBeginning() }
        }
    }

    private func dropBeginning() {
        beginning = nil
        pictures.collectFrames(for: .recording, nil)
    }

    private func makeBeginning() -> Beginning? {
        guard let picture = picture() else { return nil }
        let inlet = RecordingInlet()
        pictures.collectFrames(for: .recording) { inlet.add($0) }
        return Beginning(picture: picture, inlet: inlet)
    }

    /// The shutter in Video mode.
    func press() {
        switch state {
        case .idle where selfTimer.isRunning: selfTimer.cancel()
        case .idle where preferences.selfTimer > 0 && session.isStreaming:
            selfTimer.start(seconds: preferences.selfTimer) { [weak self] in self?.start() }
        case .idle: start()
        case .running: stop()
        case .starting, .stopping: break
        }
    }

    /// - Returns: whether there was a countdown to cancel.
    func cancelTimer() -> Bool {
        defer { selfTimer.cancel() }
        return selfTimer.isRunning
    }

    /// R: from Photo mode, too.
    func recordPressed() {
        guard session.isStreaming || isActive else { return }
        if !isVideo { toggle.isVideo = true }
        press()
    }

    func pausePressed() {
        guard case .running(let recording) = state else { return }
        recording.status.isPaused ? recording.resume() : recording.pause()
        show()
        onChange()
    }

    /// Each picture that is on the screen: the video zooms as it does.
    func shown(_ picture: Picture) {
        guard case .running(let recording) = state, picture.portion != portion else { return }
        portion = picture.portion
        recording.zoom(to: picture.portion)
    }

    // MARK: Sound and speed

    private func makeControls() {
        let (sound, pace) = (SoundControl(preferences, recording, updates), PaceMenu(actions: window))
        (self.sound, self.pace) = (sound, pace)
        sound.onChoice = { [weak self] in self?.listen() }
        sound.onLevel = { [weak self] in self?.applyLevel() }
        pace.onChange = { [weak self] in
            self?.paceChanged()
            self?.show()
            self?.listen()
        }
        pace.offerSlowMotion(fastMode != nil)
    }

    /// The largest pictures of the camera that come fast enough for slow motion.
    private var fastMode: CaptureMode? {
        session.snapshot.modes.first { $0.rate >= RecordingPace.fastRate }
    }

    /// Slow motion takes a mode of its own for as long as it is chosen.
    private func paceChanged() {
        let camera = isVideo && pace?.choice == .slowMotion ? session.camera?.id : nil
        guard camera != fastCamera else { return }
        fastCamera = camera
        var modes = preferences.modes
        if let camera { modes[camera] = fastMode }
        steering.setModes(modes)
    }

    private var wishedPace: RecordingPace {
        switch pace?.choice {
        case .timeLapse(let interval)?: .timeLapse(every: interval)
        case .slowMotion?:
            if case .streaming(_, let stream, _) = session.state, let rate = stream.rate {
                .slowMotion(rate)
            } else {
                .normal
            }
        case .normal?, nil: .normal
        }
    }

    private func applyLevel() {
        guard case .running(let recording) = state, let sound else { return }
        recording.setGain(sound.decibels)
        recording.setMuted(sound.isMuted)
    }

    /// Listens in Video mode, where the person has allowed it, while the camera is on and nothing is recorded.
    private func listen() {
        let isWanted =
            isVideo && !isActive && wishedPace.hasSound && microphone.access == .authorized
            && session.isStreaming
        sound?.listen(beside: isWanted ? session.camera : nil)
    }

    // MARK: Begin

    private func start() {
        guard session.isStreaming, let camera = session.camera, picture() != nil else { return }
        state = .starting
        beginningEnd = nil
        beginning = beginning ?? makeBeginning()
        listen()
        onChange()
        Task { [weak self] in await self?.begin(camera) }
    }

    private func begin(_ camera: CameraInfo) async {
        let isAsked = library.access == .notDetermined || asksForMicrophone
        if library.access == .notDetermined { _ = await library.request(for: .saving) }
        guard library.access.allowsSaving else {
            let code: SaveError.Code = library.access == .restricted ? .restricted : .notAllowed
            return refuse(RecordingError(.file(code)))
        }
        if asksForMicrophone { _ = await microphone.request() }
        // What was on the screen before a question is not what the person wants.
        if isAsked || beginning?.inlet.isWhole != true { beginning = makeBeginning() }
        guard session.isStreaming, let beginning else {
            return refuse(RecordingError(.nothingRecorded))
        }
        self.beginning = nil
        let (shown, inlet) = (beginning.picture, beginning.inlet)
        var wish = RecordingWish(
            camera: camera, format: preferences.videoFormat, sound: preferences.soundChoice,
            framing: preferences.videoFraming(of: shown, camera), limit: preferences.videoLimit)
        wish.pace = wishedPace
        if let sound { (wish.gain, wish.isMuted) = (sound.decibels, sound.isMuted) }
        do throws(RecordingError) {
            let running = try await recording.start(wish, from: shown.frame)
            inlet.open(into: running)
            began(running)
        } catch {
            refuse(error)
        }
    }

    private var asksForMicrophone: Bool {
        preferences.soundChoice != .silent && wishedPace.hasSound && microphone.access == .notDetermined
    }

    /// - Returns: nil where the person decided nothing.
    private func isMicrophoneAllowed() async -> Bool? {
        let question = QuestionDialog(
            over: front(), heading: tr("Record sound with your videos?"),
            text: tr(
                "Tintype needs permission to use the microphone. It listens only while Video is chosen."
            ),
            answers: [("deny", tr("Don't Allow")), ("allow", tr("Allow"))])
        self.question = question
        defer { self.question = nil }
        return await question.ask().map { $0 == "allow" }
    }

    private func refuse(_ error: RecordingError) {
        dropBeginning()
        state = .idle
        onMessage(RecordingWording.reason(for: error))
        ended()
    }

    private func began(_ running: any RunningRecording) {
        state = .running(running)
        portion = nil
        soundFaultSaid = nil
        inhibition = gtk_application_inhibit(
            gtk_window_get_application(window.window), window.window,
            GtkApplicationInhibitFlags(
                GTK_APPLICATION_INHIBIT_SUSPEND.rawValue | GTK_APPLICATION_INHIBIT_IDLE.rawValue),
            tr("A video is being recorded"))
        timer = MainTimer(every: Self.interval) { [weak self] in
            self?.updates.next { self?.tick() }
            return self?.isRunning ?? false
        }
        Announcer.say(tr("Recording"), from: window)
        show()
        onChange()
        // Asked to end while the file was being made.
        if !whenIdle.isEmpty { stop() }
    }

    // MARK: Meanwhile

    private func tick() {
        guard case .running(let recording) = state else { return }
        show()
        let status = recording.status
        if let fault = status.soundFault, fault != soundFaultSaid {
            soundFaultSaid = fault
            onMessage(RecordingWording.reason(for: fault))
        }
        if status.fault != nil || status.isComplete { stop() }
    }

    private func show() {
        sound?.canChoose = !isActive
        pace?.isEnabled = !isActive
        // In a narrow window there is room for what matters.
        let speed = !isActive || pace?.choice != .normal ? pace?.widget.raw : nil
        let controls = isVideo ? [speed, sound?.widget.raw].compactMap(\.self) : []
        guard case .running(let recording) = state else { return sign.show(nil, controls) }
        let status = recording.status
        sign.show(status, controls)
        sound?.show(level: status.level)
        // A window that can't be seen says it in the list of windows.
        let words = (status.isPaused ? "❚❚ " : "● ") + RecordingWording.clock(status.length) + " – Tintype"
        gtk_window_set_title(window.window, isWindowHidden() ? words : "Tintype")
    }

    /// The session's state has changed: a restart of the camera is waited for, everything else ends a recording.
    func sessionChanged() {
        switch session.state {
        case .streaming, .restarting, .opening, .resuming: break
        case .off, .noCamera, .paused, .busy, .disconnected, .failed: stop()
        }
        if session.isStreaming {
            pace?.offerSlowMotion(fastMode != nil)
            paceChanged()
        }
        listen()
    }

    // MARK: End

    /// Ends a recording, if there is one.
    func stop() {
        selfTimer.cancel()
        guard case .running(let recording) = state else { return }
        state = .stopping
        // Files of a memory card's FAT end at 4 GiB: the video goes on in the next.
        if recording.status.fault?.code == .file(.tooLarge), whenIdle.isEmpty { beginning = makeBeginning() }
        if beginning == nil { pictures.collectFrames(for: .recording, nil) }
        timer = nil
        show()
        onChange()
        Task { [weak self] in
            do throws(RecordingError) {
                let saved = try await recording.stop()
                self?.finished(saved)
            } catch {
                self?.onMessage(RecordingWording.reason(for: error))
                self?.dropBeginning()
            }
            guard let self else { return }
            let goesOn = self.beginning != nil && self.whenIdle.isEmpty
            if !goesOn { self.dropBeginning() }
            self.state = .idle
            self.ended()
            if goesOn { self.start() }
        }
    }

    /// Ends a recording and calls `body` when it is on the disk; at once where there is none.
    func stop(then body: @escaping () -> Void) {
        guard isActive else { return body() }
        whenIdle.append(body)
        // Without its window it could not be answered.
        question?.withdraw()
        stop()
    }

    private func finished(_ video: SavedVideo) {
        onSaved(video, picture())
        Announcer.say(tr("Video saved"), from: window)
        if let remark = RecordingWording.remark(on: video) { onMessage(remark) }
    }

    private func ended() {
        if inhibition != 0 {
            gtk_application_uninhibit(gtk_window_get_application(window.window), inhibition)
            inhibition = 0
        }
        gtk_window_set_title(window.window, "Tintype")
        show()
        listen()
        onChange()
        let waiting = whenIdle
        whenIdle = []
        for body in waiting { body() }
    }
}

extension Preferences {
    /// How frames seen as in this picture become the video: its shape, and the zoom at the beginning.
    fileprivate func videoFraming(of picture: Picture, _ camera: CameraInfo) -> PhotoFraming {
        let isWhole = picture.portion.size == picture.frameSize
        return PhotoFraming(
            portion: isWhole ? nil : picture.portion, isMirrored: photoMirror.applies(to: camera))
    }
}
