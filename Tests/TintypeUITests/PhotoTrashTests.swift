import CaptureCore
import CaptureTesting
import Testing

@testable import TintypeUI

extension OneAtATime {
    @MainActor @Suite struct PhotoTrashTests {
        private let trash = PhotoTrash()
        private let entries = FakeRoll.entries(3)
        private let roll: FakeRoll
        private let seen = Seen()

        @MainActor
        private final class Seen {
            var messages: [String] = []
            var restored: [String] = []
        }

        init() {
            roll = FakeRoll(entries)
            trash.onMessage = { [seen] words, button in
                seen.messages.append(words + (button == nil ? "" : " (Undo)"))
            }
            trash.onRestored = { [seen] in seen.restored += $0.map(\.path) }
        }

        private func hold(_ index: Int) -> @Sendable () async -> (any PhotoHolding)? {
            { [roll, entries] in await roll.hold(entries[index]) }
        }

        /// A message with a button takes the place of the one before it.
        @Test func whatCouldNotGoIsSaidAfterTheOfferToUndo() async throws {
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

        @Test func whatWentTogetherComesBackTogetherTheLastFirst() async throws {
            trash.trash([hold(0)])
            try await until("the first is gone") { trash.canUndo }
            trash.trash([hold(1), hold(2)])
            try await until("the others are gone") { seen.messages.count == 2 }
            trash.undo()
            try await until("two are back") { seen.restored.count == 2 }
            #expect(seen.restored == [entries[1].path, entries[2].path])
            trash.undo()
            try await until("all are back") { seen.restored.count == 3 }
            #expect(!trash.canUndo)
        }
    }
}
