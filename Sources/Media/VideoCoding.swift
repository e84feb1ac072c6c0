// SPDX-License-Identifier: GPL-3.0-or-later

/// How a video's pictures are coded: its name for people, and Debian's package with a decoder.
struct VideoCoding: Equatable {
    let name: String
    let package: String

    /// FFmpeg's decoders, which know nearly everything.
    static let packageOfMost = "gstreamer1.0-libav"

    private static let names = [
        "video/x-h264": "H.264", "video/x-h265": "HEVC", "video/x-h266": "VVC", "video/x-av1": "AV1",
        "video/x-vp8": "VP8", "video/x-vp9": "VP9", "image/jpeg": "Motion JPEG", "video/x-h263": "H.263",
        "video/x-prores": "ProRes", "video/x-dnxhd": "DNxHD", "video/x-theora": "Theora",
        "video/x-wmv": "WMV", "video/x-flash-video": "Flash", "video/x-svq": "Sorenson",
    ]

    /// Those that FFmpeg leaves to other libraries, or that are simpler had otherwise.
    private static let packages = [
        "AV1": "gstreamer1.0-plugins-bad", "VP8": "gstreamer1.0-plugins-good",
        "VP9": "gstreamer1.0-plugins-good", "Motion JPEG": "gstreamer1.0-plugins-good",
        "Theora": "gstreamer1.0-plugins-base",
    ]

    /// - Parameters:
    ///   - form: GStreamer's name of the kind of picture.
    ///   - version: of MPEG, for video/mpeg.
    ///   - profile: as GStreamer's parsers write it; empty if unknown.
    init(_ form: String, version: Int, profile: String) {
        let base = form == "video/mpeg" ? "MPEG-\(max(1, version))" : Self.names[form] ?? Self.plain(form)
        // As in high-4:2:2, high-10, main-422-10: the simplest are said without a name.
        let parts = profile.replacing(":", with: "").split(separator: "-").map(String.init)
        let chroma = ["422", "444"].first(where: parts.contains).map {
            " 4:\($0.dropFirst().first ?? "2"):\($0.last ?? "2")"
        }
        let depth = ["10", "12", "16"].first(where: parts.contains).map { " \($0) bit" }
        name = base + (chroma ?? "") + (depth ?? "")
        package = Self.packages[base] ?? Self.packageOfMost
    }

    /// As in video/x-gst-fourcc-zzzz.
    private static func plain(_ form: String) -> String {
        let name = form.split(separator: "/").last.map(String.init) ?? form
        return name.split(separator: "-").last.map(String.init) ?? name
    }
}
