// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Glibc
internal import Media
internal import Platform
internal import Synchronization

/// The encoder for H.264 and its speed.
struct EncoderChoice: Equatable {
    let encoder: PictureEncoder
    let speed: VideoWriterSettings.PictureEncoding.Speed
}

/// Finds the encoder that fits this computer: a driver's if it passed a trial, else one in software, as thorough
/// as the processor allows. Thread-safe.
final class EncoderChooser: Sendable {
    /// Drivers' encoders, tried before they are used.
    private static let hardware: [PictureEncoder] = [.vaH264, .v4l2H264]
    private static let software: [PictureEncoder] = [.x264, .openH264]
    /// The least size of a trial. Larger pictures are tried at their own, because a driver may have a limit.
    private static let trialSize = PixelSize(width: 1920, height: 1080)

    private struct State {
        var trials: [PixelSize: Task<PictureEncoder?, Never>] = [:]
        var speed: VideoWriterSettings.PictureEncoding.Speed
        var isTooSlow = false
        /// Whether no driver's encoder has failed in a video.
        var areDriversTrusted = true
    }

    private let state: Mutex<State>

    init() {
        // At 1080p these speeds take a third, a half and two thirds of a processor.
        let speed: VideoWriterSettings.PictureEncoding.Speed =
            switch sysconf(Int32(_SC_NPROCESSORS_ONLN)) {
            case ..<4: .ultrafast
            case ..<8: .superfast
            default: .veryfast
            }
        state = Mutex(State(speed: speed))
    }

    /// - Parameter size: of the pictures.
    /// - Returns: nil if no encoder of H.264 is installed. A trial, once for a size, takes up to a second.
    func choose(for size: PixelSize = trialSize) async -> EncoderChoice? {
        let size = size.area > Self.trialSize.area ? size : Self.trialSize
        let trial = state.withLock { state in
            if let trial = state.trials[size] { return trial }
            let drivers = state.areDriversTrusted ? Self.hardware : []
            let trial = Task.detached { await Self.find(size, drivers) }
            state.trials[size] = trial
            return trial
        }
        let encoder = await trial.value
        return state.withLock { state in encoder.map { EncoderChoice(encoder: $0, speed: state.speed) } }
    }

    private static func find(_ size: PixelSize, _ drivers: [PictureEncoder]) async -> PictureEncoder? {
        for encoder in drivers where await EncoderTrial.passes(encoder, size) { return encoder }
        return await Blocking.run { software.first { MediaLibrary.hasElement($0.rawValue) } }
    }

    /// Whether this computer can't encode as fast as pictures come.
    var isTooSlow: Bool { state.withLock { $0.isTooSlow } }

    /// This encoder failed in the middle of a video: a driver's is not used again.
    func failed(_ encoder: PictureEncoder) { state.withLock { _ = Self.distrust(encoder, &$0) } }

    /// - Returns: whether another encoder is taken from now on.
    private static func distrust(_ encoder: PictureEncoder, _ state: inout State) -> Bool {
        guard hardware.contains(encoder), state.areDriversTrusted else { return false }
        (state.areDriversTrusted, state.trials) = (false, [:])
        return true
    }

    /// The computer was too slow: from now on the encoder works less thoroughly, or videos are compressed
    /// afterwards.
    ///
    /// - Parameters:
    ///   - encoder: what was too slow.
    ///   - canWait: whether the video could have been compressed afterwards.
    func relieve(_ encoder: PictureEncoder, canWait: Bool) -> SlownessRemedy? {
        state.withLock { state in
            if Self.distrust(encoder, &state) { return .lessWork }
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
