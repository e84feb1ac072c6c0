// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// The shutter's way from the press to the photo, which this file follows from top to bottom.
///
/// 1. Press: the photo shows what was on the screen when the shutter went down. With the self-timer, what is there at
///    its end; held down, of every frame until it comes up (`Burst`).
/// 2. Gate: a press waits while there is no good picture, for a moment, or for light (`PressGate`). The black picture of one that
///    waits for light goes on to the journal, where the light one replaces it.
/// 3. Shot: the frame is copied from the driver's memory, with all facts about how it was seen.
/// 4. Journal: the shot is safe on disk. Only then the flash shows that it was taken.
/// 5. Choice: if the person wants the best moment, a sharper frame replaces it in the journal (`BestMoment`).
/// 6. Photo: encoded and published in the background (`PhotoTaking`). Failed photos wait in `SaveQueue`.
///
/// Knows no widget: feedback goes out through the closures.
final class ShootingController {
    let queue: SaveQueue

    /// The picture that is on the screen; nil while there is none.
    var picture: () -> Picture? = { nil }
    /// Called with a picture that is being taken; the result, called when the photo is safe, shows it as the last photo.
    var prepareThumbnail: (Picture, PhotoFraming) -> () -> Void = { _, _ in {} }
    /// A photo was taken: the flash, the sound.
    var onTaken: () -> Void = {}
    /// Seconds left of the self-timer, once a second; nil at its end.
    var onCountdown: (Int?) -> Void = { _ in }
    /// Photos of the running burst; nil at its end.
    var onBurstCount: (Int?) -> Void = { _ in }
    /// Words for a short message.
    var onMessage: (String) -> Void = { _ in }

    /// How long a press of the desktop's menu waits for the program's first picture; milliseconds.
    private static let startLimit: UInt32 = 10_000
    /// How long the shutter may be down without a burst; milliseconds.
    private static let longestPress: UInt32 = 1000

    private let session: SessionModel
    private let preferences: Preferences
    private let photos: any PhotoTaking
    private let measure: @Sendable () async -> MeasuredSettings
    private let calendar: (MonotonicTime) -> WallTime
    private var dates = ShotCalendar()
    private let selfTimer = SelfTimer()
    private let gate = PressGate()
    private let burst: Burst
    private let bestMoment: BestMoment
    private var bestMomentWatch: SignalConnection?
    private let log = Log(domain: "ui")
    private let firstPicture = FirstPictureWait()
    private let programsFirstPicture = FirstPictureWait()
    /// The picture on the screen when the shutter went down, until its release.
    private var pictureAtDown: Picture? { didSet { downEnd = nil } }
    private var downEnd: MainTimer?
    /// Whether the last photo was damaged, with its message shown.
    private var isDamageSaid = false
    /// Presses that wait for light.
    private var blackCount = 0
    /// Whether the last photo was black, with its message shown.
    private var isBlackSaid = false
    /// Whether photos take longer because the journal takes none, with its message shown.
    private var isSlownessSaid = false

    /// - Parameter calendar: the calendar's time of a recent moment.
    init(
        _ preferences: Preferences, _ session: SessionModel, pictures: any PictureFeeding,
        controls: any ControlSteering, photos: any PhotoTaking, judge: any FrameJudging,
        calendar: @escaping (MonotonicTime) -> WallTime = { WallTime(at: $0) }
    ) {
        (self.preferences, self.session, self.photos) = (preferences, session, photos)
        self.calendar = calendar
        queue = SaveQueue(photos: photos)
        measure = { await controls.measure() }
        burst = Burst(pictures: pictures)
        bestMoment = BestMoment(pictures: pictures, judge: judge)
        selfTimer.onTick = { [weak self] in self?.onCountdown($0) }
        burst.onCount = { [weak self] in self?.onBurstCount($0) }
        burst.onFrame = { [weak self] in self?.take($0) }
        burst.onFull = { [weak self] in
            self?.onMessage(tr("The burst stopped: memory is full until the photos are saved."))
        }
        bestMoment.isOn = preferences.takesBestMoment
        bestMomentWatch = preferences.onBestMomentChange { [weak self] in
            self.map { $0.bestMoment.isOn = $0.preferences.takesBestMoment }
        }
    }

    // MARK: 1. Press

    /// The shutter goes down: keeps the picture on the screen for the `press` that may follow.
    func shutterDown() {
        pictureAtDown = picture()
        downEnd = .once(after: Self.longestPress) { [weak self] in self?.pictureAtDown = nil }
    }

    /// The shutter was pressed: takes a photo, or starts or cancels the countdown to one.
    func press() {
        if selfTimer.isRunning { return selfTimer.cancel() }
        guard session.isStreaming else { return awaitPicture { $0.press() } }
        guard preferences.selfTimer > 0 else { return takePhoto() }
        pictureAtDown = nil
        selfTimer.start(seconds: preferences.selfTimer) { [weak self] in self?.takePhoto() }
    }

    /// Takes a photo, at once or as soon as there is a picture, if that is within seconds.
    func pressSoon() {
        guard !session.isStreaming || picture() == nil else { return press() }
        programsFirstPicture.start(for: Self.startLimit) { [weak self] in self?.press() }
    }

    /// - Returns: whether there was a countdown to cancel.
    @discardableResult func cancelTimer() -> Bool {
        guard selfTimer.isRunning else { return false }
        selfTimer.cancel()
        onMessage(tr("Timer cancelled"))
        return true
    }

    /// The shutter is held down: starts a burst, or cancels the countdown, for which a slow press is a press.
    func hold() { selfTimer.isRunning ? press() : startBurst() }

    func startBurst() {
        guard session.isStreaming else { return press() }
        guard !selfTimer.isRunning else { return }
        pictureAtDown = pictureAtDown ?? picture()
        onTaken()
        burst.start()
    }

    func endBurst() {
        defer { pictureAtDown = nil }
        guard let count = burst.count else { return }
        burst.stop()
        if let picture = picture() { prepareThumbnail(picture, framing(of: picture))() }
        queue.onChange()
        // The panel says why photos can't be saved.
        guard !queue.isInDanger else { return }
        // A damaged picture is shown only if no whole ones come.
        let isDamaged = picture()?.isWhole == false
        if isDamaged { onMessage(tr("The camera sends damaged pictures. A burst leaves them out.")) }
        // Over before a frame came, e.g. on a busy machine: one photo.
        if count == 0, !isDamaged { return takePhoto() }
        guard count > 0 else { return }
        onMessage(trn("Burst of %d photo", "Burst of %d photos", count))
    }

    /// The window goes: ends what needs a camera.
    func stop() {
        selfTimer.cancel()
        cameraStopped()
        firstPicture.cancel()
    }

    /// Nothing streams. What was asked for waits where pictures come again in a moment.
    func cameraStopped() {
        endBurst()
        gate.giveUp()
        guard !session.isStarting || session.isPaused else { return }
        cancelTimer()
        firstPicture.cancel()
    }

    // MARK: 2. Gate

    private func takePhoto() {
        let picture = pictureAtDown ?? picture()
        pictureAtDown = nil
        guard session.isStreaming, let picture else { return awaitPicture { $0.takePhoto() } }
        let (snapshot, black) = (session.snapshot, BlackPress())
        gate.press(picture, isSettled: snapshot.isSettled, awaitsLight: snapshot.awaitsLight) { [weak self] in
            self?.keep($0, for: black)
        } take: { [weak self] in
            self?.take($0, for: black)
        }
    }

    private func awaitPicture(_ action: @escaping (ShootingController) -> Void) {
        guard session.isStreaming || session.isStarting else { return }
        firstPicture.start { [weak self] in self.map(action) }
    }

    /// Whether `pictureArrived` has anything to do.
    var awaitsPicture: Bool { gate.isWaiting || firstPicture.isWaiting || programsFirstPicture.isWaiting }

    /// A picture was shown, or exposure has settled.
    func pictureArrived(_ picture: Picture) {
        if session.isStreaming {
            programsFirstPicture.end()
            firstPicture.end()
        }
        let snapshot = session.snapshot
        gate.arrived(picture, isSettled: snapshot.isSettled, awaitsLight: snapshot.awaitsLight)
    }

    // MARK: 3. Shot

    /// A shot on its way to the journal. Holds the frame, which is large, only until then.
    private final class Press {
        private var shot: Shot?
        var measure: (() async -> MeasuredSettings)?
        var better: (() async -> Frame?)?
        /// The one with light, if this one is black; waits for it.
        var light: (() async -> Press?)?
        var whenSafe: () -> Void = {}

        init(_ shot: Shot) { self.shot = shot }

        /// Hands over the shot with its frame's memory; nil the second time.
        func takeShot() -> Shot? {
            defer { shot = nil }
            return shot
        }
    }

    /// A press that may have to wait for light, and the way to its shot in the journal.
    private final class BlackPress {
        var light: AsyncStream<Press>.Continuation?
    }

    /// A press waits for light: what is on the screen is safe meanwhile.
    private func keep(_ picture: Picture, for black: BlackPress) {
        guard let press = press(on: picture) else { return }
        if blackCount == 0 { onMessage(tr("Waiting for light…")) }
        blackCount += 1
        let (stream, continuation) = AsyncStream.makeStream(of: Press.self)
        black.light = continuation
        press.light = {
            for await press in stream { return press }
            return nil
        }
        save(press)
    }

    private func take(_ picture: Picture, for black: BlackPress) {
        let press = press(on: picture)
        guard let light = black.light else {
            if let press { save(press) }
            return
        }
        blackCount -= 1
        if let press { light.yield(press) }
        light.finish()
    }

    /// One frame of a burst.
    private func take(_ frame: Frame) {
        guard let shot = shot(of: frame, seenIn: picture()) else { return }
        save(Press(shot))
    }

    /// - Returns: nil if the camera is gone.
    private func press(on picture: Picture) -> Press? {
        // Copied at once: presses that wait for the disk must hold neither the driver's buffers nor the pool's
        // pictures, or the viewfinder stops.
        let frame = picture.frame.detached()
        guard let shot = shot(of: frame, seenIn: picture) else { return nil }
        let showThumbnail = prepareThumbnail(picture, shot.framing)
        let (measure, zoom) = (measure, shot.measured.digitalZoom)
        let (bestMoment, isWhole, trouble) = (bestMoment, picture.isWhole, session.snapshot.trouble)
        let press = Press(shot)
        press.measure = {
            var measured = await measure()
            measured.digitalZoom = zoom
            return measured
        }
        press.better = { await bestMoment.frame(around: frame) }
        press.whenSafe = { [weak self] in
            self?.onTaken()
            showThumbnail()
            self?.noteDamage(isWhole: isWhole)
            self?.noteTrouble(trouble)
        }
        return press
    }

    /// - Parameter picture: the picture of this frame, or of one near it.
    /// - Returns: nil if the camera is gone.
    private func shot(of frame: Frame, seenIn picture: Picture?) -> Shot? {
        session.camera.map {
            Shot(
                frame: frame, time: dates.time(of: frame.captured, calendar: calendar), camera: $0,
                mode: session.mode, format: preferences.photoFormat, quality: preferences.photoQuality,
                measured: preferences.measured(of: picture),
                framing: preferences.photoFraming(of: picture, $0))
        }
    }

    private func framing(of picture: Picture?) -> PhotoFraming {
        session.camera.map { preferences.photoFraming(of: picture, $0) } ?? .asDelivered
    }

    /// Reports an incomplete photo; once, until one is whole again.
    private func noteDamage(isWhole: Bool) {
        defer { isDamageSaid = !isWhole }
        guard !isWhole, !isDamageSaid else { return }
        onMessage(tr("The camera sends damaged pictures. Part of the photo may be missing."))
    }

    /// Says that a photo is black; once, until one is not.
    private func noteTrouble(_ trouble: PictureTrouble?) {
        defer { isBlackSaid = trouble == .black }
        if trouble == .black, !isBlackSaid { onMessage(tr("The photo is black.")) }
    }

    // MARK: 4. Journal

    private func save(_ press: Press) {
        queue.take { [self] ticket in
            // The frame's memory is free once it is in the journal, long before the photo is made.
            if let journalled = await makeSafe(press, ticket) { await queue.publish(journalled, ticket) }
        }
    }

    /// - Returns: nil if the journal can't take it: it is then saved already, or waits in memory.
    private func makeSafe(_ press: Press, _ ticket: SaveQueue.Ticket) async -> JournalledShot? {
        guard let seen = press.takeShot() else { return nil }
        let shot = seen.with(measured: await press.measure?())
        do throws(SaveError) {
            let journalled = try await photos.journal(shot)
            queue.shotIsSafe()
            isSlownessSaid = false
            return await improved(journalled, shot, press, ticket)
        } catch {
            log.warning("shot not journalled: \(error.code), \(error.path)", .errno(error.underlying))
            let (press, shot) = await lit(press) ?? (press, shot)
            let better = await press.better?()
            if await queue.saveDirectly(better.map { shot.with(frame: $0) } ?? shot, ticket) {
                press.whenSafe()
                if !isSlownessSaid { onMessage(SaveWording.slowness(error)) }
                isSlownessSaid = true
            }
            queue.shotIsSafe()
            return nil
        }
    }

    // MARK: 5. Choice

    /// - Returns: as `makeSafe`. If a better frame can't be made safe, the seen one stays; the one with light is saved then.
    private func improved(
        _ journalled: JournalledShot, _ shot: Shot, _ press: Press, _ ticket: SaveQueue.Ticket
    ) async -> JournalledShot? {
        if let (press, shot) = await lit(press) {
            if let replaced = await replaced(journalled, shot) {
                return await improved(replaced, shot, press, ticket)
            }
            queue.shotIsEndangered()
            if await queue.saveDirectly(shot, ticket) {
                press.whenSafe()
                await photos.discard(journalled)
            }
            queue.shotIsSafe()
            return nil
        }
        press.whenSafe()
        guard let frame = await press.better?() else { return journalled }
        return await replaced(journalled, shot.with(frame: frame)) ?? journalled
    }

    /// Waits for light.
    ///
    /// - Returns: nil if the press has its picture, or gets no other because the camera is gone.
    private func lit(_ press: Press) async -> (Press, Shot)? {
        guard let press = await press.light?(), let shot = press.takeShot() else { return nil }
        return (press, shot.with(measured: await press.measure?()))
    }

    /// - Returns: nil if it could not be replaced.
    private func replaced(_ journalled: JournalledShot, _ shot: Shot) async -> JournalledShot? {
        do throws(SaveError) {
            return try await photos.replace(journalled, with: shot)
        } catch {
            log.warning("a better picture was not kept: \(error.code)", .errno(error.underlying))
            return nil
        }
    }
}

extension Preferences {
    /// The facts about such a frame besides the camera's own settings.
    fileprivate func measured(of picture: Picture?) -> MeasuredSettings {
        guard let picture, picture.portion.size != picture.frameSize else { return MeasuredSettings() }
        let all = Framing(aspect: aspect).portion(of: picture.frameSize)
        let zoom = Double(all.width) / Double(max(1, picture.portion.width))
        return MeasuredSettings(digitalZoom: zoom > 1.01 ? zoom : nil)
    }
}
