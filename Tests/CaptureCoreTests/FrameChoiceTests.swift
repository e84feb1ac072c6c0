// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@Suite struct FrameChoiceTests {
    private func frame(_ milliseconds: Int64, whole: Bool = true, sharpness: Double? = nil) -> FrameCandidate
    {
        FrameCandidate(
            time: MonotonicTime(nanoseconds: milliseconds * 1_000_000), isWhole: whole, sharpness: sharpness)
    }

    @Test func aWholeFrameIsTheOneThatWasSeen() {
        #expect(FrameChoice.whole(seen: 1, in: [frame(0), frame(33), frame(66)]) == 1)
    }

    @Test func aDamagedFrameIsReplacedByItsNearestWholeNeighbour() {
        let ring = [frame(0), frame(33), frame(66, whole: false), frame(86), frame(133)]
        #expect(FrameChoice.whole(seen: 2, in: ring) == 3)
        #expect(
            FrameChoice.whole(seen: 2, in: [frame(0), frame(46), frame(66, whole: false), frame(99)]) == 1)
    }

    @Test func aDamagedNeighbourIsNoReplacement() {
        let ring = [frame(0), frame(33, whole: false), frame(66, whole: false), frame(133)]
        #expect(FrameChoice.whole(seen: 2, in: ring) == 0)
    }

    @Test func ofTwoEquallyNearTheLaterIsTaken() {
        #expect(FrameChoice.whole(seen: 1, in: [frame(0), frame(33, whole: false), frame(66)]) == 2)
        #expect(FrameChoice.whole(seen: 1, in: [frame(66), frame(33, whole: false), frame(0)]) == 0)
    }

    @Test(arguments: [(100, 1), (101, 0), (-100, 1), (-101, 0)])
    func damagedFrameIsPreferredToOneATenthOfASecondAway(away: Int64, expected: Int) {
        #expect(FrameChoice.whole(seen: 0, in: [frame(500, whole: false), frame(500 + away)]) == expected)
    }

    @Test func theSharpestAroundThePressIsTheBestMoment() {
        let ring = [
            frame(0, sharpness: 9), frame(100, sharpness: 5), frame(350, sharpness: 3),
            frame(600, sharpness: 7),
            frame(651, sharpness: 9),
        ]
        #expect(FrameChoice.sharpest(seen: 2, in: ring) == 3)
    }

    @Test func theBestMomentIsWhole() {
        let ring = [frame(0, whole: false, sharpness: 9), frame(33, sharpness: 2), frame(66, sharpness: 3)]
        #expect(FrameChoice.sharpest(seen: 1, in: ring) == 2)
    }

    @Test func ofEquallySharpFramesTheNearestIsTaken() {
        let ring = [frame(0, sharpness: 5), frame(33, sharpness: 5), frame(66, sharpness: 5)]
        for seen in ring.indices { #expect(FrameChoice.sharpest(seen: seen, in: ring) == seen) }
    }

    @Test func seenFrameStaysWhereSharpnessIsUnknown() {
        #expect(FrameChoice.sharpest(seen: 1, in: [frame(0), frame(33), frame(66)]) == 1)
        #expect(FrameChoice.sharpest(seen: 1, in: [frame(0, sharpness: .nan), frame(33, whole: false)]) == 0)
    }

    @Test func emptyRingGivesNothing() {
        #expect(FrameChoice.whole(seen: 0, in: []) == 0)
        #expect(FrameChoice.sharpest(seen: 3, in: [frame(0)]) == 3)
    }
}
