// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
internal import Imaging
internal import Media
public import Permissions
internal import Photos
public import Platform
internal import Sound

/// Records videos: frames of the capture core and a microphone's sound, encoded as they come, into a file that can be
/// played at any moment. Thread-safe.
public final class VideoRecorder: VideoRecording {
    /// The rights that a recording needs, read when one begins. None asks the person.
    public struct Rights: Sendable {
        public var library: @Sendable () async -> LibraryGrant?
        public var saving: @Sendable () async -> SavingGrant?
        public var microphone: @Sendable () async -> MicrophoneGrant?

        public init(
            library: @escaping @Sendable () async -> LibraryGrant?,
            saving: @escaping @Sendable () async -> SavingGrant?,
            microphone: @escaping @Sendable () async -> MicrophoneGrant?
        ) {
            (self.library, self.saving, self.microphone) = (library, saving, microphone)
        }
    }

    private let rights: Rights
    private let journal: VideoJournal
    /// Folders for a video whose own is gone, the best first.
    private let otherFolders: [String]
    private let software: String
    private let encoders = EncoderChooser()
    private let compress: @Sendable () -> Void
    private let log = Log(domain: "recording")

    /// - Parameters:
    ///   - journal: the folder that says which recordings have not ended, absolute; created if missing.
    ///   - software: the program's name and version, for the file's metadata.
    ///   - videos: the person's folder for videos; nil without a home folder.
    ///   - compress: called on any thread when a video waits for `compressWaiting`.
    public init(
        journal: String, software: String, rights: Rights, videos: String? = UserFolders.videos,
        compress: @escaping @Sendable () -> Void = {}
    ) {
        otherFolders = [videos, journal.isEmpty ? nil : journal].compactMap(\.self)
        let log = log
        self.compress = compress
        self.journal = VideoJournal(path: journal) { log.warning($0, .errno($1)) }
        (self.software, self.rights) = (software, rights)
    }

    public func formats() async -> [VideoFormat] {
        // The caller will record soon, so the encoder is chosen now.
        _ = await encoders.choose()
        return await Blocking.run {
            guard (try? MediaLibrary.load()) != nil else { return [] }
            return Encoding.formats
        }
    }

    public func microphones() async -> [MicrophoneInfo] {
        guard let grant = await rights.microphone() else { return [] }
        return await Microphones.list(grant: grant)
            .map { MicrophoneInfo(id: $0.id, name: $0.name, isDefault: $0.isDefault) }
    }

    public func listen(to choice: SoundChoice, beside camera: CameraInfo) async -> (any SoundListening)? {
        guard choice != .silent, case .success(let microphone) = await microphone(choice, camera) else {
            return nil
        }
        return SoundListener(microphone)
    }

    public func start(
        _ options: RecordingOptions, from first: Frame
    ) async throws(RecordingError) -> any RunningRecording {
        // Returns the driver's buffer before anything waits.
        let first = first.detached()
        let (library, saving) = (await rights.library(), await rights.saving())
        let encoder = await encoders.choose(for: first.layout.size)
        let isSilent = options.sound == .silent || !options.pace.hasSound
        let sound = isSilent ? nil : await microphone(options.sound, options.camera)
        let result = await Blocking.run { [self] in
            Result { () throws(RecordingError) in
                try begin(options, first, encoder, library, saving, sound)
            }
        }
        return try result.get()
    }

    /// A recording without a microphone is better than none.
    private func microphone(
        _ choice: SoundChoice, _ camera: CameraInfo
    ) async -> Result<ChosenMicrophone, SoundFault> {
        guard let grant = await rights.microphone() else { return .failure(.notAllowed) }
        let found = await Microphones.list(grant: grant)
        if case .microphone(let id) = choice, let chosen = found.first(where: { $0.id == id }) {
            return .success(ChosenMicrophone(id: chosen.id, name: chosen.name, grant: grant))
        }
        guard let microphone = Microphone.automatic(for: camera, of: found) else {
            return .failure(.noMicrophone)
        }
        let isSubstitute = if case .microphone = choice { true } else { false }
        return .success(
            ChosenMicrophone(
                id: microphone.id, name: microphone.name, grant: grant, isSubstitute: isSubstitute))
    }

    private func begin(
        _ options: RecordingOptions, _ first: Frame, _ encoder: EncoderChoice?, _ library: LibraryGrant?,
        _ saving: SavingGrant?, _ sound: Result<ChosenMicrophone, SoundFault>?
    ) throws(RecordingError) -> Recording {
        // Before anything else: a microphone takes a while to begin.
        let events = RecordingQueue()
        // A computer that was too slow keeps what comes, and compresses it afterwards.
        let canWait = options.canBeCompressedLater(first)
        let isLarge = canWait && encoders.isTooSlow
        var options = options
        if isLarge { options.format = .original }
        let microphone = (try? sound?.get()).map { chosen in
            RecordedSound(chosen, gain: options.gain, isMuted: options.isMuted, into: events) {
                [self, options] in try? await self.microphone(options.sound, options.camera).get()
            }
        }
        do throws(RecordingError) {
            let encoding = try Encoding(options, first, encoder, software: software)
            let places = places(options, encoding.format, first, library, saving, isLarge: isLarge)
            let file = try makeFile(places)
            if let fault = file.journalFault {
                log.warning("the recording is not in the journal: \(fault.code)", .errno(fault.underlying))
            }
            do throws(RecordingError) {
                if let free = file.freeBytes, free < Recording.reserve {
                    throw RecordingError(.file(.diskFull), path: file.path)
                }
                return try Recording(
                    options, first, encoding, file, places, events, microphone, sound,
                    afterwards(
                        encoding.format == .standard ? encoder?.encoder : nil, isLarge: isLarge,
                        canWait: canWait))
            } catch {
                file.discard()
                throw error
            }
        } catch {
            microphone?.close()
            throw error
        }
    }

    /// - Parameter encoder: the video's encoder; nil if that is not H.264.
    private func afterwards(_ encoder: PictureEncoder?, isLarge: Bool, canWait: Bool) -> Afterwards {
        Afterwards(
            isCompressed: isLarge, compress: compress,
            relieve: { [encoders] in encoder.flatMap { encoders.relieve($0, canWait: canWait) } },
            encoderFailed: { [encoders] in if let encoder { encoders.failed(encoder) } })
    }

    private func places(
        _ options: RecordingOptions, _ format: VideoFormat, _ first: Frame, _ library: LibraryGrant?,
        _ saving: SavingGrant?, isLarge: Bool
    ) -> RecordingPlaces {
        let time = WallTime(at: first.captured)
        return RecordingPlaces(
            name: PhotoName(time: time, isVideo: true), format: format,
            remark: VideoRemark(date: time, camera: options.camera.name).line, isLarge: isLarge,
            file: options.file, otherFolders: otherFolders, library: library, saving: saving,
            journal: journal)
    }

    private func makeFile(_ places: RecordingPlaces) throws(RecordingError) -> VideoFile {
        do throws(SaveError) { return try places.make(0) } catch {
            if error.underlying == Errno.fileExists.rawValue {
                throw RecordingError(.fileExists, path: error.path)
            }
            throw RecordingError(error)
        }
    }

    /// Compresses the videos that were kept as the camera sent them because the computer was too slow, one after the
    /// other, and waits while anything is recorded; blocks for as long as that takes. An end of the program in between loses
    /// nothing but the work at one video. Returns at once where another process is at it.
    public func compressWaiting(_ library: LibraryGrant) {
        journal.compress(library) {
            [software, log, journal] (path, descriptor, line) throws(VideoRepairFault) in
            let tags = VideoWriterSettings.Tags(VideoRemark(line), software: software)
            do throws(MediaFault) {
                try VideoCompression.run(
                    path, into: descriptor, tags: tags, isHeldUp: { journal.isRecording })
            } catch {
                log.warning("a video can't be compressed: \(error)")
                // The recording is whole, and stays.
                switch error.code {
                case .nothingRecorded, .damaged, .failed: throw .damaged
                default: throw VideoRepairFault(error)
                }
            }
        }
    }

    public func recover() async -> VideoRecovery {
        let (library, saving) = (await rights.library(), await rights.saving())
        let recovery = await Blocking.run { [journal, software] in
            let tags = { (line: String) in VideoWriterSettings.Tags(VideoRemark(line), software: software) }
            return journal.recover(library, saving) { (descriptor, line) throws(VideoRepairFault) in
                do throws(MediaFault) {
                    return try MediaRepair.finishInPlace(descriptor, tags: tags(line))
                } catch {
                    throw VideoRepairFault(error)
                }
            } repair: { (path, descriptor, line) throws(VideoRepairFault) in
                do throws(MediaFault) {
                    try MediaLibrary.load()
                    try MediaRepair.finish(path, into: descriptor, tags: tags(line))
                } catch {
                    throw VideoRepairFault(error)
                }
            }
        }
        if recovery.largeCount > 0, library != nil { compress() }
        return recovery
    }
}

extension VideoRepairFault {
    fileprivate init(_ fault: MediaFault) {
        switch fault.code {
        case .nothingRecorded: self = .nothingRecorded
        case .damaged, .noPictures: self = .damaged
        case .noSpace: self = .file(.diskFull)
        case .fileTooLarge: self = .file(.tooLarge)
        // These may succeed another day.
        case .libraryMissing, .elementMissing, .decoderMissing, .inputOutput, .timedOut, .failed:
            self = .file(.failed)
        }
    }
}
