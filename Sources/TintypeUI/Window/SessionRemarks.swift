// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// What is said in passing about the camera whose pictures come, each thing once.
///
///     remarks.sessionChanged(before, snapshot)
final class SessionRemarks {
    private let toasts: Toasts
    /// What was said to be wrong with the picture of the camera that is open: a scene may change to and fro.
    private var troubles: Set<PictureTrouble> = []
    /// The camera that was last said not to work.
    private var passedOver: CameraInfo?
    /// The mode that was last said to end its camera.
    private var fatalMode: CaptureMode?

    init(_ toasts: Toasts) { self.toasts = toasts }

    func sessionChanged(_ before: SessionSnapshot, _ now: SessionSnapshot) {
        sayTrouble(before, now)
        if now.isShared, !before.isShared, let camera = now.state.camera {
            toasts.show(
                tr("Another program uses %s too; both get its picture.").filling("%s", with: camera.name))
        }
        guard case .streaming(let camera, let stream, _) = now.state else { return }
        // Once there are pictures: this one may fail, too.
        if let failed = now.passedOver.first, now.isSettled, failed != passedOver {
            passedOver = failed
            // Translators: both are names of cameras.
            toasts.show(
                tr("%1$s does not work. This is %2$s.")
                    .filling("%2$s", with: camera.name).filling("%1$s", with: failed.name))
        }
        if let mode = now.fatalMode, mode != fatalMode {
            fatalMode = mode
            sayFatal(mode, of: camera, stream.layout.size)
        }
    }

    private func sayTrouble(_ before: SessionSnapshot, _ now: SessionSnapshot) {
        if now.opening != before.opening { troubles = [] }
        guard case .streaming = now.state, let trouble = now.trouble, troubles.insert(trouble).inserted
        else { return }
        toasts.show(SessionWording.words(for: trouble), button: (tr("_What Helps?"), .findOut))
    }

    /// - Parameter present: the size that is used instead.
    private func sayFatal(_ mode: CaptureMode, of camera: CameraInfo, _ present: PixelSize) {
        func words(_ size: PixelSize) -> String { "\(size.width) × \(size.height)" }
        let failed = mode.size == present ? "\(words(mode.size)) (\(mode.format))" : words(mode.size)
        // Translators: %1$s is a camera's name, the others are sizes of pictures, such as “1280 × 720”.
        let text = tr("%1$s goes away when it sends %2$s. This is %3$s.")
        toasts.show(
            text.filling("%3$s", with: words(present)).filling("%2$s", with: failed)
                .filling("%1$s", with: camera.name))
    }
}
