internal import CaptureCore
internal import Dispatch
internal import GLibBridge
internal import Synchronization

/// Takes every frame of the camera as a photo, from the press until the release.
///
/// Bounded: when the frames that wait to be safe on disk fill `limit`, the burst stops and says so. Nothing is left
/// out in between.
final class Burst {
    /// How much memory waiting frames may take, in bytes: 300 MJPEG frames at 1080p with room to spare, or 96 raw ones.
    nonisolated static let limit = 400 << 20

    /// Counts the bytes of frames between the camera and the disk. Thread-safe.
    nonisolated private final class Ledger: Sendable {
        private let waiting = Atomic<Int>(0)

        /// - Returns: false where there is no room.
        func take(_ count: Int) -> Bool {
            let before = waiting.load(ordering: .relaxed)
            guard before + count <= Burst.limit else { return false }
            waiting.add(count, ordering: .relaxed)
            return true
        }

        func give(_ count: Int) { waiting.subtract(count, ordering: .relaxed) }
    }

    /// How many photos the running burst has; nil when none runs.
    private(set) var count: Int?
    /// Told at every photo, and with nil at the end.
    var onCount: (Int?) -> Void = { _ in }
    /// Gets each frame; calls the closure when the frame is safe.
    var onFrame: (Frame, @escaping @MainActor () -> Void) -> Void = { _, _ in }
    /// Told when the burst had to stop because memory was full.
    var onFull: () -> Void = {}

    private let feed: any ViewfinderFeeding
    private let ledger = Ledger()

    init(feed: any ViewfinderFeeding) { self.feed = feed }

    var isRunning: Bool { count != nil }

    func start() {
        guard !isRunning else { return }
        count = 0
        onCount(0)
        feed.collectFrames(for: .burst) { [weak self, ledger] frame in
            let isRoom = ledger.take(frame.byteCount)
            let copy = isRoom ? frame.detached() : nil
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.arrived(copy) } }
        }
    }

    func stop() {
        guard isRunning else { return }
        feed.collectFrames(for: .burst, nil)
        count = nil
        onCount(nil)
    }

    private func arrived(_ frame: Frame?) {
        guard let frame else {
            guard isRunning else { return }
            stop()
            return onFull()
        }
        guard let before = count else { return ledger.give(frame.byteCount) }
        count = before + 1
        onCount(before + 1)
        let (ledger, size) = (ledger, frame.byteCount)
        onFrame(frame) { ledger.give(size) }
    }
}
