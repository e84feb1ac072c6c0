// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// Takes a stream's frames from the press on, so that none is lost while the recording's file is made. Thread-safe.
///
/// On a busy computer the screen is some pictures behind the camera. Before the press an input therefore keeps the frames
/// of the last moment, so that none is missing after the picture that was on the screen.
public final class RecordingInput: Sendable {
    /// How far back the frames before the press go.
    private static let reach: Duration = .milliseconds(300)
    /// In bytes; of larger frames only the newest is kept before the press, because copies would take time. Webcams
    /// compress pictures of more than a megapixel.
    private static let largestCopy = 2 << 20
    /// Bytes of frames that wait: half a second of raw 1080p at 30 frames a second.
    private static let limit = 64 << 20

    private struct State {
        /// nil before it has begun.
        var recording: (any RunningRecording)?
        var frames: [Frame] = []
        /// Frames for which there was no room.
        var missing = 0
        var isWaiting: Bool
    }

    private let budget: FrameBudget
    private let state: Mutex<State>

    /// - Parameter isWaiting: whether the press is still to come; then call `begin` with it.
    public init(isWaiting: Bool = false) {
        budget = FrameBudget(limit: Self.limit, keeping: isWaiting ? 10 : 0)
        state = Mutex(State(isWaiting: isWaiting))
    }

    /// The press has come: drops the frames up to the one that was on the screen.
    public func begin(after frame: Frame) {
        state.withLock { state in
            guard state.isWaiting else { return }
            state.isWaiting = false
            let newer = state.frames.filter { $0.captured > frame.captured }
            state.frames = newer.compactMap { $0.isDetached ? $0 : budget.copy($0) }
            state.missing = newer.count - state.frames.count
        }
    }

    /// Whether there was room for every frame so far.
    public var isWhole: Bool { state.withLock { $0.missing == 0 } }

    /// Takes a frame, in the stream's order. Called on the capture thread.
    public func add(_ frame: Frame) {
        state.withLock { state in
            if let recording = state.recording { return recording.add(frame) }
            if state.isWaiting { return keep(frame, &state) }
            if let copy = budget.copy(frame) { state.frames.append(copy) } else { state.missing += 1 }
        }
    }

    private func keep(_ frame: Frame, _ state: inout State) {
        guard frame.byteCount <= Self.largestCopy, let copy = budget.copy(frame) else {
            state.frames = [frame]
            return
        }
        state.frames.append(copy)
        while let first = state.frames.first, copy.captured - first.captured > Self.reach {
            state.frames.removeFirst()
        }
    }

    /// The recording has begun: it gets the frames that waited, then those that come.
    public func open(into recording: any RunningRecording) {
        state.withLock { state in
            recording.add(waiting: state.frames, missing: state.missing)
            (state.recording, state.frames) = (recording, [])
        }
    }
}
