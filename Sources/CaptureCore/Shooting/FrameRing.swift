// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// The last moments of a stream, for "Best moment": frames in their own memory, so that no driver waits for them.
/// Thread-safe.
public final class FrameRing: Sendable {
    /// How much memory the frames take at most, in bytes: 0.6 s of raw 1080p at 30 frames a second.
    public static let byteLimit = 96 << 20

    private let reach: Duration
    private let byteLimit: Int
    private let kept = Mutex<[Frame]>([])

    /// - Parameters:
    ///   - reach: how far back it goes from the newest frame.
    ///   - byteLimit: the oldest frames go if there are more bytes.
    public init(reach: Duration, byteLimit: Int = FrameRing.byteLimit) {
        self.reach = reach
        self.byteLimit = byteLimit
    }

    /// Keeps a copy of the frame.
    public func add(_ frame: Frame) {
        let copy = frame.detached()
        kept.withLock { kept in
            kept.append(copy)
            var bytes = kept.reduce(0) { $0 + $1.byteCount }
            while let first = kept.first, copy.captured - first.captured > reach || bytes > byteLimit {
                bytes -= first.byteCount
                kept.removeFirst()
            }
        }
    }

    /// Oldest first.
    public var frames: [Frame] { kept.withLock { $0 } }

    public func clear() { kept.withLock { $0.removeAll() } }
}
