internal import CaptureCore
internal import Permissions
internal import Sound

/// The microphone of a recording, with the right to it.
struct ChosenMicrophone: Sendable {
    let id: String
    let grant: MicrophoneGrant

    /// Returns at once.
    ///
    /// - Parameter add: gets what is heard, on a thread of the microphone's.
    func open(_ add: @escaping @Sendable (RecordingEvent) -> Void) -> SoundCapture {
        SoundCapture(of: id, channels: SoundTrack.channels, grant: grant) { event in
            switch event {
            case .block(let block): add(.sound(Array(block.samples), block.time, level: block.level.peak))
            case .hole(let count): add(.hole(count))
            case .ended(let end): add(.soundEnded(SoundFault(end)))
            }
        }
    }
}

extension SoundFault {
    fileprivate init(_ end: SoundEnd) {
        switch end {
        case .notAllowed: self = .notAllowed
        case .noServer, .noMicrophone: self = .noMicrophone
        case .unplugged, .serverLost, .silent, .failed: self = .lost
        }
    }
}
