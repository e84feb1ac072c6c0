// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Foundation
import Media
import Recording
import Testing

/// A camera whose pictures come faster than this computer encodes them.
@Suite struct SlowComputerTests {
    @Test(.enabled(if: RecordingTest.canRecord, "no x264, AAC encoder or ffmpeg"))
    func tooFastCameraIsKeptOriginalAndCompressedLater() async throws {
        let test = try RecordingTest(PixelSize(width: 640, height: 360), noise: 100)
        // Each time less is made of a picture, until nothing is.
        var remedies: [SlownessRemedy?] = []
        repeat {
            remedies.append(try await test.record(times(1500)).remedy)
        } while remedies.last == .lessWork && remedies.count < 5
        #expect(remedies.last == .compressionLater && test.waiting.count == 0)

        let video = try await test.record(times(20))
        #expect(video.path.hasSuffix(".mkv") && video.remedy == nil && test.waiting.count == 1)
        let recovery = await test.recorder.recover()
        #expect(recovery.largeCount == 1 && recovery.paths.isEmpty && test.waiting.count == 2)

        test.recorder.compressWaiting(test.grant)
        #expect(!FileManager.default.fileExists(atPath: video.path))
        let facts = try VideoFacts.read(String(video.path.dropLast(3)) + "mp4")
        #expect(facts.size == PixelSize(width: 640, height: 360) && facts.duration >= .milliseconds(600))
        #expect(try FileManager.default.contentsOfDirectory(atPath: test.folder + "/journal").isEmpty)
    }

    private func times(_ count: Int) -> [Duration] { (0..<count).map { .milliseconds(33 * $0) } }
}
