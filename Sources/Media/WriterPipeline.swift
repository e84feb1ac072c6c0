// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// The pipelines of recording, in gst-launch's syntax.
extension VideoWriterSettings {
    /// The names of the inputs.
    static let pictures = "pictures"
    static let samples = "sound"
    static let multiplexer = "multiplexer"
    /// The name of the element that writes the file.
    static let disk = "disk"

    /// Time units per second in MP4, as in H.264.
    static let timescale = 90_000

    /// The pipeline that writes to an open file.
    func pipeline(into descriptor: Int32) -> String {
        pipeline(
            [input(Self.pictures, pictureForm)], sound.map { [input(Self.samples, $0.form)] },
            into: descriptor)
    }

    /// The pipeline that decodes a Matroska file's JPEG pictures and writes them to an open file.
    func pipeline(of file: VideoFile, into descriptor: Int32) -> String {
        let matrix =
            if case .raw(_, let matrix, _) = picture { matrix.colorimetry } else { "" }
        return "filesrc location=\(file.descriptor.location) ! matroskademux name=file  "
            + pipeline(
                [
                    "file.video_0", Self.counter(Self.come), Self.queue, "jpegdec",
                    Self.counter(Self.decoded),
                    "videoconvert",
                    "video/x-raw,format=I420,colorimetry=\(matrix)",
                ], sound.map { _ in ["file.audio_0", Self.queue] }, into: descriptor)
    }

    private func pipeline(_ pictures: [String], _ samples: [String]?, into descriptor: Int32) -> String {
        let file = ["\(container.stage(fragment)) name=\(Self.multiplexer)", Self.file(descriptor)]
        return [
            pictures + waiting(after: pictureStages) + ["\(Self.multiplexer).video_0"],
            samples.map { $0 + waiting(after: sound?.stages ?? []) + ["\(Self.multiplexer).audio_0"] }, file,
        ].compactMap { $0?.joined(separator: " ! ") }.joined(separator: "  ")
    }

    /// The names of the elements that count pictures read and decoded.
    static let come = "come"
    static let decoded = "decoded"

    static func counter(_ name: String) -> String { "identity name=\(name) signal-handoffs=true" }

    /// Keeps pictures' times as they are: else MP4 has those of the nominal rate.
    static func scale(_ pipeline: Pipeline) { pipeline.scale("\(multiplexer)", "video_0", timescale) }

    static func writeEach(_ pipeline: Pipeline) { pipeline.writeEach(multiplexer, "video_0") }

    /// Milliseconds of a short fragment.
    private static let shortFragment = 150

    static func shortenFragments(_ pipeline: Pipeline) {
        pipeline.set(multiplexer, "fragment-duration", shortFragment)
    }

    /// Writes without buffering, so that the data survives a crash of the program.
    static func file(_ descriptor: Int32) -> String {
        "fdsink name=\(disk) fd=\(descriptor) sync=false async=false"
    }

    /// Adds a queue for waiting behind an encoder. Pictures that are not encoded wait in the input, without another
    /// thread.
    private func waiting(after stages: [String]) -> [String] { stages.isEmpty ? [] : stages + [Self.queue] }

    /// Encoded pictures and sound wait here for each other; five seconds take little memory.
    private static let queue = "queue max-size-buffers=0 max-size-bytes=0 max-size-time=5000000000"

    /// An unbounded input: the caller limits what it pushes.
    private func input(_ name: String, _ form: String) -> String {
        "appsrc name=\(name) format=time max-bytes=0 emit-signals=false caps=\"\(form)\""
    }

    private var pictureForm: String {
        let size = "width=\(picture.size.width),height=\(picture.size.height),pixel-aspect-ratio=1/1"
        return switch picture {
        case .raw(_, let matrix, let encoding):
            "video/x-raw,format=I420,\(size),interlace-mode=progressive,colorimetry=\(matrix.colorimetry),"
                + "framerate=\(encoding.encoder.needsRate || writesEachPicture ? "\(rate.numerator)/\(rate.denominator)" : "0/1")"
        case .jpeg: "image/jpeg,\(size),framerate=0/1"
        case .h264: "video/x-h264,\(size),stream-format=byte-stream,alignment=au,framerate=0/1"
        }
    }

    private var pictureStages: [String] {
        switch picture {
        case .raw(_, _, let encoding):
            encoding.stages(
                picture.size, rate, keyFrameInterval: keyFrameInterval, isImmediate: writesEachPicture)
        case .jpeg: []
        case .h264: ["h264parse"]
        }
    }

    /// One key frame a second, in pictures; players seek to these.
    private var keyFrameInterval: Int { max(1, Int(rate.framesPerSecond)) }
}

extension VideoWriterSettings.Container {
    /// MP4 is written in fragments, each of which can be played as soon as it is there; `MP4Finisher` replaces their
    /// descriptions by an ordinary index. `mp4mux` could do that itself (fragment-mode=first-moov-then-finalise), but then
    /// leaves out sizes in fragments of two tracks, so that an interrupted recording can't be read (atom_traf_add_samples
    /// in GStreamer 1.22 to 1.26). The fragments are shorter than the half second that may be lost, because the encoder
    /// holds two pictures.
    fileprivate func stage(_ fragment: Duration) -> String {
        switch self {
        case .mp4:
            "mp4mux fragment-duration=\(fragment.nanoseconds / 1_000_000) movie-timescale=\(VideoWriterSettings.timescale)"
        case .matroska: "matroskamux"
        case .webm: "webmmux"
        }
    }
}

extension VideoWriterSettings.PictureEncoding {
    /// - Parameter isImmediate: whether no picture waits for a later one.
    fileprivate func stages(
        _ size: PixelSize, _ rate: FrameRate, keyFrameInterval: Int, isImmediate: Bool
    ) -> [String] {
        let kilobits = bitsPerSecond / 1000
        return switch encoder {
        case .x264:
            // Constant quality with a limit on the bit rate. No B-frames, so no picture waits for a later one but one, with which
            // another thread begins, and one that says how long it is shown where there is no nominal rate.
            [
                "x264enc speed-preset=\(speed.rawValue) pass=qual quantizer=20 bitrate=\(kilobits) "
                    + "vbv-buf-capacity=2000 key-int-max=\(keyFrameInterval) bframes=0 b-adapt=false "
                    + "rc-lookahead=0 sync-lookahead=0 mb-tree=false threads=2 sliced-threads=\(isImmediate)"
            ]
        case .vaH264:
            [
                "videoconvert",
                "vah264enc bitrate=\(kilobits) key-int-max=\(keyFrameInterval) b-frames=0",
                "h264parse",
            ]
        case .v4l2H264:
            [
                "videoconvert",
                "v4l2h264enc extra-controls=\"controls,video_bitrate=\(bitsPerSecond)\"",
                // Without a level the encoder takes 1.0, which is for 128×96.
                "video/x-h264,level=(string)\(Self.level(for: size, rate))",
                "h264parse",
            ]
        case .openH264:
            [
                "openh264enc bitrate=\(bitsPerSecond) rate-control=bitrate complexity=low usage-type=camera "
                    + "gop-size=\(keyFrameInterval) multi-thread=2",
                "h264parse",
            ]
        case .vp8:
            [
                "vp8enc deadline=1 cpu-used=8 threads=2 end-usage=cbr target-bitrate=\(bitsPerSecond) "
                    + "keyframe-max-dist=\(keyFrameInterval) lag-in-frames=0 buffer-size=2000 "
                    + "buffer-initial-size=1000 buffer-optimal-size=1200 min-quantizer=4 max-quantizer=56 "
                    + "timebase=1/\(VideoWriterSettings.timescale)"
            ]
        }
    }
}

extension VideoWriterSettings.PictureEncoding {
    /// The lowest common level that allows this size and rate, by macroblocks per picture and per second (ITU-T H.264,
    /// table A-1).
    static func level(for size: PixelSize, _ rate: FrameRate) -> String {
        let blocks = (size.width + 15) / 16 * ((size.height + 15) / 16)
        let levels = [("4", 8192, 245_760), ("4.2", 8704, 522_240), ("5.1", 36_864, 983_040)]
        let fitting = levels.first { _, picture, second in
            blocks <= picture && Double(blocks) * rate.framesPerSecond <= Double(second)
        }
        return fitting?.0 ?? "5.2"
    }
}

extension PictureEncoder {
    /// Whether it needs a nominal rate.
    fileprivate var needsRate: Bool { self == .openH264 || self == .v4l2H264 || self == .vaH264 }
}

extension VideoWriterSettings.Sound {
    fileprivate var form: String {
        "audio/x-raw,format=S16LE,layout=interleaved,rate=\(rate),channels=\(channels)"
    }

    fileprivate var stages: [String] {
        guard case .encoded(let encoder) = coding else { return [] }
        return switch encoder {
        case .fdkAAC, .voAAC, .libavAAC: ["audioconvert", "\(encoder.rawValue) bitrate=\(bitsPerSecond)"]
        case .opus: ["audioconvert", "audioresample", "opusenc bitrate=\(bitsPerSecond)"]
        }
    }

    private var bitsPerSecond: Int { channels == 1 ? 96_000 : 160_000 }
}

extension ColorDescription.Matrix {
    /// GStreamer's name of the matrix in limited range.
    fileprivate var colorimetry: String {
        switch self {
        case .bt601: "bt601"
        case .bt709: "bt709"
        }
    }
}
