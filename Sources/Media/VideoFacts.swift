// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGStreamerLoader
public import CaptureCore

/// What a video file holds.
public struct VideoFacts: Equatable, Sendable {
    /// Zero if the file does not say, as after an interrupted recording.
    public let duration: Duration
    /// As shown: turned as the file says.
    public let size: PixelSize
    public let hasSound: Bool

    /// How long a file may take to be read.
    fileprivate static let limit: Duration = .seconds(5)

    /// Reads a video, without decoding it. A few milliseconds; not on the main thread.
    ///
    /// - Throws: `libraryMissing`, `elementMissing`, `inputOutput`, `damaged`, `noPictures`; `timedOut` after five seconds.
    public static func read(_ path: String) throws(MediaFault) -> VideoFacts {
        VideoFacts(try VideoFile(OwnedDescriptor(reading: path)))
    }

    init(_ file: VideoFile) {
        duration = .nanoseconds(max(0, file.facts.duration))
        hasSound = file.facts.has_sound
        let size = PixelSize(width: Int(file.facts.width), height: Int(file.facts.height))
        self.size = file.isTurned ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Decodes the first picture, as large as fits. Some 30 ms; not on the main thread.
    ///
    /// - Throws: as `read`; `decoderMissing`.
    public static func poster(_ path: String, fitting size: PixelSize) throws(MediaFault) -> DecodedPhoto {
        let file = try VideoFile(OwnedDescriptor(reading: path))
        return try file.poster(VideoFacts(file), fitting: size)
    }
}

extension PixelSize {
    /// The largest size of the same shape within another, never enlarged, and at least one pixel.
    func fitted(into box: PixelSize) -> PixelSize {
        let scale = min(1, Double(box.width) / Double(width), Double(box.height) / Double(height))
        return PixelSize(
            width: max(1, Int((Double(width) * scale).rounded())),
            height: max(1, Int((Double(height) * scale).rounded())))
    }
}

/// A file read by one of the two demultiplexers. Thread-bound.
struct VideoFile {
    let descriptor: OwnedDescriptor
    let kind: VideoKind
    let facts: TtMediaFacts
    /// How players turn the pictures, as a direction of GStreamer's videoflip. qtdemux does not know all of them.
    private let direction: String

    /// How long a fault can pass unnoticed: it does not end the wait for a picture.
    private static let interval: Duration = .milliseconds(50)

    /// - Throws: `libraryMissing`, `elementMissing`, `inputOutput`, `damaged`, `noPictures`, `timedOut`.
    init(_ descriptor: OwnedDescriptor) throws(MediaFault) {
        try MediaLibrary.load()
        let kind = try VideoKind(descriptor)
        (self.descriptor, self.kind) = (descriptor, kind)
        facts = try Self.examine(descriptor.location, kind.demultiplexer)
        guard facts.has_picture || !facts.has_sound else { throw MediaFault(.noPictures) }
        guard facts.has_picture, facts.width > 0, facts.height > 0 else {
            throw MediaFault(.damaged, "no pictures")
        }
        direction = kind == .mp4 ? try MP4Recording(descriptor)?.direction ?? "identity" : "identity"
    }

    private static func examine(
        _ location: String, _ demultiplexer: String
    ) throws(MediaFault) -> TtMediaFacts {
        var (facts, fault) = (TtMediaFacts(), TT_MEDIA_OTHER)
        let failure: String? = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { text in
            text.initialize(repeating: 0)
            let start = text.baseAddress.unsafelyUnwrapped
            let isRead = tt_media_examine(
                location, demultiplexer, VideoFacts.limit.nanoseconds, &facts, &fault, start, text.count)
            return isRead ? nil : String(cString: start)
        }
        if let failure { throw MediaFault(fault, failure) }
        return facts
    }

    /// Whether width and height are swapped for viewing.
    fileprivate var isTurned: Bool { ["90r", "90l", "ul-lr", "ur-ll"].contains(direction) }

    /// GStreamer's name of the pictures' kind.
    var picture: String { Self.text(facts.picture) }

    private static func text<Letters>(_ letters: Letters) -> String {
        withUnsafeBytes(of: letters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// The same fault, with the coding's name where its decoder is missing.
    func named(_ fault: MediaFault) -> MediaFault {
        guard case .decoderMissing = fault.code else { return fault }
        let coding = VideoCoding(
            picture, version: Int(facts.mpeg_version), profile: Self.text(facts.profile))
        return MediaFault(
            .decoderMissing(coding: coding.name, package: coding.package), fault.detail)
    }

    /// The words for what decodes the pictures into an element `appsink name=picture`, to which they come as large as
    /// `form` says.
    ///
    /// decodebin gets a stream of a known kind, so that it only looks for a decoder, and for no element that would
    /// follow addresses in the file.
    ///
    /// - Parameter size: as shown.
    func decoding(_ size: PixelSize, sink: String) -> String {
        "filesrc location=\(descriptor.location) ! \(kind.demultiplexer) name=file  file.video_0 ! queue ! decodebin name=decoder ! "
            + "videoscale ! videoconvert ! capsfilter name=form caps=\"\(form(size))\" ! "
            + "videoflip video-direction=\(direction) ! appsink name=picture \(sink)"
    }

    /// - Parameter size: as shown.
    func form(_ size: PixelSize) -> String {
        let stored = isTurned ? PixelSize(width: size.height, height: size.width) : size
        return "video/x-raw,format=BGRx,width=\(stored.width),height=\(stored.height),pixel-aspect-ratio=1/1"
    }

    /// - Parameter size: what the picture should fit into.
    func poster(_ facts: VideoFacts, fitting size: PixelSize) throws(MediaFault) -> DecodedPhoto {
        let fault = FirstFault()
        let pipeline = try Pipeline(
            decoding(facts.size.fitted(into: size), sink: "sync=false max-buffers=1"), keeping: descriptor
        ) { fault.handle($0) }
        defer { pipeline.stop() }
        let end = ContinuousClock.now + VideoFacts.limit
        var isOver = !pipeline.start()
        while !isOver {
            // Asked before the picture, which may have come before the fault.
            isOver = fault.first != nil || ContinuousClock.now >= end
            if let picture = pipeline.picture(of: facts, within: Self.interval) { return picture.photo }
        }
        throw fault.first.map { named($0) } ?? MediaFault(.timedOut, "no picture in \(VideoFacts.limit)")
    }
}

/// Which demultiplexer reads a file, by its first bytes.
enum VideoKind {
    case mp4
    case matroska

    /// QuickTime files of before MP4 begin with any of these boxes.
    private static let firstBoxes: Set<String> = ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"]

    /// - Throws: `inputOutput`, `damaged` if it is neither.
    init(_ descriptor: OwnedDescriptor) throws(MediaFault) {
        let start = try descriptor.bytes(at: 0, count: 8)
        // ISO/IEC 14496-12, 4.3; RFC 8794, 11.2.1.
        if start.count == 8, Self.firstBoxes.contains(String(decoding: start[4...], as: UTF8.self)) {
            self = .mp4
        } else if start.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            self = .matroska
        } else {
            throw MediaFault(.damaged, "neither MP4 nor Matroska")
        }
    }

    fileprivate var demultiplexer: String {
        switch self {
        case .mp4: "qtdemux"
        case .matroska: "matroskademux"
        }
    }
}
