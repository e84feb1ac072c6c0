// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Testing

/// "Original" videos of motion JPEG as cameras make it.
@Suite struct StrictVideoTests {
    @Test(
        .enabled(if: RecordingTest.canRecord, "no x264, AAC encoder or ffmpeg"),
        arguments: OddJPEG.allCases, [RecordingPace.normal, .timeLapse(every: .milliseconds(100))])
    func strictDecodersReadEveryPicture(kind: OddJPEG, pace: RecordingPace) async throws {
        let test = RecordingTest(kind.bytes, OddJPEG.size)
        let video = try await test.record((0..<8).map { .milliseconds(100 * $0) }, pace, .original)
        #expect(video.fault == nil && video.path.hasSuffix(".mkv"))
        let words = try run(
            "sh", "-c", "ffmpeg -v error -xerror -i \"$0\" -f null - 2>&1", video.path)
        #expect(words == "", "\(words)")
        #expect(try RecordingTest.shownTimes(video.path).count >= 7)
        #expect(video.encodedCount == 0)
    }
}
