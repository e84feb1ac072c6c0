// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGStreamerLoader

/// GStreamer's encoders of pictures.
public enum PictureEncoder: String, CaseIterable, Sendable {
    /// H.264 in software, of the best quality for its time.
    case x264 = "x264enc"
    /// H.264 in the graphics processor, through VA-API.
    case vaH264 = "vah264enc"
    /// H.264 in a small computer's video processor.
    case v4l2H264 = "v4l2h264enc"
    /// H.264 in software; smooths noise away.
    case openH264 = "openh264enc"
    /// VP8 in software, for WebM.
    case vp8 = "vp8enc"

    public var isH264: Bool { self != .vp8 }
}

/// GStreamer's encoders of sound.
public enum SoundEncoder: String, CaseIterable, Sendable {
    case fdkAAC = "fdkaacenc"
    case voAAC = "voaacenc"
    case libavAAC = "avenc_aac"
    case opus = "opusenc"

    public var isAAC: Bool { self != .opus }
}

/// GStreamer on this computer. Thread-safe.
///
/// Everything else in this module loads it too; it is never unloaded. It reads files through descriptors only, and uses
/// no element that could reach the network.
public enum MediaLibrary {
    /// Loads GStreamer, if that has not happened. 20 to 40 ms; a second or two if plugins were installed since any
    /// program used GStreamer. Not on the main thread.
    ///
    /// - Throws: `libraryMissing`.
    public static func load() throws(MediaFault) {
        if let reason = tt_media_load() { throw MediaFault(.libraryMissing, String(cString: reason)) }
    }

    /// Whether elements of this name can be made; false without GStreamer.
    public static func hasElement(_ name: String) -> Bool {
        tt_media_load() == nil && tt_media_has_element(name)
    }

    /// The encoders that are installed.
    public static var pictureEncoders: [PictureEncoder] {
        PictureEncoder.allCases.filter { hasElement($0.rawValue) }
    }

    /// The encoders that are installed, the best first.
    public static var soundEncoders: [SoundEncoder] {
        SoundEncoder.allCases.filter { hasElement($0.rawValue) }
    }

    /// Debian's packages without which no MP4 with H.264 and AAC can be made, in alphabetical order; empty where it can.
    /// Loads GStreamer, as below.
    public static var missingForStandard: [String] {
        guard (try? load()) != nil else { return ["gstreamer1.0-plugins-base", "gstreamer1.0-plugins-ugly"] }
        var missing = ["appsrc", "audioconvert", "h264parse", "mp4mux"].filter { !hasElement($0) }
        if !pictureEncoders.contains(where: \.isH264) { missing.append("x264enc") }
        if !soundEncoders.contains(where: \.isAAC) { missing.append("voaacenc") }
        return Set(missing.map { package(of: $0) }).sorted()
    }

    /// Whether a WebM with VP8 and Opus can be made.
    public static var hasWebM: Bool {
        ["vp8enc", "opusenc", "webmmux"].allSatisfy { hasElement($0) }
    }

    /// The package with an element that GStreamer's message names in quotation marks.
    static func package(namedIn message: String) -> String {
        let element = packages.keys.first { message.contains("\"\($0)\"") }
        return element.map { package(of: $0) } ?? "gstreamer1.0-plugins-good"
    }

    static func package(of element: String) -> String {
        packages[element] ?? "gstreamer1.0-plugins-good"
    }

    private static let packages = [
        "x264enc": "gstreamer1.0-plugins-ugly",
        "vah264enc": "gstreamer1.0-plugins-bad",
        "openh264enc": "gstreamer1.0-plugins-bad",
        "h264parse": "gstreamer1.0-plugins-bad",
        "voaacenc": "gstreamer1.0-plugins-bad",
        "fdkaacenc": "gstreamer1.0-fdkaac",
        "avenc_aac": "gstreamer1.0-libav",
        "opusenc": "gstreamer1.0-plugins-base",
        "appsrc": "gstreamer1.0-plugins-base",
        "audioconvert": "gstreamer1.0-plugins-base",
        "audioresample": "gstreamer1.0-plugins-base",
        "videoconvert": "gstreamer1.0-plugins-base",
        "videoscale": "gstreamer1.0-plugins-base",
        "decodebin": "gstreamer1.0-plugins-base",
        "fdsink": "libgstreamer1.0-0",
        "queue": "libgstreamer1.0-0",
    ]
}
