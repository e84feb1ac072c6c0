// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Permissions
internal import Platform
internal import Sound
internal import Synchronization

/// The microphone of a recording, with the right to it.
struct ChosenMicrophone: Sendable {
    let id: String
    /// For people.
    let name: String
    let grant: MicrophoneGrant
    /// Whether it replaces the chosen one, which is not there.
    var isSubstitute = false

    /// Returns at once.
    ///
    /// - Parameter add: gets the sound, on a thread of the microphone's.
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

/// A microphone that only says how loud it is. Thread-safe.
final class SoundListener: SoundListening {
    private final class Peak: Sendable {
        let level = Mutex<Double?>(nil)
    }

    private let peak = Peak()
    private let capture: SoundCapture

    init(_ microphone: ChosenMicrophone) {
        capture = microphone.open { [peak] event in
            switch event {
            case .sound(_, _, let level): peak.level.withLock { $0 = level }
            case .soundEnded: peak.level.withLock { $0 = nil }
            default: break
            }
        }
    }

    /// Not on the caller's thread, which may be the main one: the sound server may be slow.
    deinit { Blocking.start { [capture] in capture.close() } }

    var level: Double? { peak.level.withLock { $0 } }

    func setGain(_ decibels: Double) { capture.setGain(decibels) }
    func setMuted(_ isMuted: Bool) { capture.setMuted(isMuted) }
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
