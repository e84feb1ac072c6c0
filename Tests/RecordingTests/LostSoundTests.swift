// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Media
import Platform
import Testing

@testable import Recording

/// A microphone that goes away while the camera's own pictures are kept, and comes back.
@Suite(.enabled(if: RecordingTest.canRecord, "no x264, AAC encoder or ffmpeg")) struct LostSoundTests {
    private static let rate = 48_000
    /// Without sound from the first of these pictures to the last.
    private static let gap = 30..<150
    private static let count = 180

    /// - Parameter hangs: whether the sound server is there and sends nothing.
    @Test(arguments: [false, true]) func noPictureIsMissingAndSoundIsTakenUpAgain(hangs: Bool) async throws {
        let test = try RecordingTest(PixelSize(width: 640, height: 480), noise: 20)
        let video = test.folder + "/video.mkv"
        let file = open(video, O_RDWR | O_CREAT, 0o600)
        defer { close(file) }
        let settings = VideoWriterSettings(
            container: .matroska, picture: .jpeg(PixelSize(width: 640, height: 480)), rate: FrameRate(30),
            sound: VideoWriterSettings.Sound(rate: Self.rate, channels: 2, coding: .samples))
        let writer = try VideoWriter(settings, into: file) { Issue.record("\($0)") }
        let queue = RecordingQueue()
        let gap = try await record(test, queue, writer, hangs)
        try await writer.finish()
        #expect(queue.droppedCount == 0)
        #expect(try RecordingTest.shownTimes(video).count == Self.count)
        let sound = try sound(of: video, test.folder + "/sound")
        // In seconds.
        let isLoud = { (time: Double) in sound[Int(time * Double(Self.rate)) * 2] != 0 }
        #expect(isLoud(gap.begin / 2))
        #expect(!isLoud((gap.begin + gap.end) / 2))
        #expect(isLoud(gap.end + (gap.length - gap.end) * 0.8))
    }

    /// In real time, as it comes: a busy computer only makes it longer.
    ///
    /// - Returns: in seconds, when the sound is missing, and how long all of it is.
    private func record(
        _ test: RecordingTest, _ queue: RecordingQueue, _ writer: VideoWriter, _ hangs: Bool
    ) async throws -> (begin: Double, end: Double, length: Double) {
        let start = MonotonicTime.now
        let first = test.frame(0, start)
        let worker = try RecordingWorker(
            queue, writer, SoundTrack(writer), nil, nil, from: first, limit: nil, .normal)
        queue.add(first)
        var last = start
        var gap = (begin: 0.0, end: 0.0, length: 0.0)
        for number in 1..<Self.count {
            try await Task.sleep(for: .milliseconds(33))
            let now = MonotonicTime.now
            if !Self.gap.contains(number) {
                let count = Int((now - last) / .nanoseconds(1)) * Self.rate / 1_000_000_000
                queue.add(.sound([Int16](repeating: 1000, count: 2 * count), last, level: 0))
            } else if number == Self.gap.lowerBound {
                gap.begin = (last - start) / .seconds(1)
                if !hangs { queue.add(.soundEnded(.lost)) }
            } else if number == Self.gap.upperBound - 1 {
                gap.end = (now - start) / .seconds(1)
            }
            last = now
            queue.add(test.frame(number, now))
            while let event = queue.next(within: .zero) { _ = worker.handle(event) }
        }
        gap.length = (last - start) / .seconds(1)
        _ = worker.handle(.stopped(last))
        return gap
    }

    private func sound(of video: String, _ path: String) throws -> [Int16] {
        _ = try run("ffmpeg", "-v", "error", "-i", video, "-f", "s16le", path)
        return try Data(contentsOf: URL(fileURLWithPath: path)).withUnsafeBytes { bytes in
            Array(bytes.bindMemory(to: Int16.self))
        }
    }
}
