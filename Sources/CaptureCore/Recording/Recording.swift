// SPDX-License-Identifier: GPL-3.0-or-later
/// The format of a recording.
public enum VideoFormat: String, Sendable, CaseIterable {
    /// H.264 and AAC in an MP4 file, which plays everywhere.
    case standard
    /// The camera's own pictures, with their pixels as they are, in a Matroska file: almost no work, large files.
    case original
    /// VP8 and Opus in a WebM file, for computers without an H.264 encoder.
    case webM

    /// Without the dot.
    public var fileExtension: String {
        switch self {
        case .standard: "mp4"
        case .original: "mkv"
        case .webM: "webm"
        }
    }

    /// The format that a file's name asks for; nil if its extension is none of these.
    public init?(fileName: String) {
        let lower = fileName.lowercased()
        guard let format = Self.allCases.first(where: { lower.hasSuffix("." + $0.fileExtension) }) else {
            return nil
        }
        self = format
    }
}

/// A microphone that sound can be recorded from.
public struct MicrophoneInfo: Hashable, Sendable {
    /// The sound server's name of it.
    public let id: String
    /// Shown to people.
    public let name: String
    /// Whether it is the desktop's default.
    public let isDefault: Bool

    public init(id: String, name: String, isDefault: Bool) {
        (self.id, self.name, self.isDefault) = (id, name, isDefault)
    }
}

/// Where a recording's sound comes from.
public enum SoundChoice: Hashable, Sendable {
    /// No sound: nothing is opened.
    case silent
    /// The camera's own microphone, or else the desktop's.
    case automatic
    /// The one with this id; `automatic` if it is gone.
    case microphone(id: String)
}

/// How the person wants a recording.
public struct RecordingOptions: Sendable {
    public var camera: CameraInfo
    public var format: VideoFormat
    public var sound: SoundChoice
    /// The recording's initial gain in decibels.
    public var gain: Double = 0
    public var isMuted = false
    /// Only the normal pace has sound.
    public var pace = RecordingPace.normal
    /// Which part of each frame, and whether left and right are swapped. `original` takes frames as they are.
    public var framing: PhotoFraming
    /// Into this new file, absolute or relative to the working folder; nil for the library.
    public var file: String?
    /// The recording is complete when it is this long; nil for no end.
    public var limit: Duration?

    public init(
        camera: CameraInfo, format: VideoFormat, sound: SoundChoice, framing: PhotoFraming = .asDelivered,
        file: String? = nil, limit: Duration? = nil
    ) {
        (self.camera, self.format, self.sound) = (camera, format, sound)
        (self.framing, self.file, self.limit) = (framing, file, limit)
    }
}

/// How a recording is getting on.
public struct RecordingStatus: Equatable, Sendable {
    /// How long it has been recorded for, without its pauses; at the end, how long the video is.
    public var length: Duration = .zero
    public var byteCount = 0
    /// The actual format, which may depend on the computer or the camera; nil before it is known. `original` holds
    /// whole frames, whatever zoom and shape are.
    public var format: VideoFormat?
    /// Why the format is not the wanted one: `encoderMissing` or `notOriginal`.
    public var substitution: RecordingError.Code?
    /// Free bytes where it is written; nil if that is not known.
    public var freeBytes: Int?
    public var isPaused = false
    /// Whether it has reached the length that was wanted; it takes nothing more.
    public var isComplete = false
    /// The level of the last moment in decibels, 0 for full scale; nil without sound.
    public var level: Double?
    /// Pictures that could not be kept because the computer was too slow.
    public var droppedCount = 0
    /// Why there is no sound although it was wanted; nil if there is, or none was. Sound that comes back is recorded.
    public var soundFault: SoundFault?
    /// The microphone that is recorded, or was the last, for people; nil for none.
    public var microphone: String?
    /// The name of the microphone that is used because the chosen one is not there; nil otherwise.
    public var substituteMicrophone: String?
    /// Whether what a crash leaves of it is finished at the next start.
    public var isInJournal = true
    /// Where it goes on, if its file or folder went away; nil while it is where it began.
    public var relocation: VideoRelocation?
    /// Why it can't go on; `stop` then keeps everything up to here.
    public var fault: RecordingError?

    public init() {}

    /// How long the disk lasts at the rate so far; nil during the first second.
    public var lengthLeft: Duration? {
        guard let freeBytes, length > .seconds(1), byteCount > 0 else { return nil }
        return length * (Double(freeBytes) / Double(byteCount))
    }
}

/// A recording whose file was moved, or was deleted or lost its disk, while it was made.
public struct VideoRelocation: Equatable, Sendable {
    /// Absolute: where it began, and where it is now, which may be the same.
    public let from, to: String
    /// Whether it is another file, with all of the video: the first one is gone.
    public let isCopy: Bool

    public init(from: String, to: String, isCopy: Bool) {
        (self.from, self.to, self.isCopy) = (from, to, isCopy)
    }
}

/// Why a recording has no sound.
public enum SoundFault: Error, Hashable, Sendable {
    /// The person did not allow the microphone.
    case notAllowed
    /// The computer has no sound server, or no microphone.
    case noMicrophone
    /// It ended during the recording.
    case lost
}

/// What is done if the computer was too slow for a video.
public enum SlownessRemedy: Equatable, Sendable {
    /// The encoder works less from now on, and files get larger.
    case lessWork
    /// Videos are kept as the camera sends them from now on, and compressed afterwards.
    case compressionLater
}

/// A video that is on the disk.
public struct SavedVideo: Equatable, Sendable {
    /// Absolute.
    public let path: String
    public let length: Duration
    /// Pictures that could not be kept because the computer was too slow.
    public let droppedCount: Int
    /// Pictures that were to be kept as the camera sends them, and were of a kind that players don't read: they were
    /// encoded anew, which loses a little.
    public let encodedCount: Int
    /// What is done about those pictures.
    public let remedy: SlownessRemedy?
    /// Why sound is missing from a part of it, or all.
    public let soundFault: SoundFault?
    /// The microphone that was recorded last, for people; nil for none.
    public let microphone: String?
    /// Why it is not where it began; nil if it is.
    public let relocation: VideoRelocation?
    /// Why it ended early; the file has everything up to there.
    public let fault: RecordingError?

    public init(
        path: String, length: Duration, droppedCount: Int = 0, encodedCount: Int = 0,
        remedy: SlownessRemedy? = nil,
        soundFault: SoundFault? = nil, microphone: String? = nil, relocation: VideoRelocation? = nil,
        fault: RecordingError? = nil
    ) {
        (self.path, self.length, self.droppedCount) = (path, length, droppedCount)
        self.encodedCount = encodedCount
        self.remedy = remedy
        (self.soundFault, self.microphone) = (soundFault, microphone)
        (self.relocation, self.fault) = (relocation, fault)
    }
}

/// Why a recording could not begin or go on.
public struct RecordingError: Error, Equatable, Sendable {
    public enum Code: Equatable, Sendable {
        /// GStreamer or an encoder is not installed; `package` contains it.
        case encoderMissing(package: String)
        /// The file could not be made or written.
        case file(SaveError.Code)
        /// A file of that name is there already.
        case fileExists
        /// The camera's pictures can't be kept as they are.
        case notOriginal
        /// The camera changed the size or kind of its pictures.
        case pictureChanged
        /// The encoder failed.
        case encoderFailed
        /// Its file was deleted or its disk is gone, and no other one could be made: nothing of it is left.
        case fileLost
        /// It ended before there was a picture.
        case nothingRecorded
    }

    public let code: Code
    /// The file or folder in question; empty if there is none.
    public let path: String

    public init(_ code: Code, path: String = "") { (self.code, self.path) = (code, path) }

    public init(_ error: SaveError) { self.init(.file(error.code), path: error.path) }
}

/// The result of finishing recordings that earlier runs of the program left unfinished.
public struct VideoRecovery: Equatable, Sendable {
    /// Files that were finished.
    public var paths: [String] = []
    /// Recordings that still wait, for a permission or for room.
    public var waitingCount = 0
    /// Finished files that wait for compression.
    public var largeCount = 0

    public init() {}
}
