// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// The way from a press to a video, one video at a time, without any widget.
///
/// A recording begins with the picture that was on the screen at the press, gets every frame of the stream, and ends by a
/// press, by its own fault, when the camera goes or another one is chosen, when the screen is locked or the computer
/// sleeps, or with the window. Everything recorded until then is kept.
final class RecordingRun {
    private enum State {
        case idle
        /// Permissions are asked for, or the file is being made.
        ///
        /// - Parameters:
        ///   - isNext: whether it follows another recording: then the shutter shows that it can be ended.
        ///   - ends: whether the shutter has ended it already.
        case starting(isNext: Bool, ends: Bool)
        case running(any RunningRecording)
        /// The file is being finished; another recording begins when it is.
        case stopping(goesOn: Bool)
    }

    /// The beginning of a recording: the picture that was on the screen, and the frames since.
    private struct Beginning {
        let picture: Picture
        let input: RecordingInput
        /// Whether it continues a file that has ended. Then missing frames are counted; otherwise it is made anew.
        let isSequel: Bool
    }

    /// Milliseconds. A recording whose press takes longer begins with the picture at its release.
    private static let longestPress: UInt32 = 1000
    /// How long the record of the person's answer may take; milliseconds.
    private static let microphoneTimeout: UInt32 = 2000

    /// The picture on the screen; nil while there is none.
    var picture: () -> Picture? = { nil }
    /// The chosen speed.
    var pace: () -> RecordingPace = { .normal }
    /// The chosen gain in decibels, and whether sound is muted.
    var level: () -> (gain: Double, isMuted: Bool) = { (0, false) }
    /// A recording begins, pauses, goes on or ends.
    var onChange: () -> Void = {}
    var onBegun: () -> Void = {}
    /// Nothing is recorded any more, or nothing began.
    var onEnded: () -> Void = {}
    /// A video is on the disk.
    var onSaved: (SavedVideo) -> Void = { _ in }
    /// Words for a short message.
    var onMessage: (String) -> Void = { _ in }
    /// Seconds left of the self-timer, once a second; nil at its end.
    var onCountdown: (Int?) -> Void = { _ in }

    /// Whether the shutter records, so that frames are kept for the next press.
    var isReady = false {
        didSet {
            if !isReady { firstPicture.cancel() }
            if isReady != oldValue { prepare() }
        }
    }

    private let recording: any VideoRecording
    private let microphone: any MicrophoneConsenting
    private let library: any LibraryConsenting
    private let pictures: any PictureFeeding
    private let preferences: Preferences
    private let session: SessionModel
    private let selfTimer = SelfTimer()
    private let firstPicture = FirstPictureWait()
    private var state = State.idle
    private var beginning: Beginning?
    private var beginningEnd: MainTimer?
    /// The camera that is recorded: a video has one.
    private var camera: CameraID?
    /// The part of the frames that is on the screen, and whether it is less than the whole.
    private var portion: PixelRect?
    private var isPart = false
    /// Takes frames before a press.
    private var waiting: RecordingInput?
    /// Whether the message about `original` keeping whole pictures was shown for this recording.
    private var isWholeSaid = false
    private var soundFaultSaid: SoundFault?
    /// The last reported reason why videos are not in the wanted format.
    private var substitutionSaid: RecordingError.Code?
    /// Whether the last recording was not in the journal, with its message shown.
    private var isMissingJournalSaid = false
    /// Closures to call when nothing is recorded any more.
    private var whenIdle: [() -> Void] = []

    init(
        _ recording: any VideoRecording, _ pictures: any PictureFeeding, _ session: SessionModel,
        _ preferences: Preferences, microphone: any MicrophoneConsenting, library: any LibraryConsenting
    ) {
        (self.recording, self.pictures, self.session) = (recording, pictures, session)
        (self.preferences, self.microphone, self.library) = (preferences, microphone, library)
        selfTimer.onTick = { [weak self] in self?.onCountdown($0) }
    }

    /// Whether a recording goes on, or is about to.
    var isActive: Bool { if case .idle = state { false } else { true } }

    /// Whether another press of the shutter ends what it began. A video wanted while the last one is being finished
    /// begins with the picture of that press.
    var isWanted: Bool {
        switch state {
        case .idle, .starting(isNext: false, _), .starting(_, ends: true), .stopping(goesOn: false): false
        case .starting(isNext: true, ends: false), .running, .stopping(goesOn: true): true
        }
    }

    /// Whether a press of the shutter would begin a recording.
    var isFree: Bool {
        switch state {
        case .idle, .stopping(goesOn: false): true
        case .starting, .running, .stopping(goesOn: true): false
        }
    }

    /// The recording that goes on.
    var running: (any RunningRecording)? {
        if case .running(let recording) = state { recording } else { nil }
    }

    // MARK: Presses

    func shutterDown() {
        guard isFree, session.isStreaming, preferences.selfTimer == 0 else { return }
        beginning = makeBeginning()
        beginningEnd = .once(after: Self.longestPress) { [weak self] in
            if let self, self.isFree { self.dropBeginning() }
        }
    }

    private func dropBeginning() {
        (beginning, beginningEnd) = (nil, nil)
        endCollecting()
    }

    private func makeBeginning(isSequel: Bool = false) -> Beginning? {
        guard let picture = picture() else { return nil }
        let input = waiting ?? collect(into: RecordingInput())
        waiting = nil
        input.begin(after: picture.frame)
        return Beginning(picture: picture, input: input, isSequel: isSequel)
    }

    private func collect(into input: RecordingInput) -> RecordingInput {
        pictures.collectFrames(for: .recording) { input.add($0) }
        return input
    }

    private func endCollecting() {
        waiting = nil
        pictures.collectFrames(for: .recording, nil)
        prepare()
    }

    /// Keeps the frames of the last moment while a press may come, and releases them otherwise.
    private func prepare() {
        guard isFree, beginning == nil else { return }
        let isWanted = isReady && session.isStreaming
        if isWanted, waiting == nil { waiting = collect(into: RecordingInput(isWaiting: true)) }
        if !isWanted, waiting != nil { endCollecting() }
    }

    /// The shutter in Video mode.
    func press() {
        if selfTimer.isRunning { return selfTimer.cancel() }
        switch state {
        case .idle, .stopping(goesOn: false):
            guard session.isStreaming else { return awaitPicture { $0.press() } }
            guard preferences.selfTimer > 0 else { return start() }
            selfTimer.start(seconds: preferences.selfTimer) { [weak self] in self?.start() }
        case .running: stop()
        case .stopping(goesOn: true):
            state = .stopping(goesOn: false)
            dropBeginning()
            onChange()
        case .starting(isNext: true, _):
            state = .starting(isNext: true, ends: true)
            onChange()
        case .starting(isNext: false, _): break
        }
    }

    /// - Returns: whether there was a countdown to cancel.
    @discardableResult func cancelTimer() -> Bool {
        defer { selfTimer.cancel() }
        return selfTimer.isRunning
    }

    func pausePressed() {
        guard let running else { return }
        running.status.isPaused ? running.resume() : running.pause()
        onChange()
    }

    private func awaitPicture(_ action: @escaping (RecordingRun) -> Void) {
        guard session.isStreaming || session.isStarting else { return }
        firstPicture.start { [weak self] in self.map(action) }
    }

    /// Whether `pictureArrived` has anything to do.
    var awaitsPicture: Bool { firstPicture.isWaiting }

    func pictureArrived() {
        if session.isStreaming { firstPicture.end() }
    }

    /// Called while GTK draws, with each picture on the screen: the video follows its zoom.
    func shown(_ picture: Picture) {
        guard let running, picture.portion != portion else { return }
        (portion, isPart) = (picture.portion, picture.portion.size != picture.frameSize)
        running.zoom(to: picture.portion)
    }

    // MARK: Begin

    private func start(isNext: Bool = false) {
        guard session.isStreaming, let camera = session.camera, picture() != nil else {
            return awaitPicture { $0.start() }
        }
        firstPicture.cancel()
        beginningEnd = nil
        beginning = beginning ?? makeBeginning()
        // Begins as soon as the last video is on the disk.
        if case .stopping = state {
            state = .stopping(goesOn: true)
            return onChange()
        }
        state = .starting(isNext: isNext, ends: false)
        self.camera = camera.id
        onChange()
        Task { [weak self] in await self?.begin(camera) }
    }

    private func begin(_ camera: CameraInfo) async {
        await learnOfMicrophone()
        let isAsked = library.access == .notDetermined || asksForMicrophone
        if library.access == .notDetermined { _ = await library.request(for: .saving) }
        guard library.access.allowsSaving else {
            let code: SaveError.Code = library.access == .restricted ? .restricted : .notAllowed
            return refuse(RecordingError(.file(code)))
        }
        // Not over a window that has been closed meanwhile.
        if asksForMicrophone, whenIdle.isEmpty { _ = await microphone.request() }
        // The picture from before a question is not the wanted one any more.
        let isGood = beginning.map { $0.isSequel || $0.input.isWhole } ?? false
        if isAsked || !isGood { beginning = makeBeginning() }
        guard session.isStreaming, let beginning else { return refuse(RecordingError(.nothingRecorded)) }
        self.beginning = nil
        do throws(RecordingError) {
            let running = try await recording.start(
                options(for: camera, beginning.picture), from: beginning.picture.frame)
            beginning.input.open(into: running)
            began(running)
        } catch {
            refuse(error)
        }
    }

    private func options(for camera: CameraInfo, _ picture: Picture) -> RecordingOptions {
        var options = RecordingOptions(
            camera: camera, format: preferences.videoFormat, sound: preferences.soundChoice,
            framing: preferences.photoFraming(of: picture, camera), limit: preferences.videoLimit)
        options.pace = pace()
        (options.gain, options.isMuted) = level()
        return options
    }

    private var wantsSound: Bool { preferences.soundChoice != .silent && pace().hasSound }

    private var asksForMicrophone: Bool { wantsSound && microphone.access == .notDetermined }

    /// Right after the start an answer may not be known yet: who has given one is not asked again.
    private func learnOfMicrophone() async {
        guard wantsSound, !microphone.isAccessKnown else { return }
        let learning = Task { [microphone] in
            for await _ in microphone.changes() where microphone.isAccessKnown { return }
        }
        let end = MainTimer.once(after: Self.microphoneTimeout) { learning.cancel() }
        await learning.value
        end.cancel()
    }

    private func refuse(_ error: RecordingError) {
        Log(domain: "recording").warning("nothing is recorded: \(error.code)")
        dropBeginning()
        onMessage(RecordingWording.reason(for: error))
        ended()
    }

    private func began(_ running: any RunningRecording) {
        let ends = if case .starting(_, ends: true) = state { true } else { false }
        state = .running(running)
        (portion, isPart, isWholeSaid, soundFaultSaid) = (nil, false, false, nil)
        if let reason = running.status.substitution, reason != substitutionSaid {
            substitutionSaid = reason
            onMessage(RecordingWording.substitution(running.status.format, reason))
        }
        let isInJournal = running.status.isInJournal
        if !isInJournal, !isMissingJournalSaid { onMessage(RecordingWording.notInJournal) }
        isMissingJournalSaid = !isInJournal
        if let name = running.status.substituteMicrophone { onMessage(RecordingWording.substitute(name)) }
        onBegun()
        onChange()
        // Something may have ended it while the file was being made.
        if ends || !whenIdle.isEmpty || isCameraLost { stop() }
    }

    // MARK: Meanwhile

    /// Checks the recording's status, several times a second.
    func tick() {
        guard let status = running?.status else { return }
        if let fault = status.soundFault, fault != soundFaultSaid {
            soundFaultSaid = fault
            onMessage(RecordingWording.reason(for: fault))
        }
        if isPart, status.format == .original, !isWholeSaid {
            isWholeSaid = true
            onMessage(tr("The video keeps the whole picture: zoom and shape are only seen here."))
        }
        if status.fault != nil || status.isComplete { stop() }
    }

    /// A recording waits for a restart of the camera; any other end of the pictures ends it.
    func sessionChanged() {
        if isCameraLost { stop() }
        if !session.isStreaming, !session.isStarting || session.isPaused {
            firstPicture.cancel()
            if cancelTimer() { onMessage(tr("Timer cancelled")) }
        }
        prepare()
    }

    private var isCameraLost: Bool {
        switch session.state {
        case .streaming, .restarting, .opening, .resuming: camera.map { $0 != session.camera?.id } ?? false
        case .off, .noCamera, .paused, .busy, .disconnected, .failed: true
        }
    }

    // MARK: End

    /// Ends a recording, if there is one.
    private func stop() {
        selfTimer.cancel()
        guard let recording = running else { return }
        // Files on a memory card's FAT are limited to 4 GiB: the video goes on in another one.
        if recording.status.fault?.code == .file(.tooLarge), whenIdle.isEmpty, !isCameraLost {
            beginning = makeBeginning(isSequel: true)
        }
        state = .stopping(goesOn: beginning != nil)
        if beginning == nil { endCollecting() }
        onChange()
        Task { [weak self] in
            do throws(RecordingError) {
                let saved = try await recording.stop()
                self?.finished(saved)
            } catch {
                self?.onMessage(RecordingWording.reason(for: error))
                if self?.beginning?.isSequel == true { self?.state = .stopping(goesOn: false) }
            }
            self?.stopped()
        }
    }

    private func stopped() {
        let goesOn = isWanted && whenIdle.isEmpty && !isCameraLost
        // The shutter may be down.
        if !goesOn, beginning != nil, beginningEnd == nil { dropBeginning() }
        ended()
        if goesOn { start(isNext: true) }
    }

    /// Ends a recording and calls `body` when it is on the disk; at once if there is none.
    func stop(then body: @escaping () -> Void) {
        guard isActive else { return body() }
        whenIdle.append(body)
        stop()
    }

    private func finished(_ video: SavedVideo) {
        onSaved(video)
        if let remark = RecordingWording.remark(on: video) { onMessage(remark) }
    }

    private func ended() {
        (state, camera) = (.idle, nil)
        prepare()
        onEnded()
        onChange()
        let waiting = whenIdle
        whenIdle = []
        for body in waiting { body() }
    }
}
