// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import InterfaceTesting
import Platform
import Testing

@testable import TintypeUI

private let full = SaveError(.diskFull, path: "/journal")

extension OneAtATime {
    @MainActor @Suite struct ShootingControllerTests {
        @Test func aPressIsJournalledAndThenPublished() async throws {
            let studio = Studio()
            try await studio.shootAndSettle()
            #expect(studio.photos.events == [.journalled("shot-1"), .published("shot-1", to: "")])
            #expect(studio.seen.saved.map(\.path) == ["/photos/shot-1"])
        }

        @Test func theFlashWaitsForTheJournal() async throws {
            let studio = Studio()
            studio.photos.holdUp(true)
            studio.shoot()
            try await until("the shot is taken") { studio.queue.endangeredCount == 1 }
            for _ in 0..<20 { await Task.yield() }
            #expect(studio.seen.takenCount == 0)
            #expect(studio.seen.thumbnailCount == 0)
            studio.photos.holdUp(false)
            try await studio.settle()
            #expect(studio.seen.takenCount == 1)
            #expect(studio.seen.thumbnailCount == 1)
        }

        @Test func thePhotoIsOfTheMomentTheShutterWentDown() async throws {
            let studio = Studio()
            studio.seen.picture = picture(of: frame(at: 100))
            studio.shooting.shutterDown()
            studio.seen.picture = picture(of: frame(at: 200))
            studio.shooting.press()
            try await studio.settle()
            #expect(studio.photos.shots.map(\.frame.arrival.nanoseconds) == [100_000_000])
        }

        @Test func shotHoldsCameraFactsAndZoom() async throws {
            let studio = Studio()
            var measured = MeasuredSettings()
            measured.exposureTime = .milliseconds(20)
            studio.capture.setMeasured(measured)
            studio.seen.picture = picture(portion: PixelRect(x: 0, y: 0, width: 2, height: 1))
            try await studio.shootAndSettle()
            let shot = try #require(studio.photos.shots.first)
            #expect(shot.measured.exposureTime == .milliseconds(20))
            #expect(shot.measured.digitalZoom == 2)
            #expect(shot.framing.portion == PixelRect(x: 0, y: 0, width: 2, height: 1))
        }

        @Test func aPressBeforeTheFirstPictureGetsIt() async throws {
            let studio = Studio()
            studio.seen.picture = nil
            studio.shoot()
            studio.shoot()
            #expect(studio.queue.pendingCount == 0 && studio.shooting.awaitsPicture)
            let first = picture(of: frame(at: 100))
            studio.seen.picture = first
            for _ in 0..<2 { studio.shooting.pictureArrived(first) }
            try await studio.settle()
            #expect(studio.photos.shots.map(\.frame.arrival.nanoseconds) == [100_000_000])
        }

        @Test(arguments: [
            SessionState.opening(webcam, attempt: 1), .restarting(webcam, restarts: 1), .paused(webcam),
        ])
        func aPressWhileTheCameraStartsGetsTheFirstPicture(state: SessionState) async throws {
            let studio = Studio()
            // The last picture of the stream before is no longer the camera's.
            studio.seen.picture = nil
            studio.session.update(SessionSnapshot(state: state, cameras: [webcam]))
            studio.shoot()
            #expect(studio.queue.pendingCount == 0 && studio.shooting.awaitsPicture)
            studio.session.update(streaming())
            let first = picture(of: frame(at: 100))
            studio.seen.picture = first
            studio.shooting.pictureArrived(first)
            try await studio.settle()
            #expect(studio.photos.shots.count == 1)
        }

        @Test func aPressBeforeAPictureIsGivenUpWithTheCamera() {
            let studio = Studio()
            studio.seen.picture = nil
            studio.shoot()
            studio.session.update(SessionSnapshot(state: .disconnected(webcam), cameras: []))
            studio.shooting.cameraStopped()
            #expect(!studio.shooting.awaitsPicture)
        }

        @Test func cancelledPressDoesNotDateALaterPhoto() async throws {
            let studio = Studio()
            studio.seen.picture = picture(of: frame(at: 100))
            studio.shooting.shutterDown()
            studio.seen.picture = picture(of: frame(at: 5000))
            let start = ContinuousClock.now
            try await until("it is too long ago") { ContinuousClock.now - start > .milliseconds(1200) }
            studio.shooting.press()
            try await studio.settle()
            #expect(studio.photos.shots.map(\.frame.arrival.nanoseconds) == [5_000_000_000])
        }

        @Test func noCameraTakesNothing() async throws {
            let studio = Studio()
            studio.session.update(SessionSnapshot(state: .disconnected(webcam), cameras: []))
            studio.shoot()
            #expect(studio.queue.pendingCount == 0)
        }

        @Test func withoutAJournalThePhotoIsMadeAtOnceAndThatIsSaidOnce() async throws {
            let studio = Studio()
            studio.photos.script { $0.journal = full }
            for _ in 0..<2 {
                try await studio.shootAndSettle()
            }
            #expect(studio.photos.events == [.saved(to: ""), .saved(to: "")])
            #expect(studio.seen.takenCount == 2)
            #expect(studio.seen.messages == [SaveWording.slowness(full)])
            studio.photos.script { $0.journal = nil }
            try await studio.shootAndSettle()
            studio.photos.script { $0.journal = full }
            try await studio.shootAndSettle()
            #expect(studio.seen.messages.count == 2)
        }

        @Test func unjournalledShotWaitsInMemoryWithoutAFlash() async throws {
            let studio = Studio()
            studio.photos.script {
                $0.journal = full
                $0.library = full
            }
            try await studio.shootAndSettle()
            #expect(studio.queue.unsaved.map(\.isInDanger) == [true])
            #expect(studio.queue.endangeredCount == 0)
            #expect(studio.seen.takenCount == 0)
        }

        @Test func aDamagedPictureIsSaidOnceUntilOneIsWholeAgain() async throws {
            let studio = Studio()
            for isWhole in [false, false, true, false] {
                studio.seen.picture = picture(isWhole: isWhole)
                studio.shoot()
                // The camera is gone: the press gets what was on the screen.
                studio.shooting.stop()
                try await studio.settle()
            }
            #expect(studio.seen.messages.count == 2)
            #expect(studio.seen.takenCount == 4)
        }

        @Test func aPressBeforeTheExposureRestsGetsTheFirstPictureAfter() async throws {
            let studio = Studio(isSettled: false)
            studio.seen.picture = picture(of: frame(at: 100))
            studio.shoot()
            #expect(studio.shooting.awaitsPicture)
            #expect(studio.queue.pendingCount == 0)
            studio.session.update(streaming(isSettled: true))
            studio.shooting.pictureArrived(picture(of: frame(at: 200)))
            try await studio.settle()
            #expect(studio.photos.shots.map(\.frame.arrival.nanoseconds) == [200_000_000])
        }

        @Test func anExposureThatNeverRestsGetsThePictureOfThePress() async throws {
            let studio = Studio(isSettled: false)
            studio.shoot()
            try await until("the press is let go") { !studio.shooting.awaitsPicture }
            try await studio.settle()
            #expect(studio.seen.saved.count == 1)
        }

        /// Two presses on a black picture, as far as they come without light.
        private func shootInTheDark(_ studio: Studio) {
            studio.session.update(streaming(isSettled: false, awaitsLight: true))
            studio.seen.picture = picture(of: frame(at: 100))
            let before = studio.seen.messages.count
            for _ in 0..<2 { studio.shoot() }
            #expect(studio.seen.messages.suffix(from: before) == ["Waiting for light…"])
        }

        private func lighten(_ studio: Studio) async throws {
            studio.session.update(streaming())
            studio.shooting.pictureArrived(picture(of: frame(at: 2100)))
            try await studio.settle()
        }

        /// A program that is killed meanwhile loses neither press.
        @Test func whatWaitsForLightIsInTheJournalMeanwhile() async throws {
            let studio = Studio()
            shootInTheDark(studio)
            try await until("both are safe") { studio.photos.events.count == 2 }
            #expect(studio.photos.events == [.journalled("shot-1"), .journalled("shot-2")])
            #expect(studio.seen.takenCount == 0 && studio.seen.thumbnailCount == 0)
            try await lighten(studio)
            #expect(studio.photos.events.count { $0 == .replaced("shot-1") } == 1)
            #expect(studio.photos.events.count { $0 == .published("shot-2", to: "") } == 1)
            #expect(
                studio.photos.shots.map(\.frame.arrival.nanoseconds).suffix(2) == [
                    2_100_000_000, 2_100_000_000,
                ])
            #expect(studio.photos.events.count == 6 && studio.seen.takenCount == 2)
            // The next ones that wait say so again.
            shootInTheDark(studio)
            studio.shooting.stop()
            try await studio.settle()
        }

        /// As when the answer to the question about settled pictures comes late.
        @Test func aPressIsKeptAlsoIfTheDarkIsKnownLater() async throws {
            let studio = Studio(isSettled: false)
            studio.seen.picture = picture(of: frame(at: 100))
            studio.shoot()
            studio.session.update(streaming(isSettled: false, awaitsLight: true))
            studio.shooting.pictureArrived(picture(of: frame(at: 200)))
            try await until("it is safe") { studio.photos.events == [.journalled("shot-1")] }
            #expect(studio.seen.messages == ["Waiting for light…"])
            try await lighten(studio)
            #expect(studio.photos.shots.map(\.frame.arrival.nanoseconds) == [100_000_000, 2_100_000_000])
        }

        @Test func lightThatComesNeverLeavesThePhotoOfTheDark() async throws {
            let studio = Studio()
            shootInTheDark(studio)
            studio.shooting.stop()
            try await studio.settle()
            try await until("both are saved") { studio.seen.saved.count == 2 }
            #expect(studio.seen.takenCount == 2)
        }

        @Test func aLightPictureThatCantReplaceTheBlackOneIsSavedByItself() async throws {
            let studio = Studio()
            studio.photos.script { $0.replacing = full }
            shootInTheDark(studio)
            try await until("both are safe") { studio.photos.events.count == 2 }
            try await lighten(studio)
            #expect(studio.photos.events.count { $0 == .saved(to: "") } == 2)
            #expect(studio.photos.events.count { $0 == .discarded("shot-1") } == 1)
            #expect(studio.photos.shots.last?.frame.arrival.nanoseconds == 2_100_000_000)
            #expect(studio.photos.events.count == 6 && studio.seen.takenCount == 2)
        }

        @Test func withoutAJournalAPressWaitsForLightInMemory() async throws {
            let studio = Studio()
            studio.photos.script { $0.journal = full }
            shootInTheDark(studio)
            try await lighten(studio)
            #expect(studio.photos.events == [.saved(to: ""), .saved(to: "")])
            #expect(studio.photos.shots.allSatisfy { $0.frame.arrival.nanoseconds == 2_100_000_000 })
            #expect(studio.seen.takenCount == 2)
        }

        @Test func aBurstTakesEveryFrameUntilTheShutterComesUp() async throws {
            let studio = Studio()
            studio.shooting.startBurst()
            for time in Int64(1)...5 { studio.capture.deliver(frame(at: time), for: .burst) }
            try await until("all have come") { studio.seen.burst.last == 5 }
            studio.shooting.endBurst()
            try await studio.settle()
            #expect(!studio.capture.deliver(frame(), for: .burst))
            let times = studio.photos.shots.map(\.frame.arrival.nanoseconds).sorted()
            #expect(times == (1...5).map { $0 * 1_000_000 })
            #expect(studio.seen.messages == ["Burst of 5 photos"])
            #expect(studio.seen.burst == [0, 1, 2, 3, 4, 5, nil])
        }

        /// A busy program takes several frames at once, and the calendar's clock is set back meanwhile.
        @Test(arguments: [true, false])
        func photosOfABurstAreNamedInTheOrderOfCapture(sourceTellsTime: Bool) async throws {
            var lead: Int64 = 1_729_987_199_900_000_000
            let studio = Studio {
                lead -= 3_600_000_000_000
                return WallTime(nanosecondsSince1970: $0.nanoseconds + lead, offsetFromUTC: 0)
            }
            studio.shooting.startBurst()
            for time in Int64(1)...5 {
                let captured = sourceTellsTime ? 100 + time * 33 : nil
                studio.capture.deliver(frame(at: 400, captured: captured, bytes: Int(time)), for: .burst)
            }
            try await until("all have come") { studio.seen.burst.last == 5 }
            studio.shooting.endBurst()
            try await studio.settle()
            let shots = studio.photos.shots.sorted { $0.frame.byteCount < $1.frame.byteCount }
            let moments = shots.compactMap {
                PhotoName.milliseconds(inName: PhotoName(time: $0.time).fileName(.heic))
            }
            let distance: Int64 = sourceTellsTime ? 33 : 1
            #expect(
                zip(moments, moments.dropFirst()).map { $1 - $0 } == [Int64](repeating: distance, count: 4))
        }

        @Test func burstWithoutAFrameIsOnePhotoOfThePress() async throws {
            let studio = Studio()
            studio.seen.picture = picture(of: frame(at: 100))
            studio.shooting.shutterDown()
            studio.seen.picture = picture(of: frame(at: 200))
            studio.shooting.startBurst()
            studio.shooting.endBurst()
            try await studio.settle()
            #expect(studio.photos.shots.map(\.frame.arrival.nanoseconds) == [100_000_000])
            #expect(studio.seen.messages.isEmpty)
        }

        @Test func noCameraMeansNoBurst() {
            let studio = Studio()
            studio.session.update(SessionSnapshot(state: .noCamera, cameras: []))
            studio.shooting.startBurst()
            #expect(studio.capture.requests.isEmpty)
        }

        @Test func theTimerCountsDownAndTakesWhatIsThereThen() async throws {
            let settings = try #require(TestSettings.ours())
            settings.set("self-timer", 2)
            let studio = Studio(settings: settings)
            studio.shoot()
            studio.shooting.startBurst()
            #expect(studio.capture.requests.isEmpty)
            studio.seen.picture = picture(of: frame(at: 900))
            try await until("the photo is taken") { studio.seen.saved.count == 1 }
            #expect(studio.seen.countdown == [2, 1, nil])
            #expect(studio.photos.shots.map(\.frame.arrival.nanoseconds) == [900_000_000])
        }

        @Test func theTimerOutlastsARestartOfTheCameraAndEndsWithWordsWithoutOne() async throws {
            let settings = try #require(TestSettings.ours())
            settings.set("self-timer", 1)
            let studio = Studio(settings: settings)
            studio.shoot()
            studio.session.update(SessionSnapshot(state: .restarting(webcam, restarts: 1), cameras: [webcam]))
            studio.shooting.cameraStopped()
            studio.seen.picture = nil
            try await until("the time is over") { studio.seen.countdown == [1, nil] }
            studio.session.update(streaming())
            studio.seen.picture = picture(of: frame(at: 900))
            studio.shooting.pictureArrived(picture(of: frame(at: 900)))
            try await until("the photo is taken") { studio.seen.saved.count == 1 }
            studio.shoot()
            studio.session.update(SessionSnapshot(state: .disconnected(webcam), cameras: []))
            studio.shooting.cameraStopped()
            #expect(studio.seen.countdown == [1, nil, 1, nil] && studio.seen.messages == ["Timer cancelled"])
        }

        @Test func aSecondPressCancelsTheTimer() throws {
            let settings = try #require(TestSettings.ours())
            settings.set("self-timer", 3)
            let studio = Studio(settings: settings)
            studio.shoot()
            studio.shoot()
            #expect(studio.seen.countdown == [3, nil])
            #expect(!studio.shooting.cancelTimer())
            #expect(studio.queue.pendingCount == 0)
        }

        @Test func aSlowPressCancelsTheTimerToo() throws {
            let settings = try #require(TestSettings.ours())
            settings.set("self-timer", 3)
            let studio = Studio(settings: settings)
            studio.shoot()
            studio.shooting.shutterDown()
            studio.shooting.hold()
            #expect(studio.seen.countdown == [3, nil])
            studio.shooting.endBurst()
            #expect(studio.capture.requests.isEmpty && studio.queue.pendingCount == 0)
        }

        @Test func theBestMomentReplacesTheFrameInTheJournal() async throws {
            let settings = try #require(TestSettings.ours())
            settings.set("best-moment", true)
            let studio = Studio(settings: settings)
            studio.capture.deliver(frame(at: 100, bytes: 4), for: .bestMoment)
            studio.capture.deliver(frame(at: 150, bytes: 9), for: .bestMoment)
            studio.seen.picture = picture(of: frame(at: 100, bytes: 4))
            try await studio.shootAndSettle()
            let sequence: [FakePhotos.Event] = [
                .journalled("shot-1"), .replaced("shot-1"), .published("shot-1", to: ""),
            ]
            #expect(studio.photos.events == sequence)
            #expect(studio.seen.takenCount == 1)
        }

        @Test func aBestMomentThatCantBeKeptLeavesTheFrameThatWasSeen() async throws {
            let settings = try #require(TestSettings.ours())
            settings.set("best-moment", true)
            let studio = Studio(settings: settings)
            studio.photos.script { $0.replacing = full }
            studio.capture.deliver(frame(at: 100, bytes: 4), for: .bestMoment)
            studio.capture.deliver(frame(at: 150, bytes: 9), for: .bestMoment)
            studio.seen.picture = picture(of: frame(at: 100, bytes: 4))
            try await studio.shootAndSettle()
            #expect(studio.photos.events == [.journalled("shot-1"), .published("shot-1", to: "")])
        }
    }
}
