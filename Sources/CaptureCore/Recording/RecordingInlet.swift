import Synchronization

/// Takes the frames of a stream from the press on, also before the recording has begun: none is lost while its file is
/// made. Thread-safe.
public final class RecordingInlet: Sendable {
    /// Bytes of frames that wait: half a second of raw 1080p at 30 frames a second.
    private static let limit = 64 << 20

    private enum State {
        /// isWhole: whether there was room for each of them.
        case waiting([Frame], isWhole: Bool)
        case open(any RunningRecording)
        case closed
    }

    private let budget = FrameBudget(limit: RecordingInlet.limit)
    private let state = Mutex(State.waiting([], isWhole: true))

    public init() {}

    /// Whether there was room for every frame so far.
    public var isWhole: Bool {
        state.withLock { if case .waiting(_, let isWhole) = $0 { isWhole } else { true } }
    }

    /// Takes a frame, in the stream's order. Called on the capture thread.
    public func add(_ frame: Frame) {
        state.withLock { state in
            switch state {
            case .waiting(let frames, let isWhole):
                let copy = budget.copy(frame)
                state = .waiting(frames + [copy].compactMap(\.self), isWhole: isWhole && copy != nil)
            case .open(let recording): recording.add(frame)
            case .closed: break
            }
        }
    }

    /// The recording has begun: it gets what has waited, then what comes.
    public func open(into recording: any RunningRecording) {
        state.withLock { state in
            guard case .waiting(let frames, _) = state else { return }
            for frame in frames { recording.add(frame) }
            state = .open(recording)
        }
    }

    public func close() { state.withLock { $0 = .closed } }
}
