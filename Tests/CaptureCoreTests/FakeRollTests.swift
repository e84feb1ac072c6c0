import CaptureCore
import CaptureTesting
import Testing

/// The roll in memory that the views' tests use.
@Suite struct FakeRollTests {
    @Test func aTrashedPhotoLeavesTheListingAndComesBackToItsPlace() async throws {
        let entries = FakeRoll.entries(3)
        let roll = FakeRoll(entries)
        let held = try #require(await roll.hold(entries[1]))
        try await held.trash()
        #expect(await first(roll)?.entries == [entries[0], entries[2]])
        try await held.restore()
        #expect(await first(roll)?.entries == entries)
        #expect(
            roll.requests == [
                .hold(entries[1].path), .trash(entries[1].path), .restore(entries[1].path),
            ])
    }

    @Test func aTurnedPhotoIsShownTurned() async throws {
        let entries = FakeRoll.entries(1)
        let roll = FakeRoll(entries)
        try await roll.turn(entries[0], clockwise: true)
        let view = PixelSize(width: 60, height: 60)
        #expect(try await roll.photo(entries[0], fitting: view).size == PixelSize(width: 45, height: 60))
        #expect(try await roll.photo(entries[0], fitting: nil).size == PixelSize(width: 120, height: 160))
    }

    @Test func itRefusesWhatATestSays() async {
        let entries = FakeRoll.entries(2)
        let roll = FakeRoll(entries)
        roll.script { $0.faults[entries[0].path] = .damaged }
        await #expect(throws: PhotoFault.damaged) { try await roll.thumbnail(entries[0]) }
        roll.script { $0.listing.entries = [] }
        await #expect(throws: PhotoFault.missing) { try await roll.thumbnail(entries[1]) }
    }

    @Test func threeOfABurstAreOne() {
        #expect(RollOrder.items(of: FakeRoll.entries(3, apart: 100)).count == 1)
        #expect(RollOrder.items(of: FakeRoll.entries(3)).count == 3)
    }

    private func first(_ roll: FakeRoll) async -> LibraryListing? {
        for await listing in roll.listings() { return listing }
        return nil
    }
}
