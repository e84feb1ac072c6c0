public import CaptureCore
import Synchronization

/// A video that a test plays by hand: nothing moves by itself. Thread-safe.
public final class FakePlayer: VideoPlaying {
    public enum Request: Equatable, Sendable {
        case play
        case pause
        case seek(Duration)
        case mute(Bool)
        case fit(PixelSize)
    }

    private struct State {
        var status: PlaybackStatus
        var requests: [Request] = []
        var picture: VideoPicture?
    }

    private let state: Mutex<State>

    public init(length: Duration, hasSound: Bool = true) {
        state = Mutex(State(status: PlaybackStatus(length: length, hasSound: hasSound)))
    }

    public var requests: [Request] { state.withLock { $0.requests } }

    /// The picture is due.
    public func show(_ picture: VideoPicture) { state.withLock { $0.picture = picture } }

    public func end() { state.withLock { ($0.status.isPlaying, $0.status.hasEnded) = (false, true) } }

    public func fail(_ fault: PhotoFault) {
        state.withLock { ($0.status.isPlaying, $0.status.fault) = (false, fault) }
    }

    public var status: PlaybackStatus { state.withLock { $0.status } }

    public func takePicture() -> VideoPicture? { state.withLock { $0.picture.take() } }

    public func play() {
        state.withLock { state in
            state.requests.append(.play)
            (state.status.isPlaying, state.status.hasEnded) = (true, false)
        }
    }

    public func pause() {
        state.withLock { state in
            state.requests.append(.pause)
            state.status.isPlaying = false
        }
    }

    public func seek(to time: Duration) { state.withLock { $0.requests.append(.seek(time)) } }

    public func setMuted(_ isMuted: Bool) { state.withLock { $0.requests.append(.mute(isMuted)) } }

    public func fit(_ size: PixelSize) { state.withLock { $0.requests.append(.fit(size)) } }
}
