// SPDX-License-Identifier: GPL-3.0-or-later
/// Records videos. Implemented by Recording.
///
/// Thread-safe. Encoders are loaded at first use.
public protocol VideoRecording: Sendable {
    /// The formats that this computer can record, the best first; loads the encoders, which takes up to 100 ms on a
    /// thread of its own.
    ///
    /// - Returns: empty if nothing can be recorded; then `start` says what is missing.
    func formats() async -> [VideoFormat]

    /// Starts a recording; returns when the disk records that there is one.
    ///
    /// - Parameter first: its first picture, the one that was on the screen at the press.
    /// - Throws: why it could not begin; nothing is left on the disk then.
    func start(_ options: RecordingOptions, from first: Frame) async throws(RecordingError)
        -> any RunningRecording

    /// The microphones there are, for a choice; empty if the person has not allowed one.
    func microphones() async -> [MicrophoneInfo]

    /// Listens to the microphone that a recording would use, for its level only; no sound is stored.
    ///
    /// - Returns: nil if the person has not allowed one, if there is none, and for `.silent`.
    func listen(to choice: SoundChoice, beside camera: CameraInfo) async -> (any SoundListening)?

    /// Finishes recordings that earlier runs of the program left.
    func recover() async -> VideoRecovery
}

/// A microphone that is listened to until this is released. Thread-safe; nothing waits.
public protocol SoundListening: AnyObject, Sendable {
    /// The peak of the last moment in decibels, 0 for full scale; nil before the first, and when the microphone is gone.
    var level: Double? { get }

    /// As in a recording.
    func setGain(_ decibels: Double)
    func setMuted(_ isMuted: Bool)
}

/// A recording that is going on. Thread-safe; nothing but `stop` waits.
public protocol RunningRecording: Sendable {
    var status: RecordingStatus { get }

    /// Takes a frame of the stream, in the stream's order; copies what it keeps. Called on the capture thread.
    func add(_ frame: Frame)

    /// Takes the frames that waited for the start, copied out of the driver's buffers, before all others.
    ///
    /// - Parameter missing: how many are missing among them.
    func add(waiting frames: [Frame], missing: Int)

    func pause()
    func resume()

    /// Sets the part of each frame that is recorded. The video glides to it within some pictures and keeps its size; the
    /// format `original` ignores it.
    func zoom(to portion: PixelRect)

    /// Makes the sound inside the recording louder or quieter, in decibels; the system's volume stays.
    func setGain(_ decibels: Double)
    func setMuted(_ isMuted: Bool)

    /// Ends it; returns when the file is finished and on the disk.
    ///
    /// - Throws: `nothingRecorded`; no file is left then. Other faults are in the result.
    func stop() async throws(RecordingError) -> SavedVideo
}
