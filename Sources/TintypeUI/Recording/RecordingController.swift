// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Platform

/// Video mode: makes the shutter record, and shows a recording's state, sound and questions.
final class RecordingController {
    /// How often the shown state of a recording is updated; milliseconds.
    private static let interval: UInt32 = 100

    /// Photo or Video was chosen, or a recording begins, pauses, goes on or ends: the deck changes.
    var onChange: () -> Void = {}
    /// Photo or Video was chosen.
    var onKind: () -> Void = {}
    /// A video is on the disk.
    var onSaved: (SavedVideo, Picture?) -> Void = { _, _ in }
    /// A recording was asked for where there is no picture, and none will come in a moment.
    var onNoPicture: () -> Void = {}
    /// Whether the window can't be seen: minimized, or on another workspace.
    var isWindowHidden: () -> Bool = { false }

    let run: RecordingRun
    let sign = RecordingSign()
    let toggle: CaptureKindToggle

    private let window: OpaquePointer
    private let front: () -> OpaquePointer
    private let recording: any VideoRecording
    private let microphone: any MicrophoneConsenting
    private let preferences: Preferences
    private let session: SessionModel
    private let steering: any SessionSteering
    /// The camera whose mode was changed for slow motion.
    private var fastCamera: CameraID?
    private let updates: UpdateCoalescer
    private var timer: MainTimer?
    private var question: QuestionDialog?
    /// Made for the first video.
    private var sound: SoundControl?
    private var pace: PaceMenu?
    /// The session manager's inhibition of sleep and screen lock; 0 for none.
    private var inhibition: guint = 0
    private var idleInhibition: IdleInhibition?

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
        preferences = environment.preferences
        steering = environment.session
        toggle = CaptureKindToggle()
        run = RecordingRun(
            recording, environment.pictures, session, preferences, microphone: microphone,
            library: environment.library)
        connectRun()
        toggle.onChange = { [weak self] in self?.kindChanged() }
        microphone.asker = { [weak self] in await self?.isMicrophoneAllowed() ?? nil }
        Actions.add(to: window, .record) { [weak self] in self?.recordPressed() }
        Actions.add(to: window, .pauseRecording) { [weak self] in self?.run.pausePressed() }
    }

    private func connectRun() {
        run.pace = { [weak self] in self?.wishedPace ?? .normal }
        run.level = { [weak self] in
            (self?.sound?.decibels ?? 0, self?.sound?.isMuted ?? false)
        }
        run.onBegun = { [weak self] in self?.began() }
        run.onEnded = { [weak self] in self?.ended() }
        run.onSaved = { [weak self] in self?.saved($0) }
        run.onChange = { [weak self] in
            self?.show()
            self?.listen()
            self?.onChange()
        }
    }

    private func kindChanged() {
        run.cancelTimer()
        run.isReady = isVideo
        // Loads the encoders before they are needed.
        if isVideo { Task { [recording] in _ = await recording.formats() } }
        if isVideo, sound == nil { makeControls() }
        paceChanged()
        show()
        onKind()
        onChange()
        listen()
    }

    /// Whether the shutter records.
    var isVideo: Bool { toggle.isVideo }

    /// R: from Photo mode, too.
    func recordPressed() {
        guard session.isStreaming || session.isStarting || run.isActive else { return onNoPicture() }
        if !isVideo { toggle.isVideo = true }
        run.press()
    }

    /// Ends a recording and calls `body` when it is on the disk; at once if there is none.
    func stop(then body: @escaping () -> Void) {
        // Without its window the question could not be answered.
        if run.isActive { question?.withdraw() }
        run.stop(then: body)
    }

    /// The session's state has changed.
    func sessionChanged() {
        run.sessionChanged()
        // A camera's modes may be read beside its first pictures.
        if session.isStreaming, !session.snapshot.modes.isEmpty {
            pace?.offerSlowMotion(fastMode != nil)
            paceChanged()
        }
        listen()
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

    /// The camera's largest mode that is fast enough for slow motion.
    private var fastMode: CaptureMode? {
        session.snapshot.modes.first { $0.rate >= RecordingPace.fastRate }
    }

    /// Slow motion uses a camera mode of its own as long as it is chosen.
    private func paceChanged() {
        let camera = isVideo && pace?.choice == .slowMotion ? session.camera?.id : nil
        guard camera != fastCamera else { return }
        fastCamera = camera
        modesChanged()
    }

    /// The person's modes have changed, or slow motion's.
    func modesChanged() {
        var modes = preferences.modes
        if let fastCamera { modes[fastCamera] = fastMode }
        session.update(modes)
        steering.setModes(modes)
        onChange()
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
        guard let running = run.running, let sound else { return }
        running.setGain(sound.decibels)
        running.setMuted(sound.isMuted)
    }

    /// Listens in Video mode, if the person has allowed it, while the camera is on and nothing is recorded.
    private func listen() {
        let isWanted =
            isVideo && !run.isActive && wishedPace.hasSound && microphone.access == .authorized
            && session.isStreaming
        sound?.listen(beside: isWanted ? session.camera : nil)
    }

    /// - Returns: nil if the person decided nothing.
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

    // MARK: A recording

    private func began() {
        let reason = tr("A video is being recorded")
        inhibition = gtk_application_inhibit(
            gtk_window_get_application(window.window), window.window,
            GtkApplicationInhibitFlags(
                GTK_APPLICATION_INHIBIT_SUSPEND.rawValue | GTK_APPLICATION_INHIBIT_IDLE.rawValue),
            reason)
        // On Wayland GTK leaves the screen lock to the window's surface, which counts only while it can be seen.
        let id = g_application_get_application_id(g_application_get_default())
        idleInhibition = IdleInhibition(id: id.map { String(cString: $0) } ?? "", reason: reason)
        timer = MainTimer(every: Self.interval) { [weak self] in
            self?.updates.next { self?.tick() }
            return self?.run.running != nil
        }
        // They may have changed since it was asked for.
        applyLevel()
        // Translators: spoken when a recording begins.
        Announcer.say(tr("Recording"), from: window)
    }

    private func tick() {
        if run.running != nil { show() }
        run.tick()
    }

    private func show() {
        sound?.canChoose = !run.isActive
        pace?.isEnabled = !run.isActive
        // While recording, normal speed is not shown: a narrow window has little room.
        let speed = !run.isActive || pace?.choice != .normal ? pace?.widget.raw : nil
        let controls = isVideo ? [speed, sound?.widget.raw].compactMap(\.self) : []
        guard let status = run.running?.status else { return sign.show(nil, controls) }
        sign.show(status, controls)
        sound?.show(level: status.level)
        // A hidden window shows the recording in the list of windows.
        let words = (status.isPaused ? "❚❚ " : "● ") + RecordingWording.clock(status.length) + " – Tintype"
        gtk_window_set_title(window.window, isWindowHidden() ? words : "Tintype")
    }

    private func saved(_ video: SavedVideo) {
        onSaved(video, run.picture())
        Announcer.say(tr("Video saved"), from: window)
    }

    private func ended() {
        timer = nil
        if inhibition != 0 {
            gtk_application_uninhibit(gtk_window_get_application(window.window), inhibition)
            inhibition = 0
        }
        idleInhibition?.end()
        idleInhibition = nil
        gtk_window_set_title(window.window, "Tintype")
    }
}
