// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Glibc
internal import Imaging
internal import Media
internal import Platform
internal import Sound

/// How a recording is encoded: as asked for, as far as this computer and this camera can.
struct Encoding {
    /// The format of the file.
    let format: VideoFormat
    /// Why that is not the format that was wanted.
    let substitution: RecordingError.Code?

    private let picture: VideoWriterSettings.Picture
    private let framing: PhotoFraming
    let tags: VideoWriterSettings.Tags
    private let rate: FrameRate
    private let pace: RecordingPace

    /// Decodes the first frame; loads GStreamer if that has not happened.
    ///
    /// - Parameter encoder: the encoder for H.264; nil for VP8.
    /// - Throws: `encoderMissing`, `notOriginal` if no other form will do; `encoderFailed` if the frame has no picture.
    init(
        _ options: RecordingOptions, _ first: Frame, _ encoder: EncoderChoice?, software: String
    ) throws(RecordingError) {
        do throws(MediaFault) { try MediaLibrary.load() } catch { throw RecordingError(error) }
        framing = options.framing
        (rate, pace) = (Self.maximumRate, options.pace)
        tags = VideoWriterSettings.Tags(
            date: WallTime(at: first.captured), camera: options.camera.name, software: software)
        let picked: PictureEncoder?
        (picked, format, substitution) = try Self.form(of: options, first, encoder)
        guard let picked else {
            picture = first.coded == nil ? .jpeg(first.layout.size) : .h264(first.layout.size)
            return
        }
        let drawn: VideoPictures
        do throws(ImagingError) { drawn = try VideoPictures(options.framing, like: first) } catch {
            Log(domain: "recording").warning("no picture to begin with: \(error)")
            throw RecordingError(.encoderFailed)
        }
        picture = .raw(
            drawn.size, drawn.color.matrix,
            VideoWriterSettings.PictureEncoding(
                encoder: picked, speed: encoder?.speed ?? .ultrafast,
                bitsPerSecond: VideoWriterSettings.PictureEncoding.bitsPerSecond(for: drawn.size, rate)))
    }

    /// The rate for which bits and key frames are calculated; pictures have their real times.
    private static let maximumRate = FrameRate(30)

    /// Chooses another form rather than none, unless the file's name decides the form.
    ///
    /// - Returns: no encoder if the camera's own pictures are kept, and why it is not as wanted.
    private static func form(
        of options: RecordingOptions, _ first: Frame, _ choice: EncoderChoice?
    ) throws(RecordingError) -> (PictureEncoder?, VideoFormat, RecordingError.Code?) {
        let isFixed = options.file.flatMap { VideoFormat(fileName: $0) } != nil
        let isKept = canBeKept(first, options.pace)
        let isWebM = MediaLibrary.pictureEncoders.contains(.vp8) && hasSound(.webM)
        let missing = RecordingError.Code.encoderMissing(
            package: options.format == .webM
                ? "gstreamer1.0-plugins-good" : MediaLibrary.missingForStandard.joined(separator: ", "))
        switch options.format {
        case .original where isKept: return (nil, .original, nil)
        case .original where isFixed: throw RecordingError(.notOriginal)
        case .webM where isWebM: return (.vp8, .webM, nil)
        case .standard, .original, .webM: break
        }
        let reason = options.format == .original ? .notOriginal : missing
        if let choice, hasSound(.standard), options.format != .webM || !isFixed {
            return (choice.encoder, .standard, options.format == .standard ? nil : reason)
        }
        guard !isFixed, isWebM || isKept else { throw RecordingError(missing) }
        return isWebM ? (.vp8, .webM, reason) : (nil, .original, reason)
    }

    /// Whether the camera's own pictures can be written as they come, from this one on.
    private static func canBeKept(_ first: Frame, _ pace: RecordingPace) -> Bool {
        guard MediaLibrary.hasElement("matroskamux") else { return false }
        guard let coded = first.coded else { return first.layout.format.isCompressed }
        // A time-lapse would leave out pictures that others depend on.
        if case .timeLapse = pace { return false }
        return CodedSequence.beginning(of: coded) != nil && MediaLibrary.hasElement("h264parse")
    }

    /// The formats that can be made here, the best first.
    static var formats: [VideoFormat] {
        let encoders = MediaLibrary.pictureEncoders
        let isStandard = encoders.contains { $0.isH264 } && hasSound(.standard)
        return (isStandard ? [.standard] : []) + [.original]
            + (encoders.contains(.vp8) && hasSound(.webM) ? [.webM] : [])
    }

    private static func hasSound(_ format: VideoFormat) -> Bool { soundCoding(of: format) != nil }

    private static func soundCoding(of format: VideoFormat) -> VideoWriterSettings.Sound.Coding? {
        let encoders = MediaLibrary.soundEncoders
        return switch format {
        case .standard: encoders.first { $0.isAAC }.map { .encoded($0) }
        case .webM: encoders.contains(.opus) ? .encoded(.opus) : nil
        // Matroska takes everything.
        case .original: .samples
        }
    }

    func settings(hasSound: Bool) -> VideoWriterSettings {
        let coding = hasSound ? Self.soundCoding(of: format) : nil
        let sound = coding.map {
            VideoWriterSettings.Sound(
                rate: SoundCapture.rate, channels: SoundTrack.channels, coding: $0)
        }
        var settings = VideoWriterSettings(
            container: container, picture: picture, rate: rate, sound: sound, tags: tags)
        // The usual third of a second is ten pictures, which may have taken an hour.
        if case .timeLapse = pace {
            settings.fragment = rate.interval
            settings.writesEachPicture = true
        }
        return settings
    }

    private var container: VideoWriterSettings.Container {
        switch format {
        case .standard: .mp4
        case .original: .matroska
        case .webM: .webm
        }
    }

    /// The frame to write: itself, or the coded one that it was decoded from.
    func source(of frame: Frame) -> Frame {
        guard case .h264 = picture, let coded = frame.coded else { return frame }
        return coded.frame
    }

    /// nil if the camera's own pictures are kept.
    func makePictures(like first: Frame) throws(ImagingError) -> VideoPictures? {
        guard case .raw = picture else { return nil }
        return try VideoPictures(framing, like: first)
    }

    /// The planes in the pictures that `VideoPictures` draws; nil for the camera's own.
    var planes: VideoWriter.Planes? {
        guard case .raw(let size, _, _) = picture else { return nil }
        return VideoWriter.Planes(
            offsets: (0, size.area, size.area * 5 / 4), strides: (size.width, size.width / 2, size.width / 2))
    }
}

extension RecordingError {
    init(_ fault: MediaFault, path: String = "") {
        Log(domain: "recording").warning("\(fault)")
        let code: Code =
            switch fault.code {
            case .libraryMissing: .encoderMissing(package: "libgstreamer1.0-0")
            case .elementMissing(let package): .encoderMissing(package: package)
            case .noSpace: .file(.diskFull)
            case .fileTooLarge: .file(.tooLarge)
            case .inputOutput: .file(.failed)
            case .nothingRecorded: .nothingRecorded
            case .decoderMissing, .noPictures, .damaged, .timedOut, .failed: .encoderFailed
            }
        self.init(code, path: path)
    }
}
