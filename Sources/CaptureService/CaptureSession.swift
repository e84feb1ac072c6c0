// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
internal import CaptureCore
internal import Diagnosis
internal import Imaging
internal import Permissions
internal import Platform

/// Carries out the session machine's decisions: opens, streams, renders, restarts.
///
/// An actor whose executor is the capture thread, so that its state needs no lock and a frame no hop.
actor CaptureSession {
    /// After this long without a picture the session looks for the reason.
    private static let gapLimit: Duration = .milliseconds(500)
    /// How often the thread wakes up without a frame.
    private static let timeout: Duration = .milliseconds(250)
    /// How long a descriptor that is ready without a frame is ignored.
    private static let emptyPause: Duration = .milliseconds(10)
    /// Finds cameras also without udev; a scan takes a millisecond.
    private static let scanInterval: Duration = .seconds(2)

    nonisolated let thread: CaptureThread
    private let provider: any CameraProviding
    private let clock: @Sendable () -> MonotonicTime
    private let streams: SessionStreams

    private var machine: SessionMachine
    private var grant: CameraGrant?
    private var opening: CameraOpening?
    /// The number of cameras opened until now.
    private var openingCount = 0
    private var retry: CaptureThread.Timer?
    private var lastSnapshot: SessionSnapshot?
    private var lastPictureAt = MonotonicTime(nanoseconds: 0)
    private var lastScanAt = MonotonicTime(nanoseconds: 0)
    private var newFrames = NewFrames()
    /// Consecutive wake-ups without a frame.
    private var emptyWakes = 0
    private var trust: OpeningTrust
    private var preview: PreviewPipeline
    /// Whether the views show the controls.
    private var watchesControls = false
    /// The settings that every camera gets.
    var defaults = CameraDefaults()
    private var preferredModes = PreferredModes()
    private var target: ViewfinderTarget?
    /// Carries out waiting requests if no frame comes in time.
    private var requestTimer: CaptureThread.Timer?
    private var focus: FocusDriver
    /// Of the camera that was opened last.
    private var earlierModes: (camera: CameraID, modes: [CaptureMode]) = (.testScene, [])
    /// The exposure at the point that is still to be set, in stops.
    private var wantedStops: Double?
    /// Runs while the camera takes no other exposure.
    private var compensation: CaptureThread.Timer?
    /// A click while the camera did not answer.
    private var postponedFocus: FocusRequest?
    /// Receive every whole frame. Faults that only a decoder finds are known of shown frames only.
    private var frameSinks: [FrameUse: @Sendable (Frame) -> Void] = [:]
    private var sessionLog = SessionLog()
    /// Cameras reserved to the diagnosis.
    private var reservations = CameraReservations()

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(
        provider: any CameraProviding, mailbox: PictureMailbox, loupe: PictureMailbox,
        assistants: AssistantWorker, streams: SessionStreams, preferred: CameraID?, notes: OpeningNotes?,
        clock: @escaping @Sendable () -> MonotonicTime
    ) {
        self.provider = provider
        self.clock = clock
        self.streams = streams
        trust = OpeningTrust(notes)
        focus = FocusDriver(clock: clock) { streams.focus.send($0) }
        thread = CaptureThread(name: "tintype-capture", clock: clock)
        machine = SessionMachine(preferred: preferred)
        preview = PreviewPipeline(mailbox: mailbox, loupe: loupe, assistants: assistants)
    }

    /// Runs `body` on the capture thread after everything queued before. Returns at once.
    nonisolated func post(_ body: @escaping @Sendable (isolated CaptureSession) -> Void) {
        thread.perform { self.assumeIsolated(body) }
    }

    /// The camera may be used with this grant.
    func allow(_ grant: CameraGrant) {
        let isNew = self.grant !== grant
        self.grant = grant
        if isNew || machine.state == .off { scan() }
        handle(.allowed)
    }

    /// The camera may not be used any more: closed before this returns. The test scene continues.
    func revoke() {
        grant = nil
        if machine.state.camera?.id != .testScene { handle(.stopped) }
    }

    func setTarget(_ target: ViewfinderTarget) {
        self.target = target
        var drawn = target
        if let opening {
            let (request, rest) = opening.zoom.split(target.framing.zoom, for: opening.device)
            if let request { take(request) }
            drawn.framing.zoom = rest
        }
        preview.setTarget(drawn)
    }

    func setModes(_ modes: PreferredModes) {
        let before = preferredModes
        preferredModes = modes
        guard case .streaming(let camera, _, _) = machine.state,
            before[camera, among: machine.cameras] != modes[camera, among: machine.cameras]
        else {
            return
        }
        handle(.retryRequested)
    }

    func setLoupe(_ target: ViewfinderTarget?) { preview.setLoupe(target) }

    /// Handles an event and carries out its effects. The results of effects are handled after all effects of the
    /// event: the machine is never entered in between. Views get the state after the last effect, and the one before a camera
    /// is opened, which may take long; they never see that a camera was looked for and found at once.
    func handle(_ event: SessionEvent) {
        var events = [event]
        while !events.isEmpty {
            let event = events.removeFirst()
            reservations.recall(before: event)
            trust.note(event, machine.state.camera)
            sessionLog.note(event, on: machine.state.camera)
            for effect in machine.handle(event) {
                if let answer = carryOut(effect) { events.append(answer) }
            }
        }
        report()
    }

    func scan() { handle(look()) }

    private func look() -> SessionEvent {
        lastScanAt = clock()
        return .camerasChanged(provider.scan(grant: grant))
    }

    /// - Returns: the result.
    private func carryOut(_ effect: SessionEffect) -> SessionEvent? {
        switch effect {
        case .close: close()
        case .open(let camera): return open(camera)
        case .retry(let delay): planRetry(after: delay)
        case .cancelRetry: cancelRetry()
        case .scan: return look()
        }
        return nil
    }

    private func report() {
        let snapshot = SessionSnapshot(
            state: machine.state, cameras: machine.cameras, isSettled: preview.isSettled,
            modes: modes, preferredMode: opening?.preferredMode, opening: openingCount,
            isShared: opening?.isShared ?? false,
            zoomReach: opening?.zoom.reach ?? 1, passedOver: machine.passedOver,
            trouble: trouble, awaitsLight: preview.awaitsLight, hasGivenUp: machine.hasGivenUp,
            fatalMode: machine.state.camera.flatMap { trust.fatalModes[$0.id].last })
        guard snapshot != lastSnapshot else { return }
        lastSnapshot = snapshot
        streams.snapshots.send(snapshot)
    }

    /// The modes to choose from; while they are read anew, those from before.
    private var modes: [CaptureMode] {
        guard let opening else { return [] }
        if !opening.modes.isEmpty { earlierModes = (opening.device.info.id, opening.modes) }
        return earlierModes.camera == opening.device.info.id ? earlierModes.modes : []
    }

    // MARK: Device

    private func open(_ camera: CameraInfo) -> SessionEvent {
        close()
        report()
        guard trust.begin(camera) else {
            return .openFailed(CameraError(.crashes, step: "earlier openings"))
        }
        do throws(CameraError) {
            return .opened(try stream(from: try provider.open(camera, grant: grant)))
        } catch {
            trust.noteLoss(error, of: opening?.device)
            close()
            if case .busy = error.code, let stream = share(camera) { return .opened(stream) }
            return .openFailed(error)
        }
    }

    /// Streams from a camera beside another program.
    ///
    /// - Returns: nil if it can't be shared.
    private func share(_ camera: CameraInfo) -> StreamDescription? {
        guard trust.begin(camera) else { return nil }
        do throws(CameraError) {
            return try stream(from: try provider.open(sharing: camera, grant: grant), isShared: true)
        } catch {
            trust.noteLoss(error, of: opening?.device)
            close()
            return nil
        }
    }

    private func stream(
        from device: any CameraDevice, isShared: Bool = false
    ) throws(CameraError) -> StreamDescription {
        let opened = CameraOpening(
            device,
            ModeRequest(
                preferredModes[device.info, among: machine.cameras],
                avoiding: trust.fatalModes[device.info.id]),
            isShared: isShared, isWatched: watchesControls)
        opening = opened
        openingCount += 1
        preview.begin(opening: openingCount)
        let stream = try opened.start()
        lastPictureAt = clock()
        trust.streamBegan(at: lastPictureAt)
        newFrames.streamBegins(on: device.info.id)
        watch(device.fileDescriptor)
        focus.cameraOpened(device.info.id)
        if let target { setTarget(target) }
        return stream
    }

    private func close() {
        thread.unwatch()
        preview.reset()
        focus.cameraClosed()
        opening?.close()
        opening = nil
        emptyWakes = 0
        (postponedFocus, wantedStops) = (nil, nil)
        trust.end()
    }

    private func watch(_ descriptor: Int32) {
        thread.watch(descriptor, timeout: Self.timeout) { [weak self] readiness in
            self?.assumeIsolated { $0.serve(readiness) }
        }
    }

    // MARK: Frames

    private func serve(_ readiness: CaptureThread.Readiness) {
        guard let opening else { return }
        if grant?.isValid == false, machine.state.camera?.id != .testScene { return handle(.stopped) }
        do throws(CameraError) {
            if readiness.contains(.readable) || readiness.contains(.error) { try takeFrames(from: opening) }
        } catch {
            trust.noteStreamLoss(error, of: opening.device, at: clock())
            return handle(.streamFailed(error))
        }
        if readiness.contains(.priority) || opening.device.changesControlsWithFrames {
            opening.controlWatch.note(opening.device.changedControls())
        }
        flushRequests()
        let now = clock()
        noteHanging(opening, at: now)
        if let postponedFocus, !opening.device.isHanging { focus(postponedFocus) }
        compensate()
        if now - lastPictureAt > opening.stallLimit(at: now) {
            let code: CameraError.Code = opening.device.isVirtual ? .noSource : .stalled
            return handle(.streamFailed(CameraError(code, step: "waiting for a frame")))
        }
        if opening.device.isVirtual, now - lastPictureAt > Self.gapLimit, opening.device.hasLostSource {
            return handle(.streamFailed(CameraError(.noSource, step: "looking for the source")))
        }
        if opening.learnModes() { report() }
        readControls(of: opening)
        focus.wake(opening, at: now)
        if now - lastScanAt > Self.scanInterval { scan() }
    }

    /// Takes all pending frames and shows the newest.
    private func takeFrames(from opening: CameraOpening) throws(CameraError) {
        var isNew = false
        let newest = try opening.device.newestFrame { frame in
            isNew = newFrames.note(frame) || isNew
            opening.tally.note(sequence: frame.sequence, arrival: frame.arrival, isDamaged: frame.isDamaged)
        } pass: { frame in
            if !frame.isDamaged { collect(frame, isDecoded: false) }
        }
        guard let frame = newest else {
            emptyWakes += 1
            // A descriptor that is always ready without a frame must not become a busy loop.
            if emptyWakes > 3 { thread.pauseWatch(for: Self.emptyPause) }
            return
        }
        emptyWakes = 0
        guard isNew else { return }
        if case .resuming = machine.state {
            lastPictureAt = clock()
            handleProof()
            return
        }
        let outcome = preview.show(frame, at: clock())
        opening.isNewestWhole = outcome.isWhole
        if !frame.isDamaged, !outcome.isWhole { opening.tally.noteUnreadable() }
        if outcome.isWhole { collect(frame) }
        if outcome.isShown || outcome.isUnlit { lastPictureAt = clock() }
        guard outcome.isShown else { return }
        focus.take(frame, opening, at: lastPictureAt)
        // The first pictures do not wait for the answer.
        let hasZoom = preview.isSettled && opening.zoom.ask(opening.device)
        if hasZoom || lastSnapshot?.isSettled != preview.isSettled {
            report()
        } else if lastSnapshot?.trouble != trouble || lastSnapshot?.awaitsLight != preview.awaitsLight {
            report()
        }
        handleProof()
        opening.defaults.apply(defaults, to: opening.device)
        // Time spent here is no stall of the camera: a search on a slow machine, controls of a slow camera.
        lastPictureAt = clock()
    }

    /// What is wrong with the picture.
    private var trouble: PictureTrouble? {
        preview.trouble == .still && opening?.device.maySendStills != false ? nil : preview.trouble
    }

    func collectFrames(for use: FrameUse, _ sink: (@Sendable (Frame) -> Void)?) {
        frameSinks[use] = sink
        if use == .recording, let newest = preview.newest, !newest.isDamaged { sink?(newest) }
    }

    /// Only the newest of several frames is decoded. If a camera's last decoded frame was damaged, others may be too: a
    /// burst, which becomes photos, leaves those out; a recording keeps all.
    private func collect(_ frame: Frame, isDecoded: Bool = true) {
        let isKnown = isDecoded || opening?.isNewestWhole == true
        for (use, sink) in frameSinks where isKnown || use != .burst { sink(frame) }
    }

    /// Sends the event once for each opening, not with every frame. A camera that went away the last time has to last for longer.
    private func handleProof() {
        guard newFrames.areProof, let device = opening?.device,
            trust.noteProof(of: device, losses: machine.losses, at: clock())
        else { return }
        handle(.picturesArrived)
    }

    // MARK: Controls

    func take(_ request: ControlRequest) {
        if let opening {
            // A turned dial overrides what focusing decided, and what a slider at the point still wants.
            wantedStops = nil
            focus.note(request, opening, at: clock())
            opening.controlWriter.add(request)
        }
        flushRequests()
    }

    func watchControls(_ isWatching: Bool) {
        watchesControls = isWatching
        opening?.controlWatch.isWatching = isWatching
    }

    func resetToAutomatic() {
        wantedStops = nil
        guard let opening else { return }
        focus.reset(opening, at: clock())
        opening.controlWriter.reset(opening.device, known: opening.controlWatch.present)
        opening.controlWatch.readAllSoon()
        flushRequests()
    }

    func measure() -> MeasuredSettings {
        var settings = opening.map { SettingsReader(clock: clock).read($0.device) } ?? MeasuredSettings()
        if case .streaming(_, let stream, _) = machine.state {
            // A frame may say that it is turned, though the stream did not.
            settings.pointOfInterest = focus.pixel(in: (preview.newest?.layout ?? stream.layout).size)
        }
        return settings
    }

    /// Writes what is due, and plans the rest.
    private func flushRequests() {
        guard let opening, let wait = opening.controlWriter.wait(at: clock()) else { return }
        if wait == .zero {
            let refused = opening.controlWriter.flush(
                to: opening.device, names: opening.controlWatch.known, clock: clock)
            tell(refused, by: opening)
        }
        guard requestTimer == nil, let wait = opening.controlWriter.wait(at: clock()) else { return }
        requestTimer = plan(after: max(wait, opening.device.isHanging ? Self.timeout : .zero)) {
            $0.requestsDue()
        }
    }

    private func requestsDue() {
        requestTimer = nil
        flushRequests()
    }

    private func tell(_ refused: [ControlRefusal], by opening: CameraOpening) {
        guard !refused.isEmpty else { return }
        // The views may show the refused value.
        opening.controlWatch.note(refused.map(\.control))
        streams.refusals.send(refused)
    }

    private func noteHanging(_ opening: CameraOpening, at now: MonotonicTime) {
        let (refusal, isOver) = opening.controlWriter.noteHanging(
            opening.device.isHanging, names: opening.controlWatch.known, at: now)
        if let refusal { streams.refusals.send([refusal]) }
        if isOver { opening.controlWatch.readAllSoon() }
    }

    private func readControls(of opening: CameraOpening) {
        // The writes of a turned dial come before readings: a slow camera has no time for both.
        guard opening.controlWriter.wait(at: clock()) == nil else { return }
        guard let readings = opening.controlWatch.readings(from: opening.device, clock: clock) else { return }
        opening.controlWriter.note(readings)
        streams.controls.send(ControlReport(opening: openingCount, readings: readings))
    }

    // MARK: Focus

    func focus(_ request: FocusRequest) {
        guard let opening else { return }
        // It could not say whether it has a focus.
        guard !opening.device.isHanging else {
            postponedFocus = request
            return
        }
        postponedFocus = nil
        let readings = opening.controlWatch.ask(FocusDriver.controls, of: opening.device)
        focus.click(request, readings, at: clock())
        opening.controlWatch.readAllSoon()
    }

    func cancelFocus() {
        (postponedFocus, wantedStops) = (nil, nil)
        guard let opening else { return }
        focus.cancel(opening, at: clock())
        opening.controlWatch.readAllSoon()
    }

    func compensateExposure(_ stops: Double) {
        wantedStops = stops
        compensate()
    }

    /// Exposes as the person wants it last, no sooner after the time before than the camera takes another value: a slider that
    /// is dragged asks far more often, and the pictures would wait for each.
    private func compensate() {
        guard let opening, let stops = wantedStops, compensation == nil else { return }
        if focus.needsReadings {
            guard !opening.device.isHanging else { return }
            focus.learn(opening.controlWatch.ask(FocusDriver.controls, of: opening.device))
        }
        wantedStops = nil
        focus.compensate(stops, opening, at: clock())
        compensation = plan(after: ControlRequestQueue.interval) {
            $0.compensation = nil
            $0.compensate()
        }
    }

    private func plan(
        after delay: Duration, _ body: @escaping @Sendable (isolated CaptureSession) -> Void
    ) -> CaptureThread.Timer {
        thread.perform(after: delay) { [weak self] in self?.assumeIsolated(body) }
    }

    // MARK: Reservations and retries

    /// - Returns: the figures of a stream here, which continues undisturbed; nil if it was reserved, so that no retry
    ///   opens it until the reservation is over.
    func reserve(_ camera: CameraID, with reservation: CameraReservation) -> StreamFigures? {
        if let opening, opening.device.info.id == camera, var figures = opening.tally.figures(at: clock()) {
            figures.trouble = trouble
            return figures
        }
        reservation.avoid(trust.fatalModes[camera])
        reservations.add(camera, reservation)
        return nil
    }

    /// Retries later; replaces an earlier plan.
    private func planRetry(after delay: Duration) {
        cancelRetry()
        retry = plan(after: delay) { $0.retryIsDue() }
    }

    private func cancelRetry() {
        if let retry { thread.cancel(retry) }
        retry = nil
    }

    /// A reserved camera is retried a little later.
    private func retryIsDue() {
        retry = nil
        if reservations.isReserved(machine.state.camera?.id) {
            planRetry(after: .milliseconds(100))
        } else {
            handle(.retryDue)
        }
    }
}
