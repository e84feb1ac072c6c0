internal import CaptureCore
internal import GLibBridge
internal import Glibc
internal import Imaging
internal import Media
internal import Sound
internal import System

/// What a recording is encoded with: the wish, as far as this computer and this camera can.
struct Encoding {
    /// What it really is.
    let format: VideoFormat

    private let picture: VideoWriterSettings.Picture
    private let framing: PhotoFraming
    private let tags: VideoWriterSettings.Tags
    private let rate: FrameRate

    /// Decodes the first frame; loads GStreamer where that has not happened.
    ///
    /// - Throws: `encoderMissing`, `notOriginal`; `encoderFailed` where the frame has no picture.
    init(_ wish: RecordingWish, _ first: Frame, software: String) throws(RecordingError) {
        do throws(MediaFault) { try MediaLibrary.load() } catch { throw RecordingError(error) }
        framing = wish.framing
        rate = Self.mostRate
        tags = VideoWriterSettings.Tags(
            date: WallTime(at: first.captured), camera: wish.camera.name, software: software)
        if wish.format == .original {
            guard first.layout.format.isCompressed else { throw RecordingError(.notOriginal) }
            (format, picture) = (.original, .jpeg(first.layout.size))
            return
        }
        let (encoder, format) = try Self.encoder(for: wish.format)
        self.format = format
        let drawn: VideoPictures
        do throws(ImagingError) { drawn = try VideoPictures(wish.framing, like: first) } catch {
            Log(domain: "recording").warning("no picture to begin with: \(error)")
            throw RecordingError(.encoderFailed)
        }
        picture = .raw(
            drawn.size, drawn.color.matrix,
            VideoWriterSettings.PictureEncoding(
                encoder: encoder, speed: Self.speed,
                bitsPerSecond: VideoWriterSettings.PictureEncoding.bitsPerSecond(for: drawn.size, rate)))
    }

    /// What bits and key frames are reckoned with; real times are written.
    private static let mostRate = FrameRate(30)

    /// x264 takes as much of a processor as this at 1080p: a third, a half, two thirds.
    private static var speed: VideoWriterSettings.PictureEncoding.Speed {
        switch sysconf(Int32(_SC_NPROCESSORS_ONLN)) {
        case ..<4: .ultrafast
        case ..<8: .superfast
        default: .veryfast
        }
    }

    private static func encoder(
        for format: VideoFormat
    ) throws(RecordingError) -> (PictureEncoder, VideoFormat) {
        let encoders = MediaLibrary.pictureEncoders
        let isWebM = format == .webM
        if !isWebM, let encoder = h264.first(where: encoders.contains), hasSound(.standard) {
            return (encoder, .standard)
        }
        // What can't be made is not wanted: a video in another form is better than none.
        guard encoders.contains(.vp8), hasSound(.webM) else {
            let package = isWebM ? "gstreamer1.0-plugins-good" : "gstreamer1.0-plugins-ugly"
            throw RecordingError(.encoderMissing(package: package))
        }
        return (.vp8, .webM)
    }

    /// In software first: whether a driver's encoder works is known after a second of it only.
    private static let h264: [PictureEncoder] = [.x264, .openH264, .vaH264, .v4l2H264]

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
        return VideoWriterSettings(
            container: container, picture: picture, rate: rate, sound: sound, tags: tags)
    }

    private var container: VideoWriterSettings.Container {
        switch format {
        case .standard: .mp4
        case .original: .matroska
        case .webM: .webm
        }
    }

    /// nil where the camera's own pictures are kept.
    func makePictures(like first: Frame) throws(ImagingError) -> VideoPictures? {
        if case .jpeg = picture { return nil }
        return try VideoPictures(framing, like: first)
    }

    /// Where the planes are in what `VideoPictures` draws; nil for the camera's own.
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
            case .damaged, .timedOut, .failed: .encoderFailed
            }
        self.init(code, path: path)
    }
}
