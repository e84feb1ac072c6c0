/// Why there is no sound, or no more.
public enum SoundEnd: Error, Equatable, Sendable {
    /// The person's permission was withdrawn, or the sound server refuses this program.
    case notAllowed
    /// This computer has no sound server, or none that runs.
    case noServer
    /// There is no microphone with that id.
    case noMicrophone
    /// The microphone was unplugged or turned off.
    case unplugged
    /// The sound server ended.
    case serverLost
    /// The sound server does not answer, or sends nothing although the microphone is on.
    case silent
    /// Anything else; the number is PulseAudio's `pa_error_code_t`.
    case failed(code: Int32)
}
