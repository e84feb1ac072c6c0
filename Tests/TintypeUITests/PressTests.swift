// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Dispatch
import InterfaceTesting
import Testing

@testable import TintypeUI

extension OneAtATime {
    /// The small parts between a press and the shot.
    @MainActor @Suite struct PressTests {
        private let taken = Taken()

        @MainActor
        private final class Taken {
            var times: [Int64] = []
            var words: [String] = []
        }

        private func take(_ picture: Picture) {
            taken.times.append(picture.frame.arrival.nanoseconds / 1_000_000)
        }

        private func seen(at time: Int64, isWhole: Bool = true) -> Picture {
            picture(of: frame(at: time), isWhole: isWhole)
        }

        // MARK: Gate

        @Test func aGoodPictureIsTakenAtOnce() {
            let gate = PressGate()
            gate.press(seen(at: 1), isSettled: true, awaitsLight: false, take: take)
            #expect(taken.times == [1] && !gate.isWaiting)
        }

        @Test func aDamagedPictureWaitsForTheNextWholeOneWhateverTheExposureDoes() {
            let gate = PressGate()
            gate.press(seen(at: 1, isWhole: false), isSettled: true, awaitsLight: false, take: take)
            gate.arrived(seen(at: 2, isWhole: false), isSettled: true, awaitsLight: false)
            #expect(taken.times.isEmpty)
            gate.arrived(seen(at: 3), isSettled: false, awaitsLight: false)
            #expect(taken.times == [3])
        }

        @Test func aPressBeforeTheExposureRestsTakesNoDamagedPicture() {
            let gate = PressGate()
            gate.press(seen(at: 1), isSettled: false, awaitsLight: false, take: take)
            gate.arrived(seen(at: 2), isSettled: false, awaitsLight: false)
            gate.arrived(seen(at: 3, isWhole: false), isSettled: true, awaitsLight: false)
            #expect(taken.times.isEmpty)
            gate.arrived(seen(at: 4), isSettled: true, awaitsLight: false)
            #expect(taken.times == [4])
        }

        @Test func everyPressThatWaitsIsTakenOnce() async throws {
            let gate = PressGate()
            for time in 1...3 {
                gate.press(seen(at: Int64(time)), isSettled: false, awaitsLight: false, take: take)
            }
            gate.arrived(seen(at: 9), isSettled: true, awaitsLight: false)
            #expect(taken.times == [9, 9, 9] && !gate.isWaiting)
            gate.giveUp()
            #expect(taken.times.count == 3)
        }

        @Test func damagedPictureIsTakenWhereNoWholeOneComes() async throws {
            let gate = PressGate()
            gate.press(seen(at: 1, isWhole: false), isSettled: true, awaitsLight: false, take: take)
            try await until("it is let go") { !gate.isWaiting }
            #expect(taken.times == [1])
            gate.arrived(seen(at: 2), isSettled: true, awaitsLight: false)
            #expect(taken.times == [1])
        }

        @Test func aPressOnABlackPictureIsTakenWithTheFirstLight() {
            let gate = PressGate()
            for time in 1...2 {
                gate.press(seen(at: Int64(time)), isSettled: false, awaitsLight: true, take: take)
            }
            gate.arrived(seen(at: 3), isSettled: false, awaitsLight: false)
            #expect(taken.times.isEmpty)
            gate.arrived(seen(at: 4), isSettled: true, awaitsLight: false)
            #expect(taken.times == [4, 4] && !gate.isWaiting)
        }

        /// The first look at a picture can come after the press.
        @Test func aPressBeforeItIsKnownThatThePictureIsBlackWaitsToo() async throws {
            let gate = PressGate()
            gate.press(seen(at: 1), isSettled: false, awaitsLight: false, take: take)
            gate.arrived(seen(at: 2), isSettled: false, awaitsLight: true)
            // Longer than a press waits for the exposure.
            let other = PressGate()
            other.press(seen(at: 9), isSettled: false, awaitsLight: false) { _ in }
            try await until("another press is let go") { !other.isWaiting }
            #expect(taken.times.isEmpty)
            gate.arrived(seen(at: 3), isSettled: true, awaitsLight: false)
            #expect(taken.times == [3])
        }

        /// It holds no picture but the newest, which the viewfinder has, too.
        @Test func aPressThatWaitedForLightInVainIsNotLost() {
            let gate = PressGate()
            for time in 1...2 {
                gate.press(seen(at: Int64(time)), isSettled: false, awaitsLight: true, take: take)
            }
            gate.arrived(seen(at: 3), isSettled: false, awaitsLight: false)
            gate.giveUp()
            #expect(taken.times == [3, 3] && !gate.isWaiting)
        }

        @Test func lostCameraStillDeliversPendingPresses() {
            let gate = PressGate()
            for time in 1...2 {
                gate.press(seen(at: Int64(time)), isSettled: false, awaitsLight: false, take: take)
            }
            gate.giveUp()
            #expect(taken.times == [1, 2] && !gate.isWaiting)
        }

        /// Taking can lead to another press, as a held key does.
        @Test func pressWhileWaitingPressesAreReleasedIsKept() {
            let gate = PressGate()
            let later = seen(at: 5)
            gate.press(seen(at: 1), isSettled: false, awaitsLight: false) { picture in
                take(picture)
                gate.press(later, isSettled: false, awaitsLight: false, take: take)
            }
            gate.giveUp()
            #expect(gate.isWaiting)
            gate.giveUp()
            #expect(taken.times == [1, 5])
        }

        // MARK: The first picture

        @Test func onlyTheLastOfTwoWaitingPressesCounts() {
            let wait = FirstPictureWait()
            wait.start { [taken] in taken.words.append("first") }
            wait.start { [taken] in taken.words.append("second") }
            wait.end()
            wait.end()
            #expect(taken.words == ["second"] && !wait.isWaiting)
        }

        @Test func aPressIsForgottenWhenNoPictureComes() async throws {
            let wait = FirstPictureWait()
            wait.start(for: 20) { [taken] in taken.words.append("late") }
            try await until("it is given up") { !wait.isWaiting }
            wait.end()
            #expect(taken.words.isEmpty)
        }

        @Test func aNewPressWaitsItsWholeTime() async throws {
            let wait = FirstPictureWait()
            wait.start(for: 20) { [taken] in taken.words.append("old") }
            wait.start(for: 60_000) { [taken] in taken.words.append("new") }
            try await runLoop(for: .milliseconds(100))
            wait.end()
            #expect(taken.words == ["new"])
        }

        @Test func anActionMayWaitForThePictureAfterIt() {
            let wait = FirstPictureWait()
            wait.start { [taken] in
                taken.words.append("one")
                wait.start { taken.words.append("two") }
            }
            wait.end()
            #expect(wait.isWaiting)
            wait.end()
            #expect(taken.words == ["one", "two"])
        }

        // MARK: Timer

        @Test func aTimerThatIsStartedAgainStartsOverAndFiresOnce() async throws {
            let timer = SelfTimer()
            timer.onTick = { [taken] in taken.words.append($0.map(String.init) ?? "end") }
            timer.start(seconds: 9) { [taken] in taken.words.append("old") }
            timer.start(seconds: 1) { [taken] in taken.words.append("new") }
            try await until("it fires") { !timer.isRunning }
            #expect(taken.words == ["9", "1", "end", "new"])
        }

        @Test func aTimerIsOverBeforeItsPhotoIsTaken() async throws {
            let timer = SelfTimer()
            var wasRunning: Bool?
            timer.start(seconds: 1) { wasRunning = timer.isRunning }
            try await until("it fires") { wasRunning != nil }
            #expect(wasRunning == false)
        }

        @Test func aCancelledTimerSaysSoOnce() async throws {
            let timer = SelfTimer()
            timer.onTick = { [taken] in taken.words.append($0.map(String.init) ?? "end") }
            timer.start(seconds: 1) { [taken] in taken.words.append("fired") }
            timer.cancel()
            timer.cancel()
            try await runLoop(for: .milliseconds(1200))
            #expect(taken.words == ["1", "end"])
        }

        // MARK: Burst

        @Test func aBurstEndsWhereMemoryIsFullAndLosesNothingBefore() async throws {
            let capture = FakeCapture()
            let burst = Burst(pictures: capture, limit: 10)
            var (frames, isFull): ([Frame], Bool) = ([], false)
            burst.onFrame = { frames.append($0) }
            burst.onFull = { isFull = true }
            burst.start()
            for time in Int64(1)...3 { capture.deliver(frame(at: time, bytes: 4), for: .burst) }
            try await until("it is full") { isFull }
            #expect(frames.map(\.arrival.nanoseconds) == [1_000_000, 2_000_000])
            #expect(burst.count == nil && !capture.deliver(frame(), for: .burst))
        }

        @Test func framesThatAreOnTheDiskMakeRoomForOthers() async throws {
            let capture = FakeCapture()
            let burst = Burst(pictures: capture, limit: 10)
            burst.onFull = { [taken] in taken.words.append("full") }
            burst.start()
            for count in 1...5 {
                capture.deliver(frame(bytes: 4), for: .burst)
                try await until("it is taken") { burst.count == count }
            }
            #expect(taken.words.isEmpty)
        }

        /// The capture thread is ahead of the main thread.
        @Test func aFrameThatArrivesAfterTheReleaseIsNotTaken() async throws {
            let capture = FakeCapture()
            let burst = Burst(pictures: capture)
            burst.onFrame = { [taken] in taken.times.append($0.arrival.nanoseconds) }
            burst.start()
            capture.deliver(frame(at: 1), for: .burst)
            burst.stop()
            var isPast = false
            DispatchQueue.main.async { MainActor.assumeIsolated { isPast = true } }
            try await until("the main thread has seen it") { isPast }
            #expect(taken.times.isEmpty && burst.count == nil)
        }

        // MARK: Best moment

        private func best(_ frames: [Frame], around seen: Frame) async throws -> Frame? {
            let capture = FakeCapture()
            let moment = BestMoment(pictures: capture, judge: SizeJudge())
            moment.isOn = true
            for frame in frames { capture.deliver(frame, for: .bestMoment) }
            return try await answer { await moment.frame(around: seen) }
        }

        @Test func theSharpestFrameAroundThePressIsTheBest() async throws {
            let frames = [frame(at: 0, bytes: 5), frame(at: 200, bytes: 3), frame(at: 400, bytes: 4)]
            #expect(try await best(frames, around: frames[1])?.arrival == frames[0].arrival)
        }

        @Test func aSharperFrameThatIsTooFarAwayIsAnotherMoment() async throws {
            let frames = [frame(at: 0, bytes: 9), frame(at: 500, bytes: 3), frame(at: 600, bytes: 4)]
            #expect(try await best(frames, around: frames[1])?.arrival == frames[2].arrival)
        }

        @Test func aFrameThatCantBeDecodedIsNotTheBest() async throws {
            let frames = [frame(at: 0, bytes: 1), frame(at: 100, bytes: 3)]
            #expect(try await best(frames, around: frames[1]) == nil)
        }

        @Test func unknownSeenFrameKeepsThePhoto() async throws {
            #expect(try await best([frame(at: 0, bytes: 9)], around: frame(at: 100, bytes: 3)) == nil)
        }

        @Test func disabledScannerKeepsNothing() async throws {
            let capture = FakeCapture()
            let moment = BestMoment(pictures: capture, judge: SizeJudge())
            moment.isOn = true
            let seen = frame(at: 100, bytes: 3)
            capture.deliver(frame(at: 90, bytes: 9), for: .bestMoment)
            capture.deliver(seen, for: .bestMoment)
            moment.isOn = false
            #expect(!capture.deliver(frame(), for: .bestMoment))
            let start = ContinuousClock.now
            #expect(try await answer { await moment.frame(around: seen) } == nil)
            #expect(ContinuousClock.now - start < FrameChoice.bestReach)
            moment.isOn = true
            capture.deliver(seen, for: .bestMoment)
            #expect(try await answer { await moment.frame(around: seen) } == nil)
        }
    }
}
