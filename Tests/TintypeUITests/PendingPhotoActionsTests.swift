// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import InterfaceTesting
import Testing

@testable import TintypeUI

private let full = SaveError(.diskFull, path: "/photos")

extension OneAtATime {
    /// "Trash", "Show in Files" and the like, asked for while photos are on their way to the disk.
    @MainActor @Suite struct PendingPhotoActionsTests {
        private let studio = Studio()
        private let actions: PendingPhotoActions
        private let seen = Seen()

        /// What `LastPhotoController` keeps.
        @MainActor
        private final class Seen {
            var photo: SavedPhoto?
            var done: [String] = []
        }

        init() {
            actions = PendingPhotoActions(studio.queue)
            studio.queue.onSaved = { [actions, seen] photo, ticket, isNewest in
                actions.saved(photo, ticket)
                if isNewest { seen.photo = photo }
            }
            studio.queue.onChange = { [actions, queue = studio.queue] in
                if queue.pendingCount == 0 { actions.grant() }
            }
        }

        private func ask(_ action: WindowAction) {
            actions.ask(action, of: seen.photo) { [seen] in
                seen.done.append(action.rawValue + " " + $0.path)
            }
        }

        private func take() async throws {
            try await studio.shootAndSettle()
        }

        /// Takes a photo that reaches the disk once the gate is open: several of `studio` come there in any order.
        private func take(_ id: String, behind gate: Gate) {
            gate.holdUp(true)
            studio.queue.take { [queue = studio.queue] ticket in
                await gate.pass()
                let shot = JournalledShot(
                    id: id, time: WallTime(nanosecondsSince1970: 0, offsetFromUTC: 0), format: .jpeg)
                queue.shotIsSafe()
                await queue.publish(shot, ticket)
            }
        }

        @Test func idleQueueFinishesAtOnce() async throws {
            ask(.trashPhoto)
            #expect(seen.done.isEmpty)
            try await take()
            ask(.trashPhoto)
            ask(.trashPhoto)
            #expect(seen.done == ["trash-photo /photos/shot-1", "trash-photo /photos/shot-1"])
        }

        /// Not the one before it, which is on the disk already.
        @Test func actionMeansThePhotoBeingSaved() async throws {
            try await take()
            studio.photos.holdUp(true)
            studio.shoot()
            for action in [WindowAction.trashPhoto, .trashPhoto, .showInFiles] { ask(action) }
            #expect(seen.done.isEmpty)
            studio.photos.holdUp(false)
            try await studio.settle()
            #expect(seen.done == ["trash-photo /photos/shot-2", "show-in-files /photos/shot-2"])
        }

        @Test func actionSkipsAPhotoTakenLater() async throws {
            let (first, second) = (Gate(), Gate())
            take("first", behind: first)
            ask(.trashPhoto)
            take("second", behind: second)
            ask(.trashPhoto)
            first.holdUp(false)
            try await until("the first is there") { seen.photo?.path == "/photos/first" }
            #expect(seen.done.isEmpty)
            second.holdUp(false)
            try await studio.settle()
            #expect(seen.done == ["trash-photo /photos/first", "trash-photo /photos/second"])
        }

        /// A large photo is still being made when a small one that was taken after it is there.
        @Test func actionMeansTheNewestPhotoWhateverArrivesFirst() async throws {
            let (older, newer) = (Gate(), Gate())
            take("older", behind: older)
            take("newer", behind: newer)
            ask(.keepBest)
            newer.holdUp(false)
            try await until("the newer is there") { seen.photo?.path == "/photos/newer" }
            ask(.keepAll)
            older.holdUp(false)
            try await studio.settle()
            #expect(seen.done == ["keep-best /photos/newer", "keep-all /photos/newer"])
            #expect(seen.photo?.path == "/photos/newer")
        }

        @Test func failedPhotoIsNotReplacedByAnother() async throws {
            try await take()
            studio.photos.script { $0.library = full }
            studio.photos.holdUp(true)
            studio.shoot()
            ask(.trashPhoto)
            studio.photos.holdUp(false)
            try await studio.settle()
            #expect(seen.done.isEmpty)
            // Nor by itself, when it is saved at last: that was long ago.
            studio.photos.script { $0.library = nil }
            studio.queue.tryAgain()
            try await studio.settle()
            #expect(seen.done.isEmpty)
        }

        /// The button shows the newer photo: an older one that is saved at last must not be what "Trash" means.
        @Test(arguments: ["again", "as", "into"])
        func anOlderPhotoThatIsSavedAtLastIsNotTheLast(way: String) async throws {
            studio.photos.script { $0.library = full }
            try await take()
            studio.photos.script { $0.library = nil }
            try await take()
            studio.photos.holdUp(true)
            switch way {
            case "again": studio.queue.tryAgain()
            case "as": studio.queue.saveFirstUnsaved(as: "/elsewhere/a.jpg")
            default: studio.queue.saveAllUnsaved(into: "/elsewhere")
            }
            ask(.showInFiles)
            studio.photos.holdUp(false)
            try await studio.settle()
            ask(.savePhotoAs)
            #expect(seen.done == ["show-in-files /photos/shot-2", "save-photo-as /photos/shot-2"])
        }

        @Test func aPhotoOfAnEarlierRunIsNotTheLast() async throws {
            let old = JournalledShot(
                id: "old", time: WallTime(nanosecondsSince1970: 0, offsetFromUTC: 0), format: .heic)
            studio.photos.script {
                $0.recovery = Recovery(waiting: [Recovery.Waiting(shot: old, error: full)])
            }
            studio.queue.recover()
            try await until("it waits") { !studio.queue.unsaved.isEmpty }
            try await take()
            studio.queue.tryAgain()
            try await studio.settle()
            #expect(seen.photo?.path == "/photos/shot-1")
        }

        @Test func videoReplacesTheLastPhoto() async throws {
            studio.photos.holdUp(true)
            studio.shoot()
            studio.queue.supersede()
            studio.photos.holdUp(false)
            try await studio.settle()
            #expect(seen.photo == nil && studio.queue.hasSavedNewest)
            try await take()
            #expect(seen.photo?.path == "/photos/shot-2")
        }
    }
}
