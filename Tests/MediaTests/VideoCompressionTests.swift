// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Media
import Testing

/// A camera's own pictures, made small afterwards.
@Suite struct VideoCompressionTests {
    private let folder = TemporaryFolder()

    /// ffmpeg's test picture and a click after two seconds, as a recording has them.
    private func original(seconds: Double, options: [String] = []) throws -> String {
        let path = folder.path + "/original.mkv"
        let sources = ["-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25"]
        let sound = ["-f", "lavfi", "-i", "aevalsrc='0.9*between(t,2,2.0004)':s=48000"]
        let coding = [
            "-pix_fmt", "yuvj422p", "-c:v", "mjpeg", "-q:v", "2", "-c:a", "pcm_s16le", "-ac", "2", "-t",
            "\(seconds)", path,
        ]
        try output(of: ["ffmpeg", "-v", "error"] + sources + sound + options + coding)
        return path
    }

    @Test(.enabled(if: Installed.mp4 && Installed.ffmpeg, "no x264, AAC encoder or ffmpeg"))
    func everyPictureAndTheSoundKeepTheirTimes() async throws {
        // Every third picture is missing, as a camera in the dark leaves them out.
        let original = try original(
            seconds: 4, options: ["-vf", "select='mod(n+1\\,3)'", "-fps_mode", "passthrough"])
        let file = try folder.file()
        let date = WallTime(nanosecondsSince1970: 1_709_210_096 * 1_000_000_000, offsetFromUTC: 3600)
        try VideoCompression.run(
            original, into: file.descriptor, tags: VideoWriterSettings.Tags(date: date, camera: "Acme"))
        let (old, new) = (try Probe(original), try Probe(file.path))
        #expect(new.picture["codec_name"] == "h264" && new.sound?["codec_name"] == "aac")
        #expect(new.picture["color_range"] == "tv" && new.picture["width"] == "320")
        #expect(new.picture.frames == old.picture.frames)
        #expect(abs(new.duration - old.duration) < 0.1)
        for (was, now) in zip(try Probe.times(original), try Probe.times(file.path)) {
            #expect(abs(was - now) < 0.002)
        }
        #expect(new.tags["creation_time"]?.hasPrefix("2024-02-29T12:34:56") == true)
        let (was, now) = (try loudest(original), try loudest(file.path))
        #expect(abs(was - 2 * 48_000) < 100 && abs(was - now) < 100, "\(was) became \(now)")
    }

    /// The number of the loudest sample, by another program.
    private func loudest(_ path: String) throws -> Int {
        let samples = folder.path + "/samples"
        _ = output(of: "ffmpeg", "-v", "error", "-y", "-i", path, "-ac", "1", "-f", "s16le", samples)
        let data = try Data(contentsOf: URL(fileURLWithPath: samples))
        let values = data.withUnsafeBytes { $0.bindMemory(to: Int16.self).map { abs(Int($0)) } }
        return try #require(values.indices.max { values[$0] < values[$1] })
    }

    @Test(.enabled(if: Installed.mp4 && Installed.ffmpeg, "no x264, AAC encoder or ffmpeg"))
    func unreadablePictureKeepsTheOldVideo() throws {
        let original = try original(seconds: 2)
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: original)))
        // The beginnings of some pictures, after the first second.
        var damaged = 0
        for index in bytes.count / 2..<bytes.count - 3 where damaged < 5 && bytes[index] == 0xFF {
            guard bytes[index + 1] == 0xD8, bytes[index + 2] == 0xFF else { continue }
            for place in index..<index + 600 { bytes[place] = 0 }
            damaged += 1
        }
        try #require(damaged == 5)
        let path = folder.path + "/damaged.mkv"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let target = try folder.file("target")
        #expect(throws: MediaFault.self) {
            try VideoCompression.run(path, into: target.descriptor, tags: VideoWriterSettings.Tags())
        }
    }

    @Test(.enabled(if: Installed.mp4 && Installed.ffmpeg, "no x264, AAC encoder or ffmpeg"))
    func otherFilesAreRefused() async throws {
        let file = try folder.file()
        try await TestVideo().record(into: file)
        let target = try folder.file("target")
        let fault = #expect(throws: MediaFault.self) {
            try VideoCompression.run(file.path, into: target.descriptor, tags: VideoWriterSettings.Tags())
        }
        #expect(fault?.code == .damaged)
    }
}
