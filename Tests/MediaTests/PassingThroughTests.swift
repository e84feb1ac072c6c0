// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Media
import Testing

/// A camera's own JPEG and H.264, which are not touched.
@Suite struct PassingThroughTests {
    private let folder = TemporaryFolder()
    private let size = PixelSize(width: 320, height: 240)

    @Test(.enabled(if: Installed.ffmpeg && Installed.ffprobe, "no ffmpeg")) func jpegStaysAsItIs()
        async throws
    {
        let pictures = try pictures("mjpeg", "-q:v", "3").jpegs
        try #require(pictures.count == 30)
        let file = try folder.file()
        let settings = VideoWriterSettings(
            container: .matroska, picture: .jpeg(size), rate: FrameRate(30),
            sound: VideoWriterSettings.Sound(rate: 48_000, channels: 2, coding: .samples))
        try await record(pictures, settings, into: file)
        let probe = try Probe(file.path)
        #expect(probe.picture["codec_name"] == "mjpeg" && probe.picture.frames == 30)
        #expect(probe.sound?["codec_name"] == "pcm_s16le")
        let copied = folder.path + "/copied"
        _ = output(of: "ffmpeg", "-v", "error", "-i", file.path, "-c:v", "copy", "-f", "mjpeg", copied)
        #expect(try Data(contentsOf: URL(fileURLWithPath: copied)).jpegs == pictures)
        let poster = try VideoFacts.poster(file.path, fitting: PixelSize(width: 160, height: 200))
        #expect(poster.size == PixelSize(width: 160, height: 120))
    }

    @Test(
        .enabled(if: Installed.ffmpeg && Installed.mp4, "no ffmpeg, or x264 encoder"),
        arguments: [VideoWriterSettings.Container.mp4, .matroska])
    func h264StaysAsItIs(container: VideoWriterSettings.Container) async throws {
        let stream = try pictures("h264", "-c:v", "libx264", "-x264-params", "bframes=0:slices=1:aud=1")
        let pictures = stream.split(before: [0, 0, 0, 1, 9])
        try #require(pictures.count == 30)
        let file = try folder.file()
        let settings = VideoWriterSettings(container: container, picture: .h264(size), rate: FrameRate(30))
        try await record(pictures, settings, into: file)
        let probe = try Probe(file.path)
        #expect(probe.picture["codec_name"] == "h264" && probe.picture.frames == 30)
        #expect(abs(probe.duration - 1) < 0.05)
        #expect(try Probe.times(file.path).count == 30)
    }

    /// A second of ffmpeg's test picture, encoded.
    private func pictures(_ form: String, _ options: String...) throws -> Data {
        let path = folder.path + "/source"
        try output(
            of: ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=30", "-t", "1"]
                + options + ["-f", form, path])
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }

    private func record(_ pictures: [Data], _ settings: VideoWriterSettings, into file: OpenFile) async throws
    {
        let writer = try VideoWriter(settings, into: file.descriptor) { Issue.record("\($0)") }
        let times = TestVideo.regular(pictures.count)
        let video = TestVideo(sound: settings.sound, times: times)
        for (number, picture) in pictures.enumerated() {
            let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: picture.count, alignment: 16)
            bytes.copyBytes(from: picture)
            let address = UInt(bitPattern: bytes.baseAddress)
            writer.writePicture(
                UnsafeRawBufferPointer(bytes), at: times[number], duration: times[number + 1] - times[number]
            ) { UnsafeMutableRawPointer(bitPattern: address)?.deallocate() }
            video.writeSound(from: times[number], to: times[number + 1], to: writer)
        }
        try await writer.finish()
    }
}

extension Data {
    /// JPEG files one after the other.
    fileprivate var jpegs: [Data] { split(before: [0xFF, 0xD8, 0xFF]) }

    /// Parts that begin with these bytes.
    fileprivate func split(before mark: [UInt8]) -> [Data] {
        var (parts, rest): ([Data], Data) = ([], self)
        while let next = rest.dropFirst().firstRange(of: mark) {
            parts.append(Data(rest[rest.startIndex..<next.lowerBound]))
            rest = rest[next.lowerBound...]
        }
        return parts + [Data(rest)]
    }
}
