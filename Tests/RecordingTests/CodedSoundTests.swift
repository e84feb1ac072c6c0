// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Media
import Platform
import Testing

@testable import Recording

/// A camera's own H.264 with sound: the camera flashes each half second, and the microphone hears a beep then.
@Suite(.enabled(if: RecordingTest.canRecord, "no x264, AAC encoder or ffmpeg"))
struct CodedSoundTests {
    private static let rate = 48_000
    private static let blockLength = 960
    private static let period = 0.5
    private static let flashLength = 0.1
    /// Seconds of the camera's stream, which has a key picture in each.
    private static let length = 12
    /// The first picture of the recording: neither a key picture nor one with a flash.
    private static let first = 22
    private static let pause = (begin: 4.3, end: 5.6)

    private let folder = TemporaryFolder()
    private let start = MonotonicTime.now

    @Test func soundOfManyDaysHasATime() {
        #expect(
            SoundTrack.time(of: 48_000 * 86_400 * 365 + 24_000) == 86_400 * 365 * 1_000_000_000 + 500_000_000)
        #expect(SoundTrack.time(of: 1) == 20_833)
    }

    /// - Parameter drift: how much faster than the camera's the microphone's clock is, in parts of a million.
    @Test(arguments: [-200.0, 0, 200]) func itsSoundIsInItsPlace(drift: Double) async throws {
        let video = folder.file("video.mkv")
        let file = open(video, O_RDWR | O_CREAT, 0o600)
        defer { close(file) }
        let settings = VideoWriterSettings(
            container: .matroska, picture: .h264(Self.size), rate: FrameRate(30),
            sound: VideoWriterSettings.Sound(rate: Self.rate, channels: 2, coding: .samples))
        let writer = try VideoWriter(settings, into: file) { Issue.record("\($0)") }
        try record(try pictures(), drift, writer)
        try await writer.finish()
        let beeps = try beeps(video)
        // Pictures before the first are for the decoder, a millisecond each.
        let flashes = try flashes(video).filter { $0 > 0.001 * Double(Self.first) }
        // After a pause pictures go on with a key picture, and so perhaps without a flash.
        #expect(flashes.count >= 18)
        for flash in flashes {
            let nearest = beeps.map { abs($0 - flash) }.min() ?? .infinity
            #expect(nearest <= 0.005, "\(flashes), \(beeps)")
        }
    }

    private static let size = PixelSize(width: 320, height: 180)

    private func moment(_ seconds: Double) -> MonotonicTime {
        start + .nanoseconds(Int64((seconds * 1e9).rounded()))
    }

    /// The actions of the recording's thread, in order.
    private func record(_ pictures: [CodedPicture], _ drift: Double, _ writer: VideoWriter) throws {
        let worker = try RecordingWorker(
            RecordingQueue(), writer, SoundTrack(writer), nil, nil, from: pictures[Self.first].frame,
            limit: nil, .normal)
        var events = pictures.dropFirst(Self.first).map { ($0.unit.captured, RecordingEvent.frame($0.frame)) }
        let rate = Double(Self.rate) * (1 + drift * 1e-6)
        for block in 0..<(Self.length * Self.rate / Self.blockLength) {
            let begin = block * Self.blockLength
            let samples = (begin..<(begin + Self.blockLength)).flatMap { sample -> [Int16] in
                let phase = (Double(sample) / rate).truncatingRemainder(dividingBy: Self.period)
                let value = phase < Self.flashLength && sample % 48 < 24 ? Int16(16_000) : 0
                return [value, value]
            }
            events.append(
                (
                    moment(Double(begin + Self.blockLength) / rate),
                    .sound(samples, moment(Double(begin) / rate), level: 0)
                ))
        }
        events.append((moment(Self.pause.begin), .paused(moment(Self.pause.begin))))
        events.append((moment(Self.pause.end), .resumed(moment(Self.pause.end))))
        events.append((moment(Double(Self.length)), .stopped(moment(Double(Self.length)))))
        for (_, event) in events.sorted(by: { $0.0 < $1.0 }) {
            guard case .goesOn = worker.handle(event) else {
                Issue.record("it ends early")
                return
            }
        }
    }

    private func pictures() throws -> [CodedPicture] {
        let path = folder.file("stream.h264")
        let flash = "drawbox=enable='lt(mod(t,\(Self.period)),\(Self.flashLength))':color=white:t=fill"
        try run(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
            "color=black:size=320x180:rate=30:duration=\(Self.length),\(flash)", "-pix_fmt", "yuv420p",
            "-c:v", "libx264", "-x264-params", "aud=1:keyint=30:scenecut=0:bframes=0", path)
        let data = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let starts = data.indices.dropLast(4).filter { data[$0..<($0 + 5)] == [0, 0, 0, 1, 9] }
        var group = CodedGroup()
        return zip(starts, starts.dropFirst() + [data.count]).enumerated().map { number, range in
            if number % 30 == 0 { group = CodedGroup() }
            return group.append(unit(data[range.0..<range.1], number))
        }
    }

    private func unit(_ bytes: ArraySlice<UInt8>, _ number: Int) -> Frame {
        Frame(
            copying: bytes,
            layout: FrameLayout(format: .h264, size: Self.size, bytesPerLine: 0, color: .video),
            sequence: UInt32(number), arrival: moment(Double(number) / 30))
    }

    /// When the picture becomes white, in seconds.
    private func flashes(_ video: String) throws -> [Double] {
        let brightness = [UInt8](
            try output(
                of: [
                    "ffmpeg", "-v", "error", "-i", video, "-map", "0:v", "-vsync", "passthrough", "-vf",
                    "scale=2:2,crop=1:1", "-pix_fmt", "gray", "-f", "rawvideo", "-",
                ]))
        let times = try RecordingTest.shownTimes(video)
        try #require(times.count == brightness.count)
        return brightness.indices.dropFirst().filter { brightness[$0] > 128 && brightness[$0 - 1] <= 128 }
            .map { times[$0] }
    }

    /// When it becomes loud, in seconds.
    private func beeps(_ video: String) throws -> [Double] {
        let bytes = [UInt8](
            try output(
                of: [
                    "ffmpeg", "-v", "error", "-i", video, "-map", "0:a", "-af",
                    "aresample=async=1:first_pts=0", "-ac", "1", "-f", "s16le", "-",
                ]))
        let loud = stride(from: 1, to: bytes.count, by: 2).filter { Int8(bitPattern: bytes[$0]) > 16 }
            .map { Double($0 / 2) / Double(Self.rate) }
        return zip([-1] + loud, loud).filter { $1 - $0 > Self.period / 4 }.map(\.1)
    }
}
