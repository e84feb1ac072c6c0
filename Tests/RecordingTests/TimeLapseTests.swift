// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Foundation
import Media
import Testing

/// Hours that become minutes; the camera's frames come at once, with the times that they would have.
@Suite struct TimeLapseTests {
    /// Two pictures of each interval come, and for an hour none does.
    @Test(
        .enabled(if: RecordingTest.canRecord, "no x264, AAC encoder or ffmpeg"),
        arguments: [(12, 10), (72, 60), (720, 600)])
    func longRecordingKeepsItsPace(hours: Int, interval: Int) async throws {
        let test = try RecordingTest(PixelSize(width: 160, height: 120), noise: 0)
        let gap = hours * 1800..<hours * 1800 + 3600
        let times = stride(from: 0, to: hours * 3600, by: interval / 2).filter { !gap.contains($0) }
        let video = try await test.record(
            times.map { .seconds($0) }, .timeLapse(every: .seconds(interval)))
        #expect(video.droppedCount == 0 && video.fault == nil)
        let count = hours * 3600 / interval
        let shown = try RecordingTest.shownTimes(video.path)
        #expect(shown.count == count - 3600 / interval)
        // Each is where its time is, gap or not; MP4 rounds to a 90,000th of a second.
        let kept = (0..<count).filter { !gap.contains($0 * interval) }
        for (number, time) in zip(kept, shown) { #expect(abs(time - Double(number) / 30) < 0.001) }
        let length = Double(count) / 30
        let facts = try VideoFacts.read(video.path)
        #expect(abs(facts.duration / .seconds(1) - length) < 0.05)
    }
}
