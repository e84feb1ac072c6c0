// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import InterfaceTesting
import Platform
import Testing

@testable import TintypeUI

private let other = CameraInfo(
    id: CameraID(rawValue: "usb-2"), name: "Other", node: "/dev/video1", position: .external)

extension OneAtATime {
    @MainActor @Suite struct RecordingRunTests {
        private let capture = FakeCapture()
        private let recorder = FakeRecorder()
        private let library = FakeLibraryConsent()
        private let microphone = FakeMicrophoneConsent()
        private let session: SessionModel
        private let settings: Settings
        private let run: RecordingRun
        private let seen = Seen()

        @MainActor
        private final class Seen {
            var picture: Picture? = TintypeUITests.picture(of: frame(at: 100))
            var pace = RecordingPace.normal
            var messages: [String] = []
            var saved: [SavedVideo] = []
            var countdown: [Int?] = []
            var ended = 0
        }

        init() throws {
            settings = try #require(TestSettings.ours())
            session = SessionModel(consent: FakeConsent(), mode: .automatic)
            session.update(streaming())
            run = RecordingRun(
                recorder, capture, session, Preferences(settings: settings), microphone: microphone,
                library: library)
            let seen = seen
            run.picture = { seen.picture }
            run.pace = { seen.pace }
            run.level = { (6, true) }
            run.onMessage = { seen.messages.append($0) }
            run.onSaved = { seen.saved.append($0) }
            run.onCountdown = { seen.countdown.append($0) }
            run.onEnded = { seen.ended += 1 }
        }

        /// Presses, and waits until something is recorded.
        private func record() async throws -> FakeRecording {
            let count = recorder.recordings.count
            run.press()
            try await until("a recording has begun") {
                run.running != nil && recorder.recordings.count > count
            }
            return recorder.recordings[count]
        }

        private func untilIdle() async throws { try await until("it has ended") { !run.isActive } }

        private var collects: Bool { capture.deliver(frame(at: 1), for: .recording) }

        @Test func recordingBeginsWithThePictureOfThePress() async throws {
            recorder.holdUp(true)
            run.shutterDown()
            seen.picture = picture(of: frame(at: 900))
            capture.deliver(frame(at: 133), for: .recording)
            run.press()
            try await until("the file is being made") { recorder.options.count == 1 }
            capture.deliver(frame(at: 166), for: .recording)
            recorder.holdUp(false)
            try await until("it has begun") { run.running != nil }
            capture.deliver(frame(at: 200), for: .recording)
            let recording = try #require(recorder.recordings.first)
            #expect(recording.times.map { $0.nanoseconds / 1_000_000 } == [100, 133, 166, 200])
            #expect(recording.missing == 0)
            #expect(recorder.options[0].gain == 6 && recorder.options[0].isMuted)
            run.press()
            try await untilIdle()
            #expect(seen.saved.count == 1 && seen.messages.isEmpty && !collects)
        }

        @Test func aPressBeforeTheFirstPictureBeginsWithIt() async throws {
            seen.picture = nil
            for _ in 0..<2 { run.press() }
            #expect(!run.isActive && run.awaitsPicture)
            seen.picture = picture(of: frame(at: 100))
            for _ in 0..<2 { run.pictureArrived() }
            try await until("it has begun") { run.running != nil }
            #expect(recorder.options.count == 1 && !run.awaitsPicture)
        }

        @Test func aPressWhileTheCameraStartsBeginsWithItsFirstPicture() async throws {
            seen.picture = nil
            session.update(SessionSnapshot(state: .opening(webcam, attempt: 1), cameras: [webcam]))
            run.press()
            #expect(!run.isActive && run.awaitsPicture)
            session.update(streaming())
            seen.picture = picture(of: frame(at: 100))
            run.pictureArrived()
            try await until("it has begun") { run.running != nil }
            session.update(SessionSnapshot(state: .opening(webcam, attempt: 1), cameras: [webcam]))
        }

        @Test func aPressIsGivenUpWithTheCamera() {
            seen.picture = nil
            run.press()
            session.update(SessionSnapshot(state: .disconnected(webcam), cameras: []))
            run.sessionChanged()
            #expect(!run.awaitsPicture)
        }

        @Test func allowedMicrophoneIsNotAskedAboutWhileUnknown() async throws {
            (microphone.access, microphone.isAccessKnown) = (.notDetermined, false)
            run.press()
            for _ in 0..<20 { await Task.yield() }
            #expect(recorder.options.isEmpty && microphone.requests == 0)
            microphone.learn(.authorized)
            try await until("it has begun") { run.running != nil }
            #expect(microphone.requests == 0)
        }

        @Test func nobodyIsAskedOverAWindowThatIsClosed() async throws {
            (microphone.access, microphone.isAccessKnown) = (.notDetermined, false)
            run.press()
            for _ in 0..<20 { await Task.yield() }
            run.stop {}
            microphone.learn(.notDetermined)
            try await untilIdle()
            #expect(microphone.requests == 0)
        }

        @Test func aMicrophoneThatReplacesTheChosenOneIsSaid() async throws {
            recorder.script { $0.substituteMicrophone = "Built-in" }
            _ = try await record()
            #expect(seen.messages == [RecordingWording.substitute("Built-in")])
        }

        @Test func aVideoThatIsNotInTheJournalIsRecordedAndThatIsSaidOnce() async throws {
            recorder.script { $0.isInJournal = false }
            for _ in 0..<2 {
                _ = try await record()
                run.press()
                try await untilIdle()
                #expect(seen.messages == [RecordingWording.notInJournal])
            }
        }

        @Test func leavingVideoModeBeforeTheFirstPictureRecordsNothing() {
            (run.isReady, seen.picture) = (true, nil)
            run.press()
            run.isReady = false
            seen.picture = picture(of: frame(at: 100))
            run.pictureArrived()
            #expect(!run.isActive && !run.awaitsPicture)
        }

        @Test func cancelledPressRecordsNothing() async throws {
            run.shutterDown()
            #expect(collects)
            try await until("the frames are let go") { capture.requests.last == .collect(.recording, false) }
            #expect(recorder.options.isEmpty)
        }

        @Test func pausesGoThrough() async throws {
            run.pausePressed()
            let recording = try await record()
            run.pausePressed()
            run.pausePressed()
            #expect(recording.requests == [.pause, .resume])
        }

        @Test func reasonForNotRecordingIsReported() async throws {
            let error = RecordingError(.encoderMissing(package: "a-package"))
            recorder.refuse(error)
            run.press()
            try await untilIdle()
            #expect(seen.messages == [RecordingWording.reason(for: error)] && seen.ended == 1 && !collects)
            recorder.refuse(nil)
            _ = try await record()
        }

        @Test(arguments: [LibraryAccess.denied, .restricted])
        func missingLibraryBeginsNoRecording(access: LibraryAccess) async throws {
            library.access = access
            run.press()
            try await untilIdle()
            #expect(
                recorder.options.isEmpty && library.requests == 0 && seen.messages.count == 1 && !collects)
        }

        @Test func theMicrophoneIsAskedForOnceAndANoRecordsWithout() async throws {
            microphone.access = .notDetermined
            // The video begins with the picture on the screen after the question.
            microphone.meanwhile = { [seen] in seen.picture = picture(of: frame(at: 5000)) }
            for _ in 0..<2 {
                let recording = try await record()
                #expect(recording.times.map(\.nanoseconds) == [5_000_000_000])
                run.press()
                try await untilIdle()
            }
            #expect(microphone.requests == 1 && seen.saved.count == 2)
        }

        /// By Escape, or as its window is closed.
        @Test(arguments: [true, false]) func aQuestionLeftOpenRecordsAndSaysNothing(isClosing: Bool)
            async throws
        {
            (microphone.access, microphone.answer) = (.notDetermined, .notDetermined)
            var hasEnded = false
            microphone.meanwhile = { [run] in if isClosing { run.stop { hasEnded = true } } }
            run.press()
            try await untilIdle()
            #expect(microphone.requests == 1 && hasEnded == isClosing)
            #expect(recorder.options.isEmpty && seen.saved.isEmpty && seen.messages.isEmpty && !collects)
        }

        @Test func soundThatIsLostAndComesBackIsSaidWithItsMicrophone() async throws {
            let recording = try await record()
            recording.change { ($0.soundFault, $0.microphone) = (.lost, "Desk") }
            for _ in 0..<2 { run.tick() }
            recording.change { $0.soundFault = nil }
            for _ in 0..<2 { run.tick() }
            #expect(
                seen.messages == [
                    RecordingWording.reason(for: .lost, "Desk"), RecordingWording.soundIsBack("Desk"),
                ])
            #expect(seen.messages.allSatisfy { $0.contains("Desk") })
        }

        @Test func aVideoThatGoesOnElsewhereIsSaidOnceWithItsPlace() async throws {
            let recording = try await record()
            let place = VideoRelocation(from: "/old/a.mp4", to: "/new/a.mp4", isCopy: true)
            recording.change { $0.relocation = place }
            for _ in 0..<3 { run.tick() }
            #expect(seen.messages == [RecordingWording.words(for: place)])
            #expect(seen.messages.allSatisfy { $0.contains("/new/a.mp4") })
        }

        @Test func noMicrophoneMeansNoQuestion() async throws {
            microphone.access = .notDetermined
            seen.pace = .timeLapse(every: .seconds(1))
            _ = try await record()
            #expect(recorder.options[0].pace == seen.pace)
            run.press()
            try await untilIdle()
            seen.pace = .normal
            settings.set("microphone", "none")
            _ = try await record()
            #expect(microphone.requests == 0)
        }

        @Test func lostSoundIsSaidOnceInEachVideo() async throws {
            for count in 1...2 {
                let recording = try await record()
                recording.change { $0.soundFault = .lost }
                for _ in 0..<3 { run.tick() }
                #expect(seen.messages.count == count && run.running != nil)
                run.press()
                try await untilIdle()
            }
        }

        @Test func aFaultEndsItAndWhatThereIsIsSaved() async throws {
            let recording = try await record()
            recording.change { $0.fault = RecordingError(.file(.diskFull), path: "/videos/video.mp4") }
            run.tick()
            try await untilIdle()
            #expect(seen.saved.count == 1 && seen.messages.count == 1 && !collects)
            #expect(seen.messages[0].hasSuffix("Everything up to there is saved."))
        }

        @Test func aVideoOfTheLongestLengthEnds() async throws {
            settings.set("video-limit", 5)
            let recording = try await record()
            #expect(recorder.options[0].limit == .seconds(300))
            recording.change { $0.isComplete = true }
            run.tick()
            try await untilIdle()
            #expect(seen.saved.count == 1 && seen.messages.isEmpty)
        }

        @Test func fullFileIsContinuedWithoutAGap() async throws {
            let recording = try await record()
            capture.deliver(frame(at: 133), for: .recording)
            recording.change { $0.fault = RecordingError(.file(.tooLarge)) }
            seen.picture = picture(of: frame(at: 133))
            recorder.holdUp(true)
            run.tick()
            try await until("the next file is being made") { recorder.options.count == 2 }
            capture.deliver(frame(at: 166), for: .recording)
            recorder.holdUp(false)
            try await until("it goes on") { recorder.recordings.count == 2 && run.running != nil }
            capture.deliver(frame(at: 200), for: .recording)
            #expect(recording.times.map { $0.nanoseconds / 1_000_000 } == [100, 133])
            let next = recorder.recordings[1]
            #expect(next.times.map { $0.nanoseconds / 1_000_000 } == [133, 166, 200] && next.missing == 0)
        }

        /// Presses while something is recorded whose end takes long.
        private func stopSlowly() async throws -> FakeRecording {
            let recording = try await record()
            recording.holdUp(true)
            run.press()
            try await until("it is being finished") { recording.requests == [.stop] }
            return recording
        }

        @Test func aPressWhileTheLastIsBeingFinishedBeginsTheNext() async throws {
            let recording = try await stopSlowly()
            #expect(run.isActive && run.beginsOnPress && !run.endsOnPress && !collects)
            seen.picture = picture(of: frame(at: 500))
            run.shutterDown()
            seen.picture = picture(of: frame(at: 600))
            run.press()
            #expect(run.endsOnPress && !run.beginsOnPress && seen.saved.isEmpty)
            capture.deliver(frame(at: 533), for: .recording)
            recording.holdUp(false)
            try await until("the next has begun") { run.running != nil && recorder.recordings.count == 2 }
            #expect(seen.saved.count == 1 && run.endsOnPress)
            #expect(recorder.recordings[1].times.map { $0.nanoseconds / 1_000_000 } == [500, 533])
        }

        @Test func shutterHeldWhileTheLastEndsBeginsTheNext() async throws {
            let recording = try await stopSlowly()
            seen.picture = picture(of: frame(at: 500))
            run.shutterDown()
            seen.picture = picture(of: frame(at: 600))
            recording.holdUp(false)
            try await untilIdle()
            run.press()
            try await until("the next has begun") { run.running != nil && recorder.recordings.count == 2 }
            #expect(recorder.recordings[1].times.map { $0.nanoseconds / 1_000_000 } == [500])
        }

        @Test(arguments: ["again", "closed", "other camera"])
        func scheduledRecordingIsCancelled(by what: String) async throws {
            let recording = try await stopSlowly()
            run.press()
            var isClosed = false
            switch what {
            case "again": run.press()
            case "closed": run.stop { isClosed = true }
            default:
                session.update(SessionSnapshot(state: .opening(other, attempt: 1), cameras: [webcam, other]))
                run.sessionChanged()
            }
            recording.holdUp(false)
            try await untilIdle()
            #expect(seen.saved.count == 1 && recorder.options.count == 1 && !run.endsOnPress && !collects)
            #expect(isClosed == (what == "closed"))
        }

        @Test func theTimerCountsWhileTheLastIsBeingFinished() async throws {
            let recording = try await stopSlowly()
            settings.set("self-timer", 1)
            run.press()
            #expect(seen.countdown == [1] && !run.endsOnPress)
            try await until("it has counted") { run.endsOnPress }
            recording.holdUp(false)
            try await until("the next has begun") { run.running != nil && recorder.recordings.count == 2 }
        }

        @Test func picturesNotYetDrawnAreNotMissing() async throws {
            run.isReady = true
            for time in [66, 100, 133, 166] { capture.deliver(frame(at: Int64(time)), for: .recording) }
            for count in 1...2 {
                _ = try await record()
                capture.deliver(frame(at: 200), for: .recording)
                let recording = recorder.recordings[count - 1]
                #expect(recording.times.map { $0.nanoseconds / 1_000_000 } == [100, 133, 166, 200])
                run.press()
                try await untilIdle()
                for time in [100, 133, 166] { capture.deliver(frame(at: Int64(time)), for: .recording) }
            }
            session.update(SessionSnapshot(state: .busy(webcam, by: nil), cameras: [webcam]))
            run.sessionChanged()
            #expect(!collects)
            session.update(streaming())
            run.sessionChanged()
            #expect(collects)
            run.isReady = false
            #expect(!collects)
        }

        @Test func aPressWhileTheNextFileIsMadeEndsIt() async throws {
            let recording = try await record()
            recording.change { $0.fault = RecordingError(.file(.tooLarge)) }
            recorder.holdUp(true)
            run.tick()
            try await until("the next file is being made") { recorder.options.count == 2 }
            #expect(run.endsOnPress)
            run.press()
            #expect(!run.endsOnPress && run.isActive)
            recorder.holdUp(false)
            try await untilIdle()
            #expect(seen.saved.count == 2)
        }

        @Test func unsavableVideoDoesNotBlockTheNext() async throws {
            let recording = try await stopSlowly()
            recording.fail(RecordingError(.file(.diskFull)))
            run.press()
            recording.holdUp(false)
            try await until("the next has begun") { run.running != nil && recorder.recordings.count == 2 }
            #expect(seen.saved.isEmpty && seen.messages.count == 1)
        }

        @Test func aPressEndsARecordingWhoseFileHasJustBecomeFull() async throws {
            let recording = try await record()
            recording.change { $0.fault = RecordingError(.file(.tooLarge)) }
            run.press()
            #expect(!run.endsOnPress)
            try await untilIdle()
            #expect(seen.saved.count == 1 && recorder.options.count == 1 && !collects)
        }

        @Test func aNextOneThatGetsNoPictureLeavesNoneBehind() async throws {
            let recording = try await stopSlowly()
            run.press()
            session.update(SessionSnapshot(state: .restarting(webcam, restarts: 1), cameras: [webcam]))
            run.sessionChanged()
            recording.holdUp(false)
            try await untilIdle()
            #expect(collects)
            try await until("the frames are let go") { capture.requests.last == .collect(.recording, false) }
            session.update(streaming())
            seen.picture = picture(of: frame(at: 900))
            #expect(try await record().times.map(\.nanoseconds) == [900_000_000])
        }

        @Test func aWindowThatStaysRecordsAgain() async throws {
            let recording = try await stopSlowly()
            var isClosed = false
            run.stop { isClosed = true }
            run.press()
            #expect(run.endsOnPress)
            recording.holdUp(false)
            try await until("the next has begun") { run.running != nil && recorder.recordings.count == 2 }
            #expect(isClosed)
        }

        @Test func videoWithoutAPictureIsNotSaved() async throws {
            let recording = try await record()
            recording.fail(RecordingError(.nothingRecorded))
            run.press()
            try await untilIdle()
            #expect(seen.saved.isEmpty && seen.messages.count == 1)
        }

        @Test func anUnpluggedCameraEndsItAlsoWhileTheFileIsMade() async throws {
            recorder.holdUp(true)
            run.press()
            try await until("the file is being made") { recorder.options.count == 1 }
            session.update(SessionSnapshot(state: .disconnected(webcam), cameras: []))
            run.sessionChanged()
            recorder.holdUp(false)
            try await untilIdle()
            #expect(seen.saved.count == 1 && recorder.recordings[0].requests == [.stop] && !collects)
        }

        @Test func aRestartIsWaitedForAndAnotherCameraEndsIt() async throws {
            let recording = try await record()
            for state in [SessionState.restarting(webcam, restarts: 1), .opening(webcam, attempt: 1)] {
                session.update(SessionSnapshot(state: state, cameras: [webcam]))
                run.sessionChanged()
            }
            #expect(run.running != nil && recording.requests.isEmpty)
            session.update(SessionSnapshot(state: .opening(other, attempt: 1), cameras: [webcam, other]))
            run.sessionChanged()
            try await untilIdle()
            #expect(seen.saved.count == 1 && recording.requests == [.stop])
        }

        @Test func completionIsCalledWhenTheVideoIsSaved() async throws {
            var order: [String] = []
            run.stop { order.append("idle") }
            recorder.holdUp(true)
            run.press()
            try await until("the file is being made") { recorder.options.count == 1 }
            run.stop { [seen] in order.append("saved \(seen.saved.count)") }
            recorder.holdUp(false)
            try await untilIdle()
            #expect(order == ["idle", "saved 1"])
        }

        @Test func theTimerCountsDownAndASecondPressCancelsIt() async throws {
            settings.set("self-timer", 2)
            run.shutterDown()
            run.press()
            run.press()
            #expect(seen.countdown == [2, nil] && recorder.options.isEmpty && !run.isActive)
            run.press()
            seen.picture = picture(of: frame(at: 900))
            try await until("it has begun") { run.running != nil }
            #expect(recorder.recordings[0].times.map(\.nanoseconds) == [900_000_000])
            #expect(seen.countdown == [2, nil, 2, 1, nil] && !run.cancelTimer())
        }

        @Test func theTimerIsCancelledWithTheCameraAndThatIsSaid() {
            settings.set("self-timer", 2)
            run.press()
            session.update(SessionSnapshot(state: .disconnected(webcam), cameras: []))
            run.sessionChanged()
            #expect(seen.countdown == [2, nil] && seen.messages == ["Timer cancelled"])
        }

        @Test func zoomGoesIntoTheVideoOrItIsSaidThatItDoesNot() async throws {
            let all = PixelRect(x: 0, y: 0, width: 4, height: 1)
            let part = PixelRect(x: 0, y: 0, width: 2, height: 1)
            for format in [VideoFormat.standard, .original] {
                recorder.script { $0.format = format }
                let recording = try await record()
                run.shown(picture(portion: all))
                run.tick()
                #expect(seen.messages.isEmpty)
                for _ in 0..<2 { run.shown(picture(portion: part)) }
                for _ in 0..<2 { run.tick() }
                #expect(recording.requests == [.zoom(all), .zoom(part)])
                #expect(seen.messages.count == (format == .original ? 1 : 0))
                run.press()
                try await untilIdle()
            }
        }

        @Test func substitutedFormatIsReportedOnce() async throws {
            recorder.script { ($0.format, $0.substitution) = (.standard, .notOriginal) }
            for _ in 0..<2 {
                _ = try await record()
                run.press()
                try await untilIdle()
            }
            #expect(seen.messages == [RecordingWording.substitution(.standard, .notOriginal)])
        }

        @Test func noPictureBeginsNoRecording() {
            seen.picture = nil
            run.press()
            #expect(!run.isActive)
            seen.picture = picture()
            session.update(SessionSnapshot(state: .busy(webcam, by: nil), cameras: [webcam]))
            run.shutterDown()
            run.press()
            #expect(!run.isActive && !collects)
        }
    }
}

@MainActor @Suite struct RecordingWordingTests {
    @Test(arguments: [(0, "0:00"), (7, "0:07"), (754, "12:34"), (3723, "1:02:03"), (-5, "0:00")])
    func lengthsReadLikeAClock(seconds: Int, words: String) {
        #expect(RecordingWording.clock(.seconds(seconds)) == words)
    }

    @Test(arguments: [
        (30, "0 minutes left"), (60, "1 minute left"), (7199, "119 minutes left"), (7200, "2 hours left"),
        (1_000_000_000, "9999 hours left"),
    ])
    func roomIsSaidInTheLargestUnitThatSaysSomething(seconds: Int, words: String) {
        #expect(RecordingWording.left(.seconds(seconds)) == words)
    }

    @Test func everyErrorIsNamed() {
        let codes: [RecordingError.Code] = [
            .encoderMissing(package: "a-package"), .file(.diskFull), .file(.tooLarge), .fileExists,
            .notOriginal, .pictureChanged, .encoderFailed, .nothingRecorded,
        ]
        let words = codes.map { RecordingWording.reason(for: RecordingError($0, path: "/videos/a.mp4")) }
        #expect(Set(words).count == codes.count && words.allSatisfy { $0.hasSuffix(".") })
        #expect(words[0].contains("a-package") && words[2].contains("/videos/a.mp4"))
        let faults = [SoundFault.notAllowed, .noMicrophone, .lost].map { RecordingWording.reason(for: $0) }
        #expect(Set(faults).count == 3)
    }

    @Test func substitutedFormatNamesTheMissingPackage() {
        let missing = RecordingError.Code.encoderMissing(package: "a-package")
        let words = [
            RecordingWording.substitution(.webM, missing), RecordingWording.substitution(.original, missing),
        ]
        #expect(Set(words).count == 2 && words.allSatisfy { $0.contains("a-package") })
        #expect(!RecordingWording.substitution(.standard, .notOriginal).contains("%s"))
    }

    @Test func videoMessageNamesWhatWentWrong() {
        func remark(
            _ dropped: Int, _ remedy: SlownessRemedy? = nil, _ fault: RecordingError? = nil
        ) -> String? {
            RecordingWording.remark(
                on: SavedVideo(
                    path: "/a", length: .seconds(1), droppedCount: dropped, remedy: remedy, fault: fault))
        }
        #expect(remark(0) == nil)
        #expect(remark(1) == "The computer was too slow for 1 picture of the video.")
        #expect(remark(2)?.contains("2 pictures") == true)
        #expect(Set([remark(2), remark(2, .lessWork), remark(2, .compressionLater)]).count == 3)
        let failed = remark(2, nil, RecordingError(.encoderFailed))
        #expect(failed?.hasPrefix("The video encoder failed.") == true)
    }
}
