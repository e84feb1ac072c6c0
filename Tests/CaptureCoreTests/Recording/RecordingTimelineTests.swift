// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Testing

struct RecordingTimelineTests {
    private static let start = MonotonicTime(nanoseconds: 1_000_000_000_000)

    private func moment(_ seconds: Double) -> MonotonicTime {
        Self.start + .nanoseconds(Int64(seconds * 1e9))
    }

    private func milliseconds(_ duration: Duration) -> Double { duration / .milliseconds(1) }

    // MARK: Without sound

    @Test func timesFollowTheClockWithoutSound() {
        var timeline = RecordingTimeline(start: Self.start, soundRate: nil)
        #expect(timeline.addPicture(capturedAt: moment(0)) == PictureTiming(time: .zero, lengthOfLast: nil))
        let second = timeline.addPicture(capturedAt: moment(0.25))
        #expect(second == PictureTiming(time: .milliseconds(250), lengthOfLast: .milliseconds(250)))
        timeline.pause(at: moment(1))
        #expect(timeline.isPaused && timeline.addPicture(capturedAt: moment(1.5)) == nil)
        #expect(timeline.length(at: moment(1.5)) == .seconds(1))
        timeline.resume(at: moment(3))
        let third = timeline.addPicture(capturedAt: moment(3.5))
        #expect(third == PictureTiming(time: .milliseconds(1500), lengthOfLast: .milliseconds(1250)))
        var pieces: [SoundSegment] = []
        timeline.addSound(960, at: moment(3.6)) { pieces.append($0) }
        let end = timeline.end(at: moment(4)) { pieces.append($0) }
        #expect(end.length == .seconds(2) && end.lengthOfLast == .milliseconds(500))
        #expect(pieces.isEmpty)
    }

    @Test func aCameraThatFallsToHalfItsRateKeepsTheRightSpeed() {
        var timeline = RecordingTimeline(start: Self.start, soundRate: nil)
        var lengths: [Double] = []
        for index in 0..<90 {
            let seconds = index < 30 ? Double(index) / 30 : 1 + Double(index - 30) / 15
            let timing = timeline.addPicture(capturedAt: moment(seconds))
            if let length = timing?.lengthOfLast { lengths.append(milliseconds(length)) }
        }
        #expect(lengths[..<30].allSatisfy { abs($0 - 1000 / 30) < 0.01 })
        #expect(lengths[30...].allSatisfy { abs($0 - 1000 / 15) < 0.01 })
    }

    @Test func onlyNewPicturesSinceThePressBelongToIt() {
        var timeline = RecordingTimeline(start: Self.start, soundRate: nil)
        #expect(timeline.addPicture(capturedAt: moment(-0.02)) == nil)
        #expect(timeline.addPicture(capturedAt: moment(0))?.time == .zero)
        #expect(timeline.addPicture(capturedAt: moment(0)) == nil, "once more")
        #expect(timeline.addPicture(capturedAt: moment(0.03)) != nil)
        #expect(timeline.addPicture(capturedAt: moment(0.02)) == nil, "out of order")
    }

    // MARK: The beginning of the sound

    @Test func soundBeforeThePressIsCutAndOneThatComesLaterBeginsWithSilence() {
        var early = RecordingTimeline(start: Self.start, soundRate: 48_000)
        var pieces: [SoundSegment] = []
        early.addSound(960, at: moment(-0.05)) { pieces.append($0) }
        early.addSound(960, at: moment(-0.03)) { pieces.append($0) }
        early.addSound(960, at: moment(-0.01)) { pieces.append($0) }
        early.addSound(960, at: moment(0.01)) { pieces.append($0) }
        #expect(pieces == [.samples(480..<960), .samples(0..<960)])

        var late = RecordingTimeline(start: Self.start, soundRate: 48_000)
        pieces = []
        late.addSound(960, at: moment(0.1)) { pieces.append($0) }
        #expect(pieces == [.silence(4800), .samples(0..<960)])
        #expect(late.soundCount == 5760)
    }

    @Test func holesBecomeSilenceOfTheirLength() {
        var timeline = RecordingTimeline(start: Self.start, soundRate: 48_000)
        var pieces: [SoundSegment] = []
        timeline.addSound(960, at: moment(0)) { pieces.append($0) }
        timeline.addHole(1234) { pieces.append($0) }
        timeline.addSound(960, at: moment(Double(960 + 1234) / 48_000)) { pieces.append($0) }
        #expect(pieces == [.samples(0..<960), .silence(1234), .samples(0..<960)])
    }

    @Test func silenceFollowsTheEndOfTheMicrophone() {
        var timeline = RecordingTimeline(start: Self.start, soundRate: 48_000)
        var pieces: [SoundSegment] = []
        timeline.addSound(48_000, at: moment(0)) { pieces.append($0) }
        timeline.endSound()
        timeline.fillSound(to: moment(1.5)) { pieces.append($0) }
        timeline.fillSound(to: moment(1.25)) { pieces.append($0) }
        // Another one, part of which is there already.
        timeline.addSound(48_000, at: moment(1.25)) { pieces.append($0) }
        #expect(pieces == [.samples(0..<48_000), .silence(24_000), .samples(12_000..<48_000)])
        let end = timeline.end(at: moment(3)) { pieces.append($0) }
        #expect(end.length == .seconds(3) && timeline.soundCount == 144_000)
        #expect(pieces.last == .silence(36_000))
    }

    @Test func aPauseWithinABlockLeavesBothItsEnds() {
        var timeline = RecordingTimeline(start: Self.start, soundRate: 48_000)
        var pieces: [SoundSegment] = []
        timeline.addSound(4800, at: moment(0)) { pieces.append($0) }
        timeline.pause(at: moment(0.12))
        timeline.resume(at: moment(0.17))
        timeline.addSound(4800, at: moment(0.1)) { pieces.append($0) }
        #expect(pieces == [.samples(0..<4800), .samples(0..<960), .samples(3360..<4800)])
        #expect(timeline.addPicture(capturedAt: moment(0.15)) == nil)
        #expect(timeline.addPicture(capturedAt: moment(0.2))?.time == .milliseconds(150))
    }

    // MARK: An hour

    /// A whole recording; returns how far each picture is from the sound that was captured with it, in milliseconds.
    ///
    /// - Parameter losses: how often 200 ms of sound are lost without a word.
    private func record(
        drift: Double, seed: UInt64, seconds: Double, pauses: Int, losses: Int = 0
    ) -> [Double] {
        let begin = Double(Self.start.nanoseconds)
        var sound = SimulatedSound(begin: begin + 0.13e9, drift: drift, seed: seed)
        var numbers = SeededNumbers(seed: seed &+ 1000)
        var timeline = RecordingTimeline(start: Self.start, soundRate: SimulatedSound.rate)
        /// The places of ranges of the source's samples in the recording.
        var written: [(source: Range<Int64>, at: Int64)] = []
        var pictures: [(capture: Double, time: Duration)] = []
        var picture = 0.0
        var changes: [Double] = []
        for index in 0..<(2 * pauses) {
            changes.append(seconds * (Double(index) + numbers.number(in: 0.2...0.8)) / Double(2 * pauses + 1))
        }
        var lossTimes = (0..<losses).map { seconds * (Double($0) + 0.5) / Double(losses) }
        while true {
            let block = sound.nextBlock()
            let now = (sound.captured(block.first + Int64(SimulatedSound.block)) - begin) / 1e9
            if now > seconds { break }
            if let change = changes.first, change <= now {
                changes.removeFirst()
                if timeline.isPaused {
                    timeline.resume(at: moment(change))
                } else {
                    timeline.pause(at: moment(change))
                }
            }
            while picture <= now {
                let capture = begin + picture * 1e9
                if let timing = timeline.addPicture(capturedAt: moment(picture)) {
                    if let last = pictures.last { #expect(timing.time > last.time) }
                    pictures.append((capture, timing.time))
                }
                picture += 1.0 / 30 + numbers.number(in: -0.002...0.002)
            }
            var place = timeline.soundCount
            timeline.addSound(SimulatedSound.block, at: block.time) { piece in
                switch piece {
                case .silence(let count): place += Int64(count)
                case .samples(let range):
                    let source =
                        (block.first + Int64(range.lowerBound))..<(block.first + Int64(range.upperBound))
                    written.append((source, place))
                    place += Int64(range.count)
                }
            }
            #expect(place == timeline.soundCount)
            if let loss = lossTimes.first, loss <= now {
                lossTimes.removeFirst()
                sound.lost += 9600
            }
        }
        return offsets(pictures, written, sound)
    }

    private func offsets(
        _ pictures: [(capture: Double, time: Duration)], _ written: [(source: Range<Int64>, at: Int64)],
        _ sound: SimulatedSound
    ) -> [Double] {
        var offsets: [Double] = []
        var index = 0
        for picture in pictures {
            let sample = sound.sample(at: picture.capture)
            while index < written.count, Double(written[index].source.upperBound) <= sample { index += 1 }
            guard index < written.count, Double(written[index].source.lowerBound) <= sample else { continue }
            let place = Double(written[index].at) + sample - Double(written[index].source.lowerBound)
            offsets.append(milliseconds(picture.time) - place * 1000 / Double(SimulatedSound.rate))
        }
        return offsets
    }

    @Test(arguments: [(200e-6, 1), (-200e-6, 2)] as [(Double, UInt64)])
    func anHourWithFiftyPausesStaysTogether(drift: Double, seed: UInt64) {
        let offsets = record(drift: drift, seed: seed, seconds: 3600, pauses: 50)
        #expect(offsets.count > 45_000)
        #expect(percentile(0.95, of: offsets) <= 5)
        #expect(percentile(1, of: offsets) <= 20)
        // The last minutes as well as the first.
        #expect(percentile(0.95, of: offsets.suffix(5000)) <= 5)
        let mean = offsets.suffix(5000).reduce(0, +) / 5000
        #expect(abs(mean) < 3)
    }

    @Test(arguments: [3, 4, 5] as [UInt64]) func soundThatIsLostWithoutAWordIsMadeUpFor(seed: UInt64) {
        let offsets = record(drift: 100e-6, seed: seed, seconds: 300, pauses: 3, losses: 5)
        #expect(percentile(0.9, of: offsets) <= 15)
        #expect(percentile(0.95, of: offsets.suffix(500)) <= 15)
    }
}
