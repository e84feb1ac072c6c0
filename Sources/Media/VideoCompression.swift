// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGStreamerLoader
internal import CaptureCore
internal import Glibc

/// Turns a recording that kept the camera's own pictures into an MP4 file.
public enum VideoCompression {
    /// Encodes the pictures with H.264 and the sound with AAC, all at their times. Takes as long as the processor gives it;
    /// not on the main thread.
    ///
    /// - Parameters:
    ///   - path: a Matroska file with JPEG pictures; is read only.
    ///   - descriptor: an open file without contents. After a fault it holds nothing of use.
    ///   - isHeldUp: asked once a second: as long as it is true nothing is encoded. On the caller's thread.
    /// - Throws: `damaged`, `noSpace`, `inputOutput`, `fileTooLarge`, `libraryMissing`, `elementMissing`; `timedOut` if
    ///   the disk stands still; `failed` if the new video lacks anything of the old one.
    public static func run(
        _ path: String, into descriptor: Int32, tags: VideoWriterSettings.Tags,
        isHeldUp: () -> Bool = { false }
    ) throws(MediaFault) {
        let file = try VideoFile(OwnedDescriptor(reading: path))
        let result = try OwnedDescriptor(reopening: descriptor, O_RDWR)
        let settings = try settings(for: file, tags)
        try encode(file, into: result, settings, isHeldUp)
        try MP4Finisher.finish(result, tags, priming: settings.priming)
        let lengths = (old: VideoFacts(file).duration, new: VideoFacts(try VideoFile(result)).duration)
        guard lengths.old > .zero, lengths.new > lengths.old - shortening else {
            throw MediaFault(.failed, "\(lengths.old) became \(lengths.new)")
        }
    }

    /// A player may count the last picture or not.
    private static let shortening: Duration = .milliseconds(200)
    /// The longest time without anything being written: other work has priority.
    private static let timeout: Duration = .seconds(600)
    /// How often it is asked whether to wait.
    private static let pause: Duration = .seconds(1)

    /// Whether this computer has everything for it.
    public static var isPossible: Bool {
        MediaLibrary.missingForStandard.isEmpty && MediaLibrary.hasElement(encoder.rawValue)
            && MediaLibrary.hasElement("jpegdec")
    }

    /// The other encoders need a nominal rate.
    private static let encoder = PictureEncoder.x264

    /// More thorough than a live recording can be, since time does not matter.
    private static func settings(
        for file: VideoFile, _ tags: VideoWriterSettings.Tags
    ) throws(MediaFault) -> VideoWriterSettings {
        guard file.picture == "image/jpeg" else { throw MediaFault(.damaged, "not a camera's own pictures") }
        let (size, rate) = (VideoFacts(file).size, FrameRate(30))
        let encoding = VideoWriterSettings.PictureEncoding(
            encoder: encoder, speed: .veryfast,
            bitsPerSecond: VideoWriterSettings.PictureEncoding.bitsPerSecond(for: size, rate))
        var sound: VideoWriterSettings.Sound?
        if file.facts.has_sound {
            guard let coding = MediaLibrary.soundEncoders.first(where: \.isAAC) else {
                throw MediaFault(
                    .elementMissing(package: MediaLibrary.package(of: SoundEncoder.voAAC.rawValue)))
            }
            sound = VideoWriterSettings.Sound(rate: 48_000, channels: 2, coding: .encoded(coding))
        }
        // A camera's JPEG has this matrix (JFIF 1.02).
        return VideoWriterSettings(
            container: .mp4, picture: .raw(size, .bt601, encoding), rate: rate, sound: sound, tags: tags)
    }

    private static func encode(
        _ file: VideoFile, into result: OwnedDescriptor, _ settings: VideoWriterSettings,
        _ isHeldUp: () -> Bool
    ) throws(MediaFault) {
        let events = FirstFault()
        let pipeline = try Pipeline(settings.pipeline(of: file, into: result.number), keeping: result) {
            events.handle($0)
        }
        defer { pipeline.stop() }
        settings.tags.write(to: pipeline)
        VideoWriterSettings.scale(pipeline)
        pipeline.count(VideoWriterSettings.come, as: 0)
        pipeline.count(VideoWriterSettings.decoded, as: 1)
        var (size, quiet, isPaused) = (-1, Duration.zero, true)
        while true {
            let waits = isHeldUp()
            if waits != isPaused || size < 0 {
                guard waits ? pipeline.pause() : pipeline.start() else {
                    throw events.first ?? MediaFault(.failed, "does not start")
                }
                isPaused = waits
            }
            if size < 0 { size = 0 }
            switch events.wait(pause) {
            case true?:
                // The decoder skips pictures that it can't read.
                let (come, decoded) = (pipeline.counted(0), pipeline.counted(1))
                guard decoded == come else { throw MediaFault(.failed, "\(decoded) of \(come) pictures") }
                return
            case false?: throw events.first ?? MediaFault(.failed)
            case nil:
                quiet = isPaused || result.size > size ? .zero : quiet + pause
                guard quiet < timeout else { throw MediaFault(.timedOut, "nothing was written") }
                size = result.size
            }
        }
    }
}
