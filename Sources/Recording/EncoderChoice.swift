internal import CaptureCore
internal import Glibc
internal import Media
internal import Synchronization

/// What H.264 is made with.
struct EncoderChoice: Equatable {
    let encoder: PictureEncoder
    let speed: VideoWriterSettings.PictureEncoding.Speed
}

/// Finds the encoder that fits this computer: one of a driver's where it has proved that it works, else one in software, and as
/// thorough as the processor can be. Thread-safe.
final class EncoderChooser: Sendable {
    /// Known to drivers, tried before they are used.
    private static let hardware: [PictureEncoder] = [.vaH264, .v4l2H264]
    private static let software: [PictureEncoder] = [.x264, .openH264]
    /// What a trial is made with.
    private static let size = PixelSize(width: 1920, height: 1080)

    private struct State {
        var trial: Task<PictureEncoder?, Never>?
        var speed: VideoWriterSettings.PictureEncoding.Speed
        var isTooSlow = false
    }

    private let state: Mutex<State>

    init() {
        // x264 takes as much of a processor as this at 1080p: a third, a half, two thirds.
        let speed: VideoWriterSettings.PictureEncoding.Speed =
            switch sysconf(Int32(_SC_NPROCESSORS_ONLN)) {
            case ..<4: .ultrafast
            case ..<8: .superfast
            default: .veryfast
            }
        state = Mutex(State(speed: speed))
    }

    /// - Returns: nil where no encoder of H.264 is installed. A trial, once, takes up to a second.
    func choose() async -> EncoderChoice? {
        let trial = state.withLock { state in
            if let trial = state.trial { return trial }
            let trial = Task.detached { await Self.find() }
            state.trial = trial
            return trial
        }
        let encoder = await trial.value
        return state.withLock { state in encoder.map { EncoderChoice(encoder: $0, speed: state.speed) } }
    }

    private static func find() async -> PictureEncoder? {
        for encoder in hardware where await EncoderTrial.passes(encoder, size) { return encoder }
        return software.first { MediaLibrary.hasElement($0.rawValue) }
    }

    /// Whether this computer can't encode as fast as pictures come.
    var isTooSlow: Bool { state.withLock { $0.isTooSlow } }

    /// The computer was too slow: from now on less is made of each picture, or nothing until afterwards.
    ///
    /// - Parameter canWait: whether the video could have been compressed afterwards.
    func relieve(canWait: Bool) -> SlownessRemedy? {
        state.withLock { state in
            if let faster = type(of: state.speed).init(rawValue: state.speed.rawValue - 1) {
                state.speed = faster
                return .lessWork
            }
            guard canWait, !state.isTooSlow else { return nil }
            state.isTooSlow = true
            return .compressionLater
        }
    }
}
