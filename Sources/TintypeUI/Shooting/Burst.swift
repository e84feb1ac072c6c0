// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Dispatch
internal import Platform

/// Takes every frame of the camera as a photo, from the press until the release.
///
/// Bounded: when the frames that wait for the disk fill `limit`, the burst stops with a message. No frame is left out
/// in between.
final class Burst {
    /// How much memory waiting frames may take, in bytes: 300 MJPEG frames at 1080p with room to spare, or 96 raw ones.
    private nonisolated static let limit = 400 << 20

    /// How many photos the running burst has; nil when none runs.
    private(set) var count: Int?
    /// Called at every photo, and with nil at the end.
    var onCount: (Int?) -> Void = { _ in }
    /// Receives each frame, which counts against `limit` as long as it is referred to.
    var onFrame: (Frame) -> Void = { _ in }
    /// Called when the burst had to stop because memory was full.
    var onFull: () -> Void = {}

    private let pictures: any PictureFeeding
    private let budget: FrameBudget

    init(pictures: any PictureFeeding, limit: Int = Burst.limit) {
        (self.pictures, budget) = (pictures, FrameBudget(limit: limit))
    }

    private var isRunning: Bool { count != nil }

    func start() {
        guard !isRunning else { return }
        count = 0
        onCount(0)
        pictures.collectFrames(for: .burst) { [weak self, budget] frame in
            let copy = budget.copy(frame)
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.arrived(copy) } }
        }
    }

    func stop() {
        guard isRunning else { return }
        pictures.collectFrames(for: .burst, nil)
        count = nil
        onCount(nil)
    }

    private func arrived(_ frame: Frame?) {
        guard let before = count else { return }
        guard let frame else {
            stop()
            return onFull()
        }
        count = before + 1
        onCount(before + 1)
        onFrame(frame)
    }
}
