// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Media
import Platform
import Testing

@testable import Recording

/// A microphone, or a sound server, that goes away while the camera's own pictures are kept, and comes back.
@Suite(.enabled(if: RecordingTest.canRecord, "no x264, AAC encoder or ffmpeg")) struct LostSoundTests {
    private static let rate = 48_000
    /// Without sound from the first of these pictures to the last.
    private static let gap = 30..<150
    private static let count = 180

    /// - Parameter isSaid: whether the end is reported; a server that hangs says nothing.
    @Test(arguments: [true, false]) func noPictureIsMissingAndSoundIsTakenUpAgain(isSaid: Bool) async throws {
        let test = try RecordingTest(PixelSize(width: 640, height: 480), noise: 20)
        let video = test.folder + "/video.mkv"
        let file = open(video, O_RDWR | O_CREAT, 0o600)
        defer { close(file) }
        let settings = VideoWriterSettings(
            container: .matroska, picture: .jpeg(PixelSize(width: 640, height: 480)), rate: FrameRate(30),
            sound: VideoWriterSettings.Sound(rate: Self.rate, channels: 2, coding: .samples))
        let writer = try VideoWriter(settings, into: file) { Issue.record("\($0)") }
        let queue = RecordingQueue()
        try await record(test, queue, writer, isSaid: isSaid)
        try await writer.finish()
        #expect(queue.droppedCount == 0)
        #expect(try RecordingTest.shownTimes(video).count == Self.count)
        let sound = try sound(of: video, test.folder + "/sound")
        // In seconds.
        let isLoud = { (time: Double) in sound[Int(time * Double(Self.rate)) * 2] != 0 }
        #expect(isLoud(0.5) && !isLoud(2.5) && !isLoud(4.5) && isLoud(5.7))
    }

    /// In real time, as it comes.
    private func record(
        _ test: RecordingTest, _ queue: RecordingQueue, _ writer: VideoWriter, isSaid: Bool
    ) async throws {
        let interval = Duration.milliseconds(33)
        let start = MonotonicTime.now
        let first = test.frame(0, start)
        let worker = RecordingWorker(
            queue, writer, SoundTrack(writer), nil, nil, from: first, limit: nil, .normal)
        queue.add(first)
        for number in 1..<Self.count {
            let time = start + interval * number
            try await Task.sleep(for: max(.zero, time - .now))
            if !Self.gap.contains(number) {
                let samples = [Int16](repeating: 1000, count: 2 * Self.rate * 33 / 1000)
                queue.add(.sound(samples, time + (.zero - interval), level: 0))
            } else if number == Self.gap.lowerBound, isSaid {
                queue.add(.soundEnded(.lost))
            }
            queue.add(test.frame(number, time))
            while let event = queue.next(within: .zero) { _ = worker.handle(event) }
        }
        _ = worker.handle(.stopped(start + interval * Self.count))
    }

    private func sound(of video: String, _ path: String) throws -> [Int16] {
        _ = try run("ffmpeg", "-v", "error", "-i", video, "-f", "s16le", path)
        return try Data(contentsOf: URL(fileURLWithPath: path)).withUnsafeBytes { bytes in
            Array(bytes.bindMemory(to: Int16.self))
        }
    }
}
