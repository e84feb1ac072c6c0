// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Media
import Testing

@Suite struct VideoWriterTests {
    private let folder = TemporaryFolder()

    @Test(
        .enabled(if: Installed.mp4, "no x264, AAC encoder or ffprobe"),
        arguments: [PictureEncoder.x264, .openH264], [ColorDescription.Matrix.bt601, .bt709])
    func mp4IsComplete(encoder: PictureEncoder, matrix: ColorDescription.Matrix) async throws {
        guard MediaLibrary.pictureEncoders.contains(encoder) else { return }
        let file = try folder.file()
        try await TestVideo(encoder: encoder, matrix: matrix).record(into: file)
        let probe = try Probe(file.path)
        #expect(probe.picture["codec_name"] == "h264" && probe.picture.frames == 60)
        #expect(probe.picture["color_range"] == "tv")
        #expect(probe.picture["color_space"] == (matrix == .bt709 ? "bt709" : "smpte170m"))
        #expect(probe.picture["has_b_frames"] == "0")
        #expect(probe.sound?["codec_name"] == "aac" && probe.sound?["sample_rate"] == "48000")
        #expect(abs(probe.duration - 2) < 0.05)
        // An ordinary file: an index, and no fragments.
        #expect(boxes(file.bytes).contains("moov") && !boxes(file.bytes).contains("moof"))
        #expect(folder.names(in: "") == ["video"])
    }

    /// A number of four bytes has no room for more than 13 hours.
    @Test(.enabled(if: Installed.mp4, "no x264, AAC encoder or ffprobe"), arguments: [false, true])
    func anMP4OfManyHoursHasItsLength(isTurned: Bool) async throws {
        let file = try folder.file()
        let hours = (1...3).map { Int64($0) * 7 * 3600 * 1_000_000_000 }
        let tags = VideoWriterSettings.Tags(
            orientation: PhotoOrientation(turn: isTurned ? .half : .none, isMirrored: false))
        try await TestVideo(sound: nil, tags: tags, times: TestVideo.regular(10) + hours).record(into: file)
        let probe = try Probe(file.path)
        #expect(abs(probe.duration - 21 * 3600) < 1)
        #expect(abs((Double(probe.picture["duration"]) ?? 0) - 21 * 3600) < 1)
        #expect(abs(Int(probe.picture.rotation) ?? 0) == (isTurned ? 180 : 0))
        let facts = try VideoFacts.read(file.path)
        #expect(abs(facts.duration / .seconds(1) - 21 * 3600) < 1)
    }

    /// The samples that the writer reads meanwhile and at the end are each sample once.
    @Test(.enabled(if: Installed.mp4, "no x264, AAC encoder or ffprobe"))
    func anMP4ThatIsFollowedHasEachPictureOnce() async throws {
        let video = TestVideo(times: TestVideo.regular(150))
        let (followed, other) = (try folder.file("followed"), try folder.file("other"))
        try await video.record(into: other)
        let released = ReleaseCount()
        let writer = try VideoWriter(video.settings, into: followed.descriptor) { Issue.record("\($0)") }
        for number in 0..<150 {
            video.writePicture(number, to: writer, released)
            video.writeSound(from: video.times[number], to: video.times[number + 1], to: writer)
            while writer.backlog.pictures > 0 { await Task.yield() }
            writer.follow()
        }
        try await writer.finish()
        let (mine, theirs) = (try Probe(followed.path), try Probe(other.path))
        #expect(mine.picture.frames == 150 && mine.sound?.frames == theirs.sound?.frames)
        #expect(try Probe.times(followed.path) == Probe.times(other.path))
        #expect(boxes(followed.bytes).contains("moov") && !boxes(followed.bytes).contains("moof"))
    }

    @Test(.enabled(if: Installed.vp8 && Installed.ffprobe, "no VP8, Opus or ffprobe"))
    func webmIsComplete() async throws {
        let file = try folder.file()
        let sound = VideoWriterSettings.Sound(rate: 44_100, channels: 1, coding: .encoded(.opus))
        try await TestVideo(container: .webm, encoder: .vp8, sound: sound).record(into: file)
        let probe = try Probe(file.path)
        #expect(probe.picture["codec_name"] == "vp8" && probe.picture.frames == 60)
        #expect(probe.sound?["codec_name"] == "opus")
        #expect(abs(probe.duration - 2) < 0.05)
    }

    @Test(.enabled(if: Installed.x264 && Installed.ffprobe, "no x264 or ffprobe"))
    func matroskaTakesSamplesAsTheyAre() async throws {
        let file = try folder.file()
        let sound = VideoWriterSettings.Sound(rate: 44_100, channels: 1, coding: .samples)
        try await TestVideo(container: .matroska, sound: sound).record(into: file)
        let probe = try Probe(file.path)
        #expect(probe.picture["codec_name"] == "h264" && probe.picture.frames == 60)
        #expect(probe.sound?["codec_name"] == "pcm_s16le" && probe.sound?["sample_rate"] == "44100")
        #expect(abs(probe.duration - 2) < 0.05)
    }

    @Test func missingElementNamesItsPackage() {
        let missing = MediaLibrary.missingForStandard
        let isH264Missing = !MediaLibrary.pictureEncoders.contains(where: \.isH264)
        #expect(missing.contains("gstreamer1.0-plugins-ugly") == isH264Missing)
        #expect(missing.allSatisfy { $0.hasPrefix("gstreamer1.0-") })
    }

    /// As a camera in the dark, and one that leaves pictures out.
    @Test(.enabled(if: Installed.mp4, "no x264, AAC encoder or ffprobe"), arguments: [true, false])
    func everyPictureKeepsItsTime(hasSound: Bool) async throws {
        var (times, time): ([Int64], Int64) = ([0], 0)
        for number in 0..<90 {
            time += [33_366_700, 66_733_000, 16_683_123, 501_000_007][number % 19 == 7 ? 3 : number / 30]
            times.append(time)
        }
        let file = try folder.file()
        var video = TestVideo(times: times)
        if !hasSound { video.sound = nil }
        try await video.record(into: file)
        let written = try Probe.times(file.path)
        try #require(written.count == 90)
        for (written, given) in zip(written, times) {
            #expect(abs(written - Double(given) / 1e9) < 1.01 / 90_000)
        }
        #expect(abs(try Probe(file.path).duration - Double(time) / 1e9) < 0.03)
    }

    @Test(.enabled(if: Installed.mp4, "no x264, AAC encoder or ffprobe"))
    func fileHoldsDateAndCamera() async throws {
        let file = try folder.file()
        let tags = VideoWriterSettings.Tags(
            date: WallTime(nanosecondsSince1970: 1_709_210_096 * 1_000_000_000, offsetFromUTC: 19_800),
            camera: "HD Pro Webcam", software: "Tintype",
            orientation: PhotoOrientation(turn: .quarter, isMirrored: false))
        try await TestVideo(tags: tags).record(into: file)
        let probe = try Probe(file.path)
        #expect(probe.tags["com.apple.quicktime.creationdate"] == "2024-02-29T18:04:56+0530")
        #expect(probe.tags["com.apple.quicktime.model"] == "HD Pro Webcam")
        #expect(probe.tags["com.apple.quicktime.software"] == "Tintype")
        #expect(probe.tags["creation_time"] == "2024-02-29T12:34:56.000000Z")
        #expect(abs(Int(probe.picture.rotation) ?? 0) == 90)
    }

    @Test(.enabled(if: Installed.mp4, "no x264, AAC encoder or ffprobe"))
    func everyPictureIsGivenBackOnce() async throws {
        let released = ReleaseCount()
        let video = TestVideo()
        let file = try folder.file()
        let writer = try VideoWriter(video.settings, into: file.descriptor) { _ in }
        video.write(to: writer, released)
        try await writer.finish()
        #expect(released.value == 60)
        #expect(!video.writePicture(0, to: writer, released))
        #expect(released.value == 61)
    }

    @Test(.enabled(if: Installed.mp4, "no x264, AAC encoder or ffprobe"))
    func recordingWithoutAPictureLeavesNothing() async throws {
        let file = try folder.file()
        let writer = try VideoWriter(TestVideo().settings, into: file.descriptor) { _ in }
        await #expect(throws: MediaFault(.nothingRecorded, "no pictures")) { try await writer.finish() }
    }

    @Test(.enabled(if: Installed.mp4, "no x264, AAC encoder or ffprobe"))
    func picturesGoOnWithoutSound() async throws {
        let video = TestVideo()
        let file = try folder.file()
        let writer = try VideoWriter(video.settings, into: file.descriptor) { _ in }
        for number in 0..<60 {
            video.writePicture(number, to: writer, ReleaseCount())
            if number < 20 {
                video.writeSound(from: video.times[number], to: video.times[number + 1], to: writer)
            }
            if number == 20 { writer.endSound() }
        }
        try await writer.finish()
        #expect(try Probe(file.path).picture.frames == 60)
    }

    @Test(.enabled(if: Installed.mp4, "no x264, AAC encoder or ffprobe"))
    func videoWithoutSoundIsNoFault() async throws {
        var video = TestVideo()
        let file = try folder.file()
        let writer = try VideoWriter(video.settings, into: file.descriptor) { _ in }
        video.sound = nil
        video.write(to: writer)
        try await writer.finish()
        #expect(try Probe(file.path).picture.frames == 60)
    }

    /// As in memory whose lines are longer than the picture's, in another order of planes.
    @Test(.enabled(if: Installed.mp4, "no x264, AAC encoder or ffprobe"))
    func planesMayLieAnywhereInTheBytes() async throws {
        let video = TestVideo(sound: nil)
        let (file, plain) = (try folder.file(), try folder.file("plain"))
        try await video.record(into: plain)
        let writer = try VideoWriter(video.settings, into: file.descriptor) { _ in }
        let (luma, chroma) = (384, 200)
        let planes = VideoWriter.Planes(
            offsets: (2 * 120 * chroma, 120 * chroma, 0), strides: (luma, chroma, chroma))
        for number in 0..<60 {
            let picture = video.picture(number)
            let bytes = UnsafeMutableRawBufferPointer.allocate(
                byteCount: 2 * 120 * chroma + 240 * luma, alignment: 64)
            bytes.initializeMemory(as: UInt8.self, repeating: 77)
            for line in 0..<240 {
                UnsafeMutableRawBufferPointer(rebasing: bytes[(2 * 120 * chroma + line * luma)...])
                    .copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: picture[(line * 320)..<((line + 1) * 320)]))
                for column in 0..<160 { bytes[line * chroma + column] = 128 }
            }
            picture.deallocate()
            let address = UInt(bitPattern: bytes.baseAddress)
            #expect(
                writer.writePicture(
                    UnsafeRawBufferPointer(bytes), planes: planes, at: video.times[number],
                    duration: video.times[number + 1] - video.times[number]
                ) { UnsafeMutableRawPointer(bitPattern: address)?.deallocate() })
        }
        let short = UnsafeRawBufferPointer(start: nil, count: 0)
        #expect(!writer.writePicture(short, planes: planes, at: 3_000_000_000, duration: 1) {})
        try await writer.finish()
        let hash = { path in output(of: "ffmpeg", "-v", "error", "-i", path, "-f", "md5", "-") }
        #expect(hash(file.path) != nil && hash(file.path) == hash(plain.path))
    }

    /// A second of silence, a click at a known moment, and silence again.
    @Test(
        .enabled(if: Installed.mp4 && Installed.ffmpeg, "no x264, AAC encoder or ffmpeg"),
        arguments: [SoundEncoder.fdkAAC, .voAAC, .libavAAC, .opus])
    func soundIsInTime(encoder: SoundEncoder) async throws {
        guard MediaLibrary.soundEncoders.contains(encoder) else { return }
        let form = VideoWriterSettings.Sound(rate: 48_000, channels: 1, coding: .encoded(encoder))
        let video =
            encoder.isAAC
            ? TestVideo(sound: form) : TestVideo(container: .webm, encoder: .vp8, sound: form)
        let file = try folder.file()
        let writer = try VideoWriter(video.settings, into: file.descriptor) { _ in }
        var samples = [Int16](repeating: 0, count: 96_000)
        for index in 48_000..<48_020 { samples[index] = index % 2 == 0 ? 30_000 : -30_000 }
        for number in 0..<60 {
            video.writePicture(number, to: writer, ReleaseCount())
            samples[(number * 1600)..<((number + 1) * 1600)].withUnsafeBytes {
                _ = writer.writeSound($0, at: video.times[number])
            }
        }
        try await writer.finish()
        let raw = folder.path + "/samples"
        _ = output(of: "ffmpeg", "-v", "error", "-i", file.path, "-f", "s16le", "-ar", "48000", raw)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: raw))
        let decoded = bytes.withUnsafeBytes { $0.bindMemory(to: Int16.self).map { abs(Int($0)) } }
        let loudest = try #require(decoded.indices.max { decoded[$0] < decoded[$1] })
        #expect(abs(loudest - 48_010) < 100, "\(encoder) is off by \(loudest - 48_010) samples")
    }

    private func boxes(_ bytes: [UInt8]) -> [String] {
        var (names, offset): ([String], Int) = ([], 0)
        while offset + 16 <= bytes.count {
            var size = bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
            if size == 1 { size = bytes[(offset + 8)..<(offset + 16)].reduce(0) { $0 << 8 | Int($1) } }
            names.append(String(decoding: bytes[(offset + 4)..<(offset + 8)], as: UTF8.self))
            guard size >= 8 else { break }
            offset += size
        }
        return names
    }
}
