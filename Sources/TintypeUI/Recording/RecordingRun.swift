// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// Carries out what `RecordingMachine` decides, on the way from a press to a video, without any widget.
///
/// A recording begins with the picture that was on the screen at the press, gets every frame of the stream, and ends by a
/// press, by its own fault, when the camera goes or another one is chosen, when the screen is locked or the computer
/// sleeps, or with the window. Everything recorded until then is kept.
final class RecordingRun {
    /// What one recording has, from the wish for it to its end.
    private struct Take {
        /// A video has one camera.
        let camera: CameraInfo
        var recording: (any RunningRecording)?
        /// The part of the frames that is on the screen, and whether it is less than the whole.
        var portion: PixelRect?
        var isPart = false
    }

    /// Milliseconds. A recording whose press takes longer begins with the picture at its release.
    private static let longestPress: UInt32 = 1000

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
            if isReady != oldValue { awaitPress() }
        }
    }

    private let recording: any VideoRecording
    private let consent: RecordingConsent
    private let preferences: Preferences
    private let session: SessionModel
    private let selfTimer = SelfTimer()
    private let firstPicture = FirstPictureWait()
    private let frames: RecordingFrames
    private var machine = RecordingMachine()
    private var take: Take?
    private var remarks = RecordingRemarks()
    private var pressEnd: MainTimer?
    /// Closures to call when nothing is recorded any more.
    private var whenIdle: [() -> Void] = []

    init(
        _ recording: any VideoRecording, _ pictures: any PictureFeeding, _ session: SessionModel,
        _ preferences: Preferences, microphone: any MicrophoneConsenting, library: any LibraryConsenting
    ) {
        (self.recording, self.session, self.preferences) = (recording, session, preferences)
        consent = RecordingConsent(microphone: microphone, library: library)
        frames = RecordingFrames(pictures)
        selfTimer.onTick = { [weak self] in self?.onCountdown($0) }
    }

    /// Whether a recording goes on, or is about to.
    var isActive: Bool { machine.isActive }
    /// Whether a press of the shutter ends what an earlier one began.
    var endsOnPress: Bool { machine.endsOnPress }
    /// Whether a press of the shutter begins a recording.
    var beginsOnPress: Bool { machine.beginsOnPress }
    /// The recording that goes on.
    var running: (any RunningRecording)? { machine.state == .recording ? take?.recording : nil }

    // MARK: Events

    func shutterDown() {
        if session.isStreaming, preferences.selfTimer == 0, picture() != nil { send(.shutterDown) }
    }

    /// The shutter in Video mode.
    func press() {
        if selfTimer.isRunning { selfTimer.cancel() } else { send(.shutterPressed) }
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

    /// Whether `pictureArrived` has anything to do.
    var awaitsPicture: Bool { firstPicture.isWaiting }

    func pictureArrived() {
        if session.isStreaming { firstPicture.end() }
    }

    /// Called while GTK draws, with each picture on the screen: the video follows its zoom.
    func shown(_ picture: Picture) {
        guard let running, picture.portion != take?.portion else { return }
        take?.portion = picture.portion
        take?.isPart = picture.portion.size != picture.frameSize
        running.zoom(to: picture.portion)
    }

    /// Checks the recording's status, several times a second.
    func tick() {
        guard let take, let status = running?.status else { return }
        remarks.during(status, isPart: take.isPart).forEach(onMessage)
        // Files on a memory card's FAT are limited to 4 GiB: the video goes on in another one.
        let isFull = status.fault?.code == .file(.tooLarge) && !isCameraLost && picture() != nil
        if status.fault != nil || status.isComplete { send(isFull ? .fileFull : .ended) }
    }

    /// A recording waits for a restart of the camera; any other end of the pictures ends it.
    func sessionChanged() {
        if isCameraLost { send(.ended) }
        if !session.isStreaming, !session.isStarting || session.isPaused {
            firstPicture.cancel()
            if cancelTimer() { onMessage(tr("Timer cancelled")) }
        }
        awaitPress()
    }

    /// Ends a recording and calls `body` when it is on the disk; at once if there is none.
    func stop(then body: @escaping () -> Void) {
        guard isActive else { return body() }
        selfTimer.cancel()
        firstPicture.cancel()
        whenIdle.append(body)
        send(.closed)
    }

    private var isCameraLost: Bool {
        switch session.state {
        case .streaming, .restarting, .opening, .resuming:
            take.map { $0.camera.id != session.camera?.id } ?? false
        case .off, .noCamera, .paused, .busy, .disconnected, .failed: true
        }
    }

    private func send(_ event: RecordingMachine.Event) { machine.handle(event).forEach(carryOut) }

    // MARK: Effects

    private func carryOut(_ effect: RecordingMachine.Effect) {
        switch effect {
        case .keepFrames(let isSequel): frames.begin(with: picture(), isSequel: isSequel)
        case .limitPress:
            pressEnd = .once(after: Self.longestPress) { [weak self] in self?.send(.pressTimedOut) }
        case .dropFrames:
            frames.drop()
            awaitPress()
        case .prepare: prepare()
        case .prepareNext: start(.nextWanted)
        case .begin: begin()
        case .reportBegin: reportBegin()
        case .end: send(.ended)
        case .finish: finish()
        case .reportEnd: reportEnd()
        case .show: onChange()
        }
    }

    /// Keeps the frames of the last moment while a press may come, and releases them otherwise.
    private func awaitPress() {
        if machine.awaitsPress { frames.awaitPress(isReady && session.isStreaming) }
    }

    private func prepare() {
        guard session.isStreaming else { return awaitPicture { $0.press() } }
        guard preferences.selfTimer > 0 else { return start(.wanted) }
        selfTimer.start(seconds: preferences.selfTimer) { [weak self] in self?.start(.wanted) }
    }

    private func start(_ event: RecordingMachine.Event) {
        guard session.isStreaming, session.camera != nil, picture() != nil else {
            return awaitPicture { $0.start(.wanted) }
        }
        firstPicture.cancel()
        selfTimer.cancel()
        send(event)
    }

    private func awaitPicture(_ action: @escaping (RecordingRun) -> Void) {
        guard session.isStreaming || session.isStarting else { return }
        firstPicture.start { [weak self] in self.map(action) }
    }

    private func begin() {
        guard let camera = session.camera else { return refuse(RecordingError(.nothingRecorded)) }
        take = Take(camera: camera)
        Task { [weak self] in await self?.begin(camera) }
    }

    private func begin(_ camera: CameraInfo) async {
        do throws(RecordingError) {
            let isAsked = try await consent.ask(
                forSound: preferences.soundChoice != .silent && pace().hasSound,
                unless: { machine.state == .startingToEnd })
            guard let isAsked else { return send(.refused) }
            // The picture from before a question is not the wanted one any more.
            if isAsked || frames.beginning?.isGood != true { frames.begin(with: picture(), isSequel: false) }
            guard session.isStreaming, let beginning = frames.take() else {
                throw RecordingError(.nothingRecorded)
            }
            let running = try await recording.start(
                options(for: camera, beginning.picture), from: beginning.picture.frame)
            beginning.input.open(into: running)
            take?.recording = running
            send(.begun)
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

    private func refuse(_ error: RecordingError) {
        Log(domain: "recording").warning("nothing is recorded: \(error.code)")
        onMessage(RecordingWording.reason(for: error))
        send(.refused)
    }

    private func reportBegin() {
        guard let status = running?.status else { return }
        remarks.begun(status).forEach(onMessage)
        onBegun()
        onChange()
        // It may have gone while the file was being made.
        if isCameraLost { send(.ended) }
    }

    private func finish() {
        guard let recording = take?.recording else { return }
        Task { [weak self] in
            do throws(RecordingError) {
                let video = try await recording.stop()
                self?.saved(video)
            } catch {
                self?.saveFailed(error)
            }
        }
    }

    private func saved(_ video: SavedVideo) {
        onSaved(video)
        remarks.place(video.relocation).forEach(onMessage)
        if let remark = RecordingWording.remark(on: video) { onMessage(remark) }
        send(.saved(isCameraLost: isCameraLost))
    }

    private func saveFailed(_ error: RecordingError) {
        onMessage(RecordingWording.reason(for: error))
        send(.saveFailed(isCameraLost: isCameraLost))
    }

    private func reportEnd() {
        take = nil
        awaitPress()
        onEnded()
        onChange()
        let waiting = whenIdle
        whenIdle = []
        for body in waiting { body() }
    }
}
