// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
import Synchronization

/// A recorder without files: it keeps the recordings' input, and a test sets their status. Thread-safe.
public final class FakeRecorder: VideoRecording {
    private struct State {
        var refusal: RecordingError?
        var status = RecordingStatus()
        var options: [RecordingOptions] = []
        var recordings: [FakeRecording] = []
        var microphones: [MicrophoneInfo] = []
    }

    private let state = Mutex(State())
    private let gate = Gate()

    public init() {}

    public var options: [RecordingOptions] { state.withLock { $0.options } }
    public var recordings: [FakeRecording] { state.withLock { $0.recordings } }

    /// Makes starts fail from now on; nil lets them succeed.
    public func refuse(_ error: RecordingError?) { state.withLock { $0.refusal = error } }

    /// Changes the status that each recording begins with.
    public func script(_ change: (inout RecordingStatus) -> Void) { state.withLock { change(&$0.status) } }

    /// The computer has these microphones from now on. They hear a quiet room.
    public func plugIn(_ microphones: MicrophoneInfo...) { state.withLock { $0.microphones = microphones } }

    /// Lets `start` wait from now on, as a disk does; or lets it go on.
    public func holdUp(_ isHeldUp: Bool) { gate.holdUp(isHeldUp) }

    public func formats() async -> [VideoFormat] { [.standard] }
    public func microphones() async -> [MicrophoneInfo] { state.withLock { $0.microphones } }
    public func listen(
        to choice: SoundChoice, beside camera: CameraInfo
    ) async -> (any SoundListening)? { state.withLock { $0.microphones.isEmpty } ? nil : FakeListening() }
    public func recover() async -> VideoRecovery { VideoRecovery() }

    public func start(
        _ options: RecordingOptions, from first: Frame
    ) async throws(RecordingError) -> any RunningRecording {
        state.withLock { $0.options.append(options) }
        await gate.pass()
        if let refusal = state.withLock({ $0.refusal }) { throw refusal }
        return state.withLock { state in
            let recording = FakeRecording(first, state.status)
            state.recordings.append(recording)
            return recording
        }
    }
}

/// A microphone in a quiet room.
private final class FakeListening: SoundListening {
    let level: Double? = -30

    func setGain(_ decibels: Double) {}
    func setMuted(_ isMuted: Bool) {}
}

/// A recording in memory. Thread-safe.
public final class FakeRecording: RunningRecording {
    public enum Request: Equatable, Sendable {
        case pause, resume, stop
        case zoom(PixelRect)
        case gain(Double)
        case mute(Bool)
    }

    private struct State {
        var status: RecordingStatus
        var requests: [Request] = []
        var times: [MonotonicTime]
        var missing = 0
        var failure: RecordingError?
    }

    private let state: Mutex<State>
    private let gate = Gate()

    init(_ first: Frame, _ status: RecordingStatus) {
        state = Mutex(State(status: status, times: [first.captured]))
    }

    public var requests: [Request] { state.withLock { $0.requests } }
    /// When each of its frames was captured.
    public var times: [MonotonicTime] { state.withLock { $0.times } }
    public var missing: Int { state.withLock { $0.missing } }

    public func change(_ body: (inout RecordingStatus) -> Void) { state.withLock { body(&$0.status) } }
    /// Makes `stop` fail.
    public func fail(_ error: RecordingError) { state.withLock { $0.failure = error } }
    /// Lets `stop` wait from now on, as a long video does; or lets it go on.
    public func holdUp(_ isHeldUp: Bool) { gate.holdUp(isHeldUp) }

    public var status: RecordingStatus { state.withLock { $0.status } }
    public func add(_ frame: Frame) { state.withLock { $0.times.append(frame.captured) } }

    public func add(waiting frames: [Frame], missing: Int) {
        state.withLock { state in
            state.times += frames.map(\.captured)
            state.missing += missing
        }
    }

    public func pause() { note(.pause) { $0.isPaused = true } }
    public func resume() { note(.resume) { $0.isPaused = false } }
    public func zoom(to portion: PixelRect) { note(.zoom(portion)) }
    public func setGain(_ decibels: Double) { note(.gain(decibels)) }
    public func setMuted(_ isMuted: Bool) { note(.mute(isMuted)) }

    private func note(_ request: Request, _ change: (inout RecordingStatus) -> Void = { _ in }) {
        state.withLock { state in
            state.requests.append(request)
            change(&state.status)
        }
    }

    public func stop() async throws(RecordingError) -> SavedVideo {
        note(.stop)
        await gate.pass()
        if let failure = state.withLock({ $0.failure }) { throw failure }
        let status = status
        return SavedVideo(
            path: "/videos/video.mp4", length: status.length, droppedCount: status.droppedCount,
            fault: status.fault)
    }
}
