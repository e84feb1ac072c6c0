// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureTesting
import Foundation
import Media
import Testing

extension TemporaryFolder {
    /// A new and empty file, open.
    func file(_ name: String = "video") throws -> OpenFile { try OpenFile(path + "/" + name) }
}

final class OpenFile: Sendable {
    let path: String
    let descriptor: Int32

    init(_ path: String) throws {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
    }

    deinit { close(descriptor) }

    var bytes: [UInt8] {
        guard let file = FileHandle(forReadingAtPath: path) else { return [] }
        defer { try? file.close() }
        return [UInt8](file.readDataToEndOfFile())
    }

    func write(_ bytes: some Collection<UInt8>) throws {
        let bytes = Array(bytes)
        try #require(pwrite(descriptor, bytes, bytes.count, 0) == bytes.count)
    }
}

/// Another program's output; nil if it is not installed, or fails unexpectedly.
func output(succeeding: Bool = true, of command: String...) -> String? {
    (try? output(of: command, mayFail: !succeeding)).map { String(decoding: $0, as: UTF8.self) }
}

/// This computer's abilities.
enum Installed {
    static let ffprobe = output(of: "ffprobe", "-version") != nil
    static let ffmpeg = output(of: "ffmpeg", "-version") != nil
    static let x264 = MediaLibrary.hasElement("x264enc")
    static let vp8 = MediaLibrary.hasElement("vp8enc") && MediaLibrary.hasElement("opusenc")
    static let aac = MediaLibrary.soundEncoders.first { $0.isAAC }
    /// Everything that MP4 takes.
    static let mp4 = ffprobe && x264 && aac != nil && MediaLibrary.hasElement("h264parse")
}

/// A file as ffprobe sees it.
struct Probe {
    struct Stream {
        let values: [String: String]

        subscript(_ name: String) -> String { values[name] ?? "" }
        var frames: Int { Int(self["nb_read_frames"]) ?? 0 }
        var rotation: String { self["rotation"] }
    }

    let picture: Stream
    let sound: Stream?
    /// In seconds; 0 if the file does not say.
    let duration: Double
    let tags: [String: String]

    init(_ path: String) throws {
        let text = try #require(
            output(
                of: "ffprobe", "-v", "error", "-count_frames", "-show_streams", "-show_format", "-of", "json",
                path))
        let root = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let streams = try #require(root["streams"] as? [[String: Any]])
        let stream: (String) -> Stream? = { kind in
            streams.first { $0["codec_type"] as? String == kind }.map { stream in
                var values = stream.mapValues { "\($0)" }
                for data in stream["side_data_list"] as? [[String: Any]] ?? [] {
                    values.merge(data.mapValues { "\($0)" }) { $1 }
                }
                return Stream(values: values)
            }
        }
        picture = try #require(stream("video"))
        sound = stream("audio")
        let format = root["format"] as? [String: Any] ?? [:]
        duration = Double(format["duration"] as? String ?? "") ?? 0
        tags = format["tags"] as? [String: String] ?? [:]
    }

    /// When each picture is shown, in seconds.
    static func times(_ path: String, of stream: String = "v") throws -> [Double] {
        let text = try #require(
            output(
                of: "ffprobe", "-v", "error", "-select_streams", stream, "-show_entries", "packet=pts_time",
                "-of", "csv=p=0", path))
        return text.split(separator: "\n").compactMap { Double($0.split(separator: ",").first ?? "") }
    }
}
