// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import InterfaceTesting
import Testing

@testable import TintypeUI

private let full = SaveError(.diskFull, path: "/photos")

extension OneAtATime {
    @MainActor @Suite struct SaveQueueTests {
        /// A shot that neither journal nor library could take.
        private func studioInDanger() async throws -> Studio {
            let studio = Studio()
            studio.photos.script {
                $0.journal = full
                $0.library = full
            }
            try await studio.shootAndSettle()
            return studio
        }

        @Test func tryingAgainSavesWhatWaited() async throws {
            let studio = try await studioInDanger()
            studio.photos.script { $0.library = nil }
            studio.queue.tryAgain()
            try await studio.settle()
            #expect(studio.queue.unsaved.isEmpty)
            #expect(studio.photos.events == [.saved(to: "")])
        }

        @Test func photoThatFailsAgainKeepsWaiting() async throws {
            let studio = try await studioInDanger()
            studio.queue.tryAgain()
            try await studio.settle()
            #expect(studio.queue.unsaved.map(\.error) == [full])
        }

        /// The program must not end while memory alone has the photo, whichever way out of it was chosen.
        @Test(arguments: ["again", "as", "into"])
        func aShotInMemoryIsEndangeredUntilItIsWritten(way: String) async throws {
            let studio = try await studioInDanger()
            studio.photos.script { $0.library = nil }
            studio.photos.holdUp(true)
            switch way {
            case "again": studio.queue.tryAgain()
            case "as": studio.queue.saveFirstUnsaved(as: "/elsewhere/a.jpg")
            default: studio.queue.saveAllUnsaved(into: "/elsewhere")
            }
            #expect(studio.queue.endangeredCount == 1)
            studio.photos.holdUp(false)
            try await studio.settle()
            #expect(studio.queue.endangeredCount == 0)
            #expect(studio.queue.unsaved.isEmpty)
        }

        @Test func saveAsTakesTheOldestWaitingPhoto() async throws {
            let studio = Studio()
            studio.photos.script { $0.library = full }
            for _ in 0..<2 {
                try await studio.shootAndSettle()
            }
            #expect(studio.queue.unsaved.count == 2)
            studio.queue.saveFirstUnsaved(as: "/elsewhere/a.jpg")
            try await studio.settle()
            #expect(studio.photos.events.last == .published("shot-1", to: "/elsewhere/a.jpg"))
            #expect(studio.queue.unsaved.count == 1)
        }

        @Test func aPhotoThatWaitsForThePermissionNeedsNoDecisionAndIsKept() async throws {
            let studio = Studio()
            studio.photos.script { $0.library = SaveError(.notAllowed, path: "") }
            try await studio.shootAndSettle()
            #expect(studio.queue.undecidedCount == 0)
            studio.queue.discardUnsaved()
            try await studio.settle()
            #expect(studio.queue.unsaved.count == 1)
            #expect(!studio.photos.events.contains(.discarded("shot-1")))
        }

        @Test func abandonedPhotosAreDiscarded() async throws {
            let studio = Studio()
            studio.photos.script { $0.library = full }
            try await studio.shootAndSettle()
            #expect(studio.queue.undecidedCount == 1)
            studio.queue.discardUnsaved()
            try await studio.settle()
            #expect(studio.queue.unsaved.isEmpty)
            #expect(studio.photos.events.last == .discarded("shot-1"))
        }

        /// Denied twice, thrown away: both come back in their order, or go for good.
        @Test(arguments: [true, false])
        func whatIsThrownAwayComesBackUntilItIsForgotten(isUndone: Bool) async throws {
            let studio = Studio()
            studio.photos.script { $0.library = SaveError(.notAllowed, path: "") }
            for _ in 0..<2 { try await studio.shootAndSettle() }
            let waiting = studio.queue.unsaved.map(\.source.time)
            #expect(studio.queue.throwAway() == 2)
            #expect(studio.queue.unsaved.isEmpty)
            #expect(!studio.photos.events.contains(.discarded("shot-1")))
            if isUndone { studio.queue.takeBack() }
            studio.queue.forgetThrownAway()
            try await studio.settle()
            #expect(studio.queue.unsaved.map(\.source.time) == (isUndone ? waiting : []))
            for shot in ["shot-1", "shot-2"] {
                #expect(studio.photos.events.contains(.discarded(shot)) == !isUndone)
            }
            studio.queue.takeBack()
            #expect(studio.queue.unsaved.count == (isUndone ? 2 : 0))
        }

        @Test func aPhotoThatIsReadyLateIsNotTheLast() async throws {
            let studio = Studio()
            studio.photos.script { $0.library = full }
            try await studio.shootAndSettle()
            studio.photos.script { $0.library = nil }
            try await studio.shootAndSettle()
            #expect(studio.seen.saved.map(\.path) == ["/photos/shot-2"])
        }

        /// An older one that fails again, after a newer one has failed, is still the first to be saved by hand.
        @Test func theOldestWaitsInFrontHoweverOftenItFails() async throws {
            let studio = Studio()
            studio.photos.script { $0.library = full }
            for _ in 0..<2 {
                try await studio.shootAndSettle()
                studio.queue.saveFirstUnsaved(as: "")
                try await studio.settle()
            }
            studio.queue.saveFirstUnsaved(as: "/elsewhere/a.jpg")
            try await studio.settle()
            #expect(studio.photos.events.last == .published("shot-1", to: "/elsewhere/a.jpg"))
        }

        @Test func saveAllPutsWaitingPhotosIntoOneFolder() async throws {
            let studio = Studio()
            studio.photos.script { $0.library = full }
            for _ in 0..<2 {
                try await studio.shootAndSettle()
            }
            studio.queue.saveAllUnsaved(into: "/elsewhere")
            try await studio.settle()
            // Beside each other, so in any order.
            for shot in ["shot-1", "shot-2"] {
                #expect(studio.photos.events.suffix(2).contains(.published(shot, to: "/elsewhere")))
            }
            #expect(studio.queue.unsaved.isEmpty)
        }

        @Test func rollShowsThePhotosBeingMade() async throws {
            let studio = Studio()
            studio.photos.script { $0.library = full }
            var published: [[String]] = []
            studio.queue.onChange = { [queue = studio.queue] in published.append(queue.publishing.map(\.id)) }
            try await studio.shootAndSettle()
            #expect(published.contains(["shot-1"]))
            #expect(studio.queue.publishing.isEmpty)
        }

        @Test func aPhotoSavedAtAnotherTryKeepsItsPlaceAmongTheOthers() async throws {
            let studio = Studio()
            studio.photos.script { $0.library = full }
            try await studio.shootAndSettle()
            studio.photos.script { $0.library = nil }
            try await studio.shootAndSettle()
            studio.queue.tryAgain()
            try await studio.settle()
            #expect(studio.photos.events.last == .published("shot-1", to: ""))
            #expect(studio.seen.saved.map(\.path) == ["/photos/shot-2"])
            #expect(studio.queue.hasSavedNewest)
        }

        @Test func theNewestIsUnsavedUntilAnotherTryOrAVideo() async throws {
            let studio = Studio()
            try await studio.shootAndSettle()
            #expect(!studio.queue.isNewestUnsaved)
            studio.photos.script { $0.library = full }
            try await studio.shootAndSettle()
            #expect(studio.queue.isNewestUnsaved)
            studio.photos.script { $0.library = nil }
            studio.queue.tryAgain()
            try await studio.settle()
            #expect(!studio.queue.isNewestUnsaved)
            #expect(studio.seen.saved.map(\.path) == ["/photos/shot-1", "/photos/shot-2"])
            studio.photos.script { $0.library = full }
            try await studio.shootAndSettle()
            studio.queue.supersede()
            #expect(!studio.queue.isNewestUnsaved)
        }

        @Test func anOlderPhotoThatIsGivenUpLeavesTheNewestAsItIs() async throws {
            let studio = Studio()
            studio.photos.script { $0.library = full }
            try await studio.shootAndSettle()
            studio.photos.script { $0.library = nil }
            try await studio.shootAndSettle()
            studio.queue.discardUnsaved()
            try await studio.settle()
            #expect(studio.queue.hasSavedNewest)
        }

        @Test func jpegInPlaceOfHEICIsSaidOnce() async throws {
            let studio = Studio()
            var count = 0
            studio.queue.onFormatFallback = { count += 1 }
            studio.photos.script { $0.writes = .jpeg }
            for _ in 0..<2 {
                try await studio.shootAndSettle()
            }
            #expect(count == 1)
        }

        @Test func photosOfAnEarlierRunAreReported() async throws {
            let studio = Studio()
            let shot = JournalledShot(
                id: "old", time: WallTime(nanosecondsSince1970: 0, offsetFromUTC: 0), format: .heic)
            studio.photos.script {
                $0.recovery = Recovery(
                    photos: [SavedPhoto(path: "/photos/a.heic", format: .heic)], damagedCount: 2,
                    waiting: [Recovery.Waiting(shot: shot, error: full)])
            }
            var counts: [Int] = []
            studio.queue.onRecovered = { counts = [$0, $1] }
            studio.queue.recover()
            try await until("it is recovered") { !counts.isEmpty }
            #expect(counts == [1, 2])
            #expect(studio.queue.unsaved.map(\.error) == [full])
            #expect(!studio.queue.isNewestUnsaved)
            // It is older than any photo of this run.
            studio.queue.tryAgain()
            try await studio.settle()
            #expect(studio.photos.events == [.published("old", to: "")])
            #expect(studio.seen.saved.isEmpty)
            #expect(counts == [1, 0], "that it came later makes it no less recovered")
        }
    }
}
