internal import CaptureCore
internal import Imaging

/// Draws the enlarged part of each frame while the loupe is open. On the capture thread.
struct LoupePipeline {
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
