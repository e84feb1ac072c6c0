// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Platform

/// Watches whether a window's first frames reach the screen, for the trial of the GPU.
final class FirstFrames {
    /// The window system asks for another frame after showing one, so the third begins when the first was shown.
    private static let needed = 3
    /// Milliseconds after the window got the keyboard, after which the GPU has failed.
    private static let timeout: UInt32 = 8000

    private let trial: GraphicsTrial
    private var count = 0
    private var ticks: FrameTicks?
    private var timer: MainTimer?

    init(of window: OpaquePointer, _ trial: GraphicsTrial) {
        self.trial = trial
        connect(window, "map") { [weak self] _ in
            guard let self, self.count == 0, self.ticks == nil else { return }
            self.ticks = FrameTicks(of: window) { [weak self] in self?.frameBegins() }
        }
        // A window that opens on another workspace, or behind a full screen, is asked for no frames.
        connect(window, "notify::is-active") { [weak self] _ in self?.appeared() }
    }

    private func appeared() {
        guard ticks != nil, timer == nil else { return }
        trial.appeared()
        timer = .once(after: Self.timeout) { [trial] in
            Log(domain: "ui").warning("the GPU shows nothing; the next start draws without it")
            trial.failed()
        }
    }

    private func frameBegins() {
        count += 1
        guard count == Self.needed else { return }
        (ticks, timer) = (nil, nil)
        trial.shown()
    }
}
