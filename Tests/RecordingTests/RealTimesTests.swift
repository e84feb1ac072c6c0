// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

/// A camera that keeps no rate.
@Suite(.enabled(if: RecordingTest.canRecord, "no x264, AAC encoder or ffmpeg"))
struct RealTimesTests {
    /// As automatic exposure does in the dark, and back in the light.
    @Test func aCameraThatHalvesItsRateKeepsItsSpeed() async throws {
        let fast = (0..<60).map { Duration.seconds(1) * $0 / 30 }
        let slow = (0..<45).map { Duration.seconds(2) + Duration.seconds(1) * $0 / 15 }
        let again = (0..<60).map { Duration.seconds(5) + Duration.seconds(1) * $0 / 30 }
        try await expect(fast + slow + again)
    }

    /// Some cameras jitter by half of an interval, or leave pictures out.
    @Test func aCameraThatJittersIsFollowed() async throws {
        let numbers = (0..<300).filter { $0 % 50 != 17 }
        let times: [Duration] = numbers.map { number in
            let jitter = number == 0 ? 0 : number * 7919 % 33 - 16
            return .milliseconds(33 * number + jitter)
        }
        try await expect(times)
    }

    /// Each picture is shown when it was captured, and nothing is left out.
    private func expect(_ times: [Duration]) async throws {
        let test = try RecordingTest(PixelSize(width: 160, height: 120), noise: 0)
        let video = try await test.record(times)
        #expect(video.droppedCount == 0 && video.fault == nil)
        let shown = try RecordingTest.shownTimes(video.path)
        #expect(shown.count == times.count)
        for (time, captured) in zip(shown, times) { #expect(abs(time - captured / .seconds(1)) < 0.001) }
    }
}
