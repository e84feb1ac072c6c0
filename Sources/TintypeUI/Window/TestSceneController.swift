// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Platform

/// Shows that the picture is the test scene's, and offers a camera that is plugged in meanwhile.
final class TestSceneController {
    let badge = PictureLabel(tr("Test Scene"), at: GTK_ALIGN_END)
    private let environment: AppEnvironment
    private let toasts: Toasts
    /// Runs at first, while a slow camera may still be found.
    private var beginning: MainTimer?
    private var newCamera: CameraInfo?

    init(window: OpaquePointer, _ environment: AppEnvironment, _ toasts: Toasts) {
        (self.environment, self.toasts) = (environment, toasts)
        Actions.add(to: window, .useNewCamera) { [weak self] in
            if let self, let camera = self.newCamera { self.environment.session.select(camera) }
        }
    }

    func show(_ isShown: Bool) {
        guard isShown != badge.isShown else { return }
        badge.isShown = isShown
        beginning = isShown ? .once(after: 2000) { [weak self] in self?.beginning = nil } : nil
    }

    func sessionChanged(_ before: SessionSnapshot, _ now: SessionSnapshot) {
        guard case .streaming(let shown, _, _) = before.state, shown.id == .testScene, beginning == nil,
            environment.consent.access == .authorized,
            let new = now.cameras.first(where: { camera in
                camera.id != .testScene && !before.cameras.contains { $0.id == camera.id }
            })
        else { return }
        newCamera = new
        toasts.show(
            tr("%s is here").filling("%s", with: new.name), button: (tr("_Use"), .useNewCamera))
    }
}
