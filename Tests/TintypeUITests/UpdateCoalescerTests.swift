// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureTesting
import Testing

@testable import TintypeUI

extension OneAtATime {
    @MainActor @Suite struct UpdateCoalescerTests {
        private let updates = UpdateCoalescer()
        private let done = Done()

        @MainActor
        private final class Done { var count = 0 }

        @Test func aChangeComesWithTheNextPictureAndOnce() async throws {
            updates.next { [done] in done.count += 1 }
            updates.next { [done] in done.count += 10 }
            #expect(done.count == 0)
            updates.pictureArrived()
            #expect(done.count == 11)
            updates.pictureArrived()
            try await runLoop(for: .milliseconds(200))
            #expect(done.count == 11)
        }

        @Test func updateComesAlsoWithoutPictures() async throws {
            updates.next { [done] in done.count += 1 }
            try await until("it comes") { done.count == 1 }
        }

        /// A request made during a change waits for another picture.
        @Test func updateMayRequestAnother() {
            updates.next { [updates, done] in updates.next { done.count += 1 } }
            updates.pictureArrived()
            #expect(done.count == 0)
            updates.pictureArrived()
            #expect(done.count == 1)
        }
    }
}
