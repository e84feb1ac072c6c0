import CaptureTesting
import Testing

@testable import TintypeUI

extension OneAtATime {
    @MainActor @Suite struct PictureBeatTests {
        private let beat = PictureBeat()
        private let done = Done()

        @MainActor
        private final class Done { var count = 0 }

        @Test func aChangeComesWithTheNextPictureAndOnce() async throws {
            beat.next { [done] in done.count += 1 }
            beat.next { [done] in done.count += 10 }
            #expect(done.count == 0)
            beat.pictureArrived()
            #expect(done.count == 11)
            beat.pictureArrived()
            try await runLoop(for: .milliseconds(200))
            #expect(done.count == 11)
        }

        @Test func withoutPicturesItComesAllTheSame() async throws {
            beat.next { [done] in done.count += 1 }
            try await until("it comes") { done.count == 1 }
        }

        /// What a change asks for waits for another picture.
        @Test func aChangeMayAskForTheNextOne() {
            beat.next { [beat, done] in beat.next { done.count += 1 } }
            beat.pictureArrived()
            #expect(done.count == 0)
            beat.pictureArrived()
            #expect(done.count == 1)
        }
    }
}
