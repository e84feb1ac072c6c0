// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@Suite struct PacedPicturesTests {
    /// When each picture of a camera that gives `rate` a second is shown.
    private func shown(_ pace: RecordingPace, rate: Int64, count: Int64) -> [Duration] {
        var paced = PacedPictures(pace)
        return (0..<count).compactMap { paced.place(.nanoseconds($0 * 1_000_000_000 / rate)) }
    }

    private func regular(_ count: Int64) -> [Duration] {
        (0..<count).map { .nanoseconds($0 * 1_000_000_000 / 30) }
    }

    @Test func ordinaryTimesAreUnchanged() {
        #expect(shown(.normal, rate: 30, count: 90) == regular(90))
        #expect(PacedPictures(.normal).length(of: .seconds(3)) == .seconds(3))
        #expect(PacedPictures(.normal).length == nil)
    }

    @Test(arguments: RecordingPace.intervals)
    func aTimeLapseKeepsOnePictureOfEachInterval(every interval: Duration) {
        let seconds = Int64((interval * 40).components.seconds)
        // One a second more or less is not on the beat.
        #expect(shown(.timeLapse(every: interval), rate: 31, count: 31 * seconds) == regular(40))
    }

    @Test func framesThatTheCameraLeftOutStayOut() {
        var paced = PacedPictures(.timeLapse(every: .seconds(1)))
        let times = [0.0, 0.9, 1.1, 5.2, 5.9, 6.01].compactMap { paced.place(.seconds($0)) }
        #expect(times == [0, 1, 5, 6].map { regular(7)[$0] })
        #expect(paced.length(of: .seconds(6)) == .nanoseconds(7_000_000_000 / 30))
        #expect(paced.length == .nanoseconds(1_000_000_000 / 30))
    }

    @Test(arguments: [(60, 2.0), (120, 4.0), (15, 1.0)] as [(UInt32, Double)])
    func slowMotionShowsThirtyASecond(rate: UInt32, factor: Double) {
        let pace = RecordingPace.slowMotion(FrameRate(rate))
        let times = shown(pace, rate: Int64(rate), count: Int64(rate))
        #expect(times.count == Int(rate))
        for (index, time) in times.enumerated() {
            #expect(abs(time / .seconds(1) - Double(index) / Double(rate) * factor) < 1e-6)
        }
        #expect(abs(PacedPictures(pace).length(of: .seconds(1)) / .seconds(1) - factor) < 1e-6)
    }

    @Test func timeLapseAndSlowMotionHaveNoSound() {
        #expect(RecordingPace.normal.hasSound)
        #expect(!RecordingPace.slowMotion(FrameRate(60)).hasSound)
        #expect(!RecordingPace.timeLapse(every: .seconds(1)).hasSound)
    }
}
