import Synchronization

/// Takes the frames of a stream from the press on, also before the recording has begun: none is lost while its file is
/// made. Thread-safe.
public final class RecordingInlet: Sendable {
    /// Bytes of frames that wait: half a second of raw 1080p at 30 frames a second.
    private static let limit = 64 << 20

    private struct State {
        /// nil where it is waited for.
        var recording: (any RunningRecording)?
        var frames: [Frame] = []
        /// Frames for which there was no room.
        var missing = 0
    }

    private let budget = FrameBudget(limit: RecordingInlet.limit)
    private let state = Mutex(State())

    public init() {}

    /// Whether there was room for every frame so far.
    public var isWhole: Bool { state.withLock { $0.missing == 0 } }

    /// Takes a frame, in the stream's order. Called on the capture thread.
    public func add(_ frame: Frame) {
        state.withLock { state in
            if let recording = state.recording { return recording.add(frame) }
            if let copy = budget.copy(frame) { state.frames.append(copy) } else { state.missing += 1 }
        }
    }

    /// The recording has begun: it gets what has waited, then what comes.
    public func open(into recording: any RunningRecording) {
        state.withLock { state in
            recording.add(waiting: state.frames, missing: state.missing)
            (state.recording, state.frames) = (recording, [])
        }
    }
}
