// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Imaging

/// Turns frames into pictures of the size the viewfinder has, and hands them over.
///
/// Part of the capture session, on its thread.
struct PreviewPipeline {
    /// A damaged frame is shown only after this long without a whole one.
    private static let damagedAfter: Duration = .milliseconds(250)

    private let mailbox: PictureMailbox
    private let assistants: AssistantWorker
    private var loupe: LoupePipeline
    private let renderer = FrameRenderer()
    /// One more than usual, for the assistants.
    private let pool = PicturePool(capacity: 7)
    private var target = ViewfinderTarget(view: PixelSize(width: 0, height: 0), isMirrored: false)
    /// The newest frame, kept to be drawn again when the target changes.
    private(set) var newest: Frame?
    private var lastWholeAt: MonotonicTime?
    private var settling = Settling()
    private var watch = PictureWatch(.window)
    private var blinking = BlinkWatch()
    private var lookedAt: MonotonicTime?
    /// Whether the last picture was looked at.
    private var isLooking = false
    private var lastBlackAt: MonotonicTime?
    private var firstAt: MonotonicTime?
    /// Whether the exposure has settled, or never will.
    private(set) var isSettled = false
    /// A scene that flickers this long never settles.
    private static let settlingLimit: Duration = .seconds(2)
    /// Once it has settled, pictures are looked at this often: as many in a row as show whether the light blinks.
    private static let lookInterval: Duration = .milliseconds(500)

    init(mailbox: PictureMailbox, loupe: PictureMailbox, assistants: AssistantWorker) {
        self.mailbox = mailbox
        self.assistants = assistants
        self.loupe = LoupePipeline(mailbox: loupe)
    }

    /// Draws a part of every frame enlarged from now on, or of none.
    mutating func setLoupe(_ target: ViewfinderTarget?) {
        loupe.setTarget(target)
        if let newest { loupe.show(newest) }
    }

    /// Draws the newest frame again for another size.
    mutating func setTarget(_ target: ViewfinderTarget) {
        guard target != self.target else { return }
        self.target = target
        if let newest, let picture = render(newest) { mailbox.publish(picture) }
    }

    /// What is wrong with the picture, as far as seen.
    var trouble: PictureTrouble? { watch.trouble }

    /// Whether the picture is black, and light may still come.
    var awaitsLight: Bool { !isSettled && watch.isBlack }

    /// A frame's result.
    struct Outcome {
        /// Whether it became a picture.
        let isShown: Bool
        /// Whether nothing of it is missing, as far as known.
        let isWhole: Bool
        /// Whether it is not shown because it is without the light that blinks.
        var isUnlit = false
    }

    mutating func show(_ frame: Frame, at now: MonotonicTime) -> Outcome {
        if frame.isDamaged, isWholeRecent(now) { return Outcome(isShown: false, isWhole: false) }
        firstAt = firstAt ?? now
        giveUpSettling(at: now)
        guard !target.view.isEmpty else {
            newest = frame
            loupe.show(frame)
            return Outcome(isShown: true, isWhole: !frame.isDamaged)
        }
        let picture: Picture
        do throws(ImagingError) {
            picture = try renderer.render(frame, for: target, pool: pool)
        } catch {
            // Without memory only the driver's word about the frame is known.
            return Outcome(isShown: false, isWhole: error.code == .noMemory && !frame.isDamaged)
        }
        guard picture.isWhole || !isWholeRecent(now) else { return Outcome(isShown: false, isWhole: false) }
        if picture.isWhole { lastWholeAt = now }
        look(at: picture, now)
        guard !blinking.isUnlit else {
            return Outcome(isShown: false, isWhole: picture.isWhole, isUnlit: true)
        }
        newest = frame
        loupe.show(frame)
        mailbox.publish(picture)
        assistants.offer(picture, at: now)
        return Outcome(isShown: true, isWhole: picture.isWhole)
    }

    /// Whether the picture on the screen is better kept than replaced by a damaged one.
    private func isWholeRecent(_ now: MonotonicTime) -> Bool {
        lastWholeAt.map { now - $0 < Self.damagedAfter } ?? false
    }

    /// A camera opens.
    func begin(opening: Int) { mailbox.begin(opening: opening) }

    /// Releases every frame.
    mutating func reset() {
        newest = nil
        lastWholeAt = nil
        firstAt = nil
        settling = Settling()
        (watch, blinking, lookedAt, isLooking, lastBlackAt) = (
            PictureWatch(.window), BlinkWatch(), nil, false, nil
        )
        isSettled = false
        _ = mailbox.take()
        loupe.clear()
    }

    /// - Returns: nil if the frame can't be shown.
    private func render(_ frame: Frame) -> Picture? {
        guard !target.view.isEmpty else { return nil }
        return try? renderer.render(frame, for: target, pool: pool)
    }

    private mutating func giveUpSettling(at now: MonotonicTime) {
        guard !isSettled, let firstAt else { return }
        isSettled =
            watch.isBlack
            ? now - firstAt > Settling.lightLimit
            : now - (lastBlackAt ?? firstAt) > Self.settlingLimit
    }

    private mutating func look(at picture: Picture, _ now: MonotonicTime) {
        let isDue = lookedAt.map { now - $0 >= Self.lookInterval } ?? true
        guard isDue || !isSettled || isLooking && blinking.isUndecided else {
            isLooking = false
            return
        }
        if !isLooking { blinking = BlinkWatch() }
        (lookedAt, isLooking) = (now, true)
        let look = PictureLook(picture)
        blinking.note(look.brightness, at: now)
        guard !blinking.isUnlit else { return }
        watch.note(look, at: now)
        guard !isSettled else { return }
        if look.isBlack { lastBlackAt = now }
        isSettled = settling.isSettled(after: look)
    }
}

/// Draws the enlarged part of each frame while the loupe is open.
private struct LoupePipeline {
    private let mailbox: PictureMailbox
    private let renderer = FrameRenderer()
    private let pool = PicturePool()
    private var target: ViewfinderTarget?

    init(mailbox: PictureMailbox) { self.mailbox = mailbox }

    mutating func setTarget(_ target: ViewfinderTarget?) {
        self.target = target
        if target == nil { clear() }
    }

    /// A frame that can't be drawn is left out.
    func show(_ frame: Frame) {
        guard let target, !target.view.isEmpty, !frame.isDamaged,
            let picture = try? renderer.render(frame, for: target, pool: pool)
        else { return }
        mailbox.publish(picture)
    }

    func clear() { _ = mailbox.take() }
}
