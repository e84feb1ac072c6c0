// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Testing

@testable import TintypeUI

extension OneAtATime {
    @MainActor @Suite struct PhotoTrashTests {
        private let trash = PhotoTrash()
        private let paths = ["/photos/1.heic", "/photos/2.heic", "/photos/3.heic"]
        private let seen = Seen()

        @MainActor
        private final class Seen {
            var messages: [String] = []
            var restored: [String] = []
        }

        /// A photo that goes to the trash and comes back.
        private struct HeldInMemory: PhotoHolding {
            let photo: SavedPhoto
            let mayStayOpen = true
            var trashing: SaveError?
            var restoring: SaveError?

            func copy(to path: String) async throws(SaveError) {}
            func trash() async throws(SaveError) { if let trashing { throw trashing } }
            func restore() async throws(SaveError) { if let restoring { throw restoring } }
        }

        init() {
            trash.onMessage = { [seen] words, button in
                seen.messages.append(words + (button == nil ? "" : " (Undo)"))
            }
            trash.onRestored = { [seen] in seen.restored += $0.map(\.path) }
        }

        private func hold(
            _ index: Int, trashing: SaveError? = nil, restoring: SaveError? = nil
        ) -> @Sendable () async -> (any PhotoHolding)? {
            { [paths] in
                HeldInMemory(
                    photo: SavedPhoto(path: paths[index], format: .heic), trashing: trashing,
                    restoring: restoring)
            }
        }

        /// A message with a button takes the place of the one before it.
        @Test func failedDeletionIsReportedAfterTheUndoOffer() async throws {
            trash.trash([hold(0), { nil }, hold(2)])
            try await until("it is said") { seen.messages.count == 2 }
            #expect(
                seen.messages == [
                    "2 photos moved to the trash (Undo)", "1 photo couldn’t be moved to the trash",
                ])
        }

        @Test func onePhotoThatStaysIsNotCounted() async throws {
            trash.trash([{ nil }])
            try await until("it is said") { !seen.messages.isEmpty }
            #expect(seen.messages == ["The photo couldn’t be moved to the trash"])
            #expect(!trash.canUndo)
        }

        @Test func aDriveWithoutATrashIsTheReason() async throws {
            trash.trash([hold(0, trashing: SaveError(.failed, underlying: 95, path: paths[0]))])
            try await until("it is said") { !seen.messages.isEmpty }
            #expect(seen.messages == ["This drive has no trash. You can delete files in your file manager."])
        }

        @Test func videoMessagesSayVideo() async throws {
            let video = SavedPhoto(path: "/photos/VID_20261122_140203_004.mp4", format: .jpeg)
            trash.trash([{ HeldInMemory(photo: video) }], isVideo: true)
            try await until("it is gone") { trash.canUndo }
            trash.trash([{ nil }], isVideo: true)
            try await until("both are said") { seen.messages.count == 2 }
            #expect(
                seen.messages == [
                    "Video moved to the trash (Undo)", "The video couldn’t be moved to the trash",
                ])
        }

        @Test func undoRestoresADeletionAtOnceLastFirst() async throws {
            trash.trash([hold(0)])
            try await until("the first is gone") { trash.canUndo }
            trash.trash([hold(1), hold(2)])
            try await until("the others are gone") { seen.messages.count == 2 }
            trash.undo()
            try await until("two are back") { seen.restored.count == 2 }
            #expect(seen.restored == [paths[1], paths[2]])
            trash.undo()
            try await until("all are back") { seen.restored.count == 3 }
            #expect(!trash.canUndo)
        }

        @Test func failedTrashIsReportedWithoutUndo() async throws {
            let error = SaveError(.readOnly, path: paths[0])
            trash.trash([hold(0, trashing: error), hold(1, trashing: error)])
            try await until("it is said") { !seen.messages.isEmpty }
            #expect(seen.messages == ["2 photos couldn’t be moved to the trash"])
            #expect(!trash.canUndo)
        }

        @Test func failedUndoIsReportedAndOthersReturn() async throws {
            trash.trash([hold(0, restoring: SaveError(.failed, path: paths[0])), hold(1)])
            try await until("they are gone") { trash.canUndo }
            trash.undo()
            try await until("the other is back") { seen.restored == [paths[1]] }
            #expect(
                seen.messages.last == "The photo couldn’t be brought back; it is still in the trash.")
        }

        @Test func undoWithoutAnythingInTheTrashSaysNothing() {
            trash.undo()
            #expect(seen.messages.isEmpty && seen.restored.isEmpty)
        }
    }
}
