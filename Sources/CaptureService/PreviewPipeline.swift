internal import CaptureCore
internal import Imaging

/// Turns frames into pictures of the size the viewfinder has, and hands them over.
///
/// Part of the capture session, on its thread.
struct PreviewPipeline {
    /// A damaged frame is shown only if nothing whole came for so long.
    private static let damagedAfter: Duration = .milliseconds(250)

    private let mailbox: PictureMailbox
    private let renderer = FrameRenderer()
    private let pool = PicturePool()
    private var target = ViewfinderTarget(view: PixelSize(width: 0, height: 0), isMirrored: false)
    /// The newest frame, kept to be drawn again when the target changes.
    private var newest: Frame?
    private var lastWholeAt: MonotonicTime?
    private var settling = Settling()
    private var firstAt: MonotonicTime?
    /// Whether the exposure has come to rest, or never will.
    private(set) var isSettled = false
    /// A scene that flickers for so long has no rest.
    private static let settlingLimit: Duration = .seconds(2)

    init(mailbox: PictureMailbox) { self.mailbox = mailbox }

    /// Draws the newest frame again for another size.
    mutating func setTarget(_ target: ViewfinderTarget) {
        guard target != self.target else { return }
        self.target = target
        if let newest { _ = render(newest) }
    }

    /// - Returns: whether it is a picture that can be shown.
    mutating func show(_ frame: Frame, at now: MonotonicTime) -> Bool {
        if frame.isDamaged {
            if let lastWholeAt, now - lastWholeAt < Self.damagedAfter { return false }
        } else {
            lastWholeAt = now
        }
        newest = frame
        firstAt = firstAt ?? now
        if let firstAt, now - firstAt > Self.settlingLimit { isSettled = true }
        return target.view.isEmpty || render(frame)
    }

    /// Lets go of every frame.
    mutating func reset() {
        newest = nil
        lastWholeAt = nil
        firstAt = nil
        settling = Settling()
        isSettled = false
        _ = mailbox.take()
    }

    private mutating func render(_ frame: Frame) -> Bool {
        guard !target.view.isEmpty else { return false }
        do throws(ImagingError) {
            let picture = try renderer.render(frame, for: target, pool: pool)
            if !isSettled { isSettled = settling.isSettled(after: picture) }
            mailbox.publish(picture)
            return true
        } catch {
            return false
        }
    }
}
