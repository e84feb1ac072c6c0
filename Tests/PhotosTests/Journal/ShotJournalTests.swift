// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Testing

@testable import Photos

@Suite struct ShotJournalTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/state/shots" }
    private var entries: [String] { folder.names(in: "state/shots").filter { $0.hasSuffix(".shot") } }

    private func journal(total: Int = 1 << 30, reserve: Int = 0) -> ShotJournal {
        ShotJournal(path: path, limits: JournalLimits(total: total, reserve: reserve))
    }

    @Test func theFolderIsTheUsersAlone() throws {
        _ = try journal().write(testShot())
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o700)
    }

    @Test func reportedShotIsOnDisk() throws {
        let journal = journal()
        let shots = try (0..<3).map { try journal.write(testShot(milliseconds: Int64($0))) }
        #expect(entries == shots.map { $0.id + ".shot" })
        #expect(shots.map(\.time) == (0..<3).map { testShot(milliseconds: $0).time })
        #expect(folder.names(in: "state/shots").filter { $0.hasSuffix(".part") } == [])
    }

    @Test func aFullJournalSaysSoAndTakesNothing() throws {
        let size = EntryFile.size(of: testShot(), target: .library)
        let journal = journal(total: 2 * size)
        let first = try journal.write(testShot())
        _ = try journal.write(testShot())
        #expect(throws: SaveError(.diskFull, underlying: ENOSPC, path: path)) {
            try journal.write(testShot())
        }
        #expect(entries.count == 2)
        journal.remove(try #require(EntryName(id: first.id)))
        _ = try journal.write(testShot())
        #expect(entries.count == 2)
    }

    @Test func spaceOfEarlierRunsCounts() throws {
        let size = EntryFile.size(of: testShot(), target: .library)
        _ = try journal().write(testShot())
        #expect(throws: SaveError.self) { try journal(total: 2 * size - 1).write(testShot()) }
    }

    @Test func someOfTheDiskIsLeftToOthers() {
        #expect(throws: SaveError(.diskFull, underlying: ENOSPC, path: path)) {
            try journal(reserve: 1 << 50).write(testShot())
        }
        #expect(entries == [])
    }

    @Test(.enabled(if: Mount.isAllowed, "this user may not mount a small tmpfs"))
    func onAFullDiskTheShutterSaysSoAndNothingIsLeft() throws {
        let disk = try Mount.tmpfs(bytes: 100_000)
        let journal = ShotJournal(path: disk.path + "/shots", limits: JournalLimits(reserve: -1 << 40))
        let shot = testShot(testFrame(size: PixelSize(width: 640, height: 480)))
        #expect(throws: SaveError(.diskFull, underlying: ENOSPC, path: disk.path + "/shots")) {
            try journal.write(shot)
        }
        #expect(disk.names == ["shots", "shots/0.lock"])
        _ = try journal.write(testShot())
    }

    @Test func entriesOfARunningProcessAreNotInherited() throws {
        let living = journal()
        let shot = try living.write(testShot())
        #expect(try journal().inherit() == [])
        #expect(try living.inherit() == [])
        #expect(entries == [shot.id + ".shot"])
    }

    @Test func entriesOfEndedRunsAreInheritedOnce() throws {
        let (first, second) = try (journal().write(testShot()), journal().write(testShot()))
        let (heir, late) = (journal(), journal())
        #expect(Set(try heir.inherit().map(\.id)) == [first.id, second.id])
        #expect(try late.inherit() == [])
    }

    @Test func twoAtOnceHaveSlotsOfTheirOwn() throws {
        let (one, other) = (journal(), journal())
        let ids = try [one.write(testShot()).id, other.write(testShot()).id]
        #expect(ids[0].hasPrefix("0-") && ids[1].hasPrefix("1-"))
        withExtendedLifetime((one, other)) {}
    }

    @Test func aJournalThatIsEmptiedUnderwayGoesOn() throws {
        let journal = journal()
        _ = try journal.write(testShot())
        try FileManager.default.removeItem(atPath: path)
        let shot = try journal.write(testShot())
        #expect(entries == [shot.id + ".shot"])
        #expect(try self.journal().inherit() == [])
        withExtendedLifetime(journal) {}
    }

    @Test func halfWrittenEntriesOfTheDeadGoAndThoseOfTheLivingStay() throws {
        let living = journal()
        let own = try living.write(testShot()).id.split(separator: "-")[1]
        for part in ["0-\(own)-9.part", "5-dead-1.part"] {
            try Data([1]).write(to: URL(fileURLWithPath: path + "/" + part))
        }
        _ = try journal().inherit()
        #expect(folder.names(in: "state/shots").filter { $0.hasSuffix(".part") } == ["0-\(own)-9.part"])
        withExtendedLifetime(living) {}
    }

    @Test func missingFolderHasNothingToInherit() throws {
        #expect(try journal().inherit() == [])
        #expect(folder.names(in: "state") == [])
    }
}
