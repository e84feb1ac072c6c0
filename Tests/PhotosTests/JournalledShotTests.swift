// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Testing

@testable import Imaging
@testable import Permissions
@testable import Photos

/// The two steps of a press: safe, then a photo.
@Suite struct JournalledShotTests {
    private let folder = TemporaryFolder()

    private func library(total: Int = 1 << 30) -> PhotoLibrary {
        let path = folder.path
        return PhotoLibrary(
            encoder: PhotoEncoder(software: "T"),
            journal: ShotJournal(path: path + "/shots", limits: JournalLimits(total: total, reserve: 0)),
            savingGrant: { SavingGrant() }, grant: { grant(path) })
    }

    private var entries: [String] { folder.names(in: "shots").filter { $0.hasSuffix(".shot") } }

    @Test func aShotIsInTheJournalUntilItIsInTheLibrary() async throws {
        let library = library()
        let shot = try await library.journal(testShot())
        #expect(entries.count == 1 && folder.names() == [])
        _ = try await library.save(.journal(shot), to: .library)
        #expect(entries == [] && folder.names().count == 1)
    }

    @Test func aBetterFrameTakesTheShotsPlace() async throws {
        let library = library()
        let seen = testShot(testFrame(bar: 3), format: .jpeg)
        let better = seen.with(frame: testFrame(bar: 9))
        let journalled = try await library.journal(seen)
        let replaced = try await library.replace(journalled, with: better)
        #expect(entries.count == 1 && replaced.id == journalled.id)
        let photo = try await library.save(.journal(replaced), to: .library)
        #expect(entries == [] && folder.names().count == 1)
        let expected = try PhotoEncoder(software: "T").encode(better).bytes
        #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: photo.path))) == expected)
    }

    @Test func aBetterFrameThatFindsNoRoomChangesNothing() async throws {
        let seen = testShot(testFrame(bar: 3), format: .jpeg)
        let journalled = try await library().journal(seen)
        let path = folder.path
        let full = PhotoLibrary(
            encoder: PhotoEncoder(software: "T"),
            journal: ShotJournal(
                path: path + "/shots", limits: JournalLimits(total: 1 << 30, reserve: 1 << 60)),
            grant: { grant(path) })
        await #expect {
            _ = try await full.replace(journalled, with: seen.with(frame: testFrame(bar: 9)))
        } throws: {
            ($0 as? SaveError)?.code == .diskFull
        }
        let photo = try await library().save(.journal(journalled), to: .library)
        let expected = try PhotoEncoder(software: "T").encode(seen).bytes
        #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: photo.path))) == expected)
    }

    @Test func aShotIsPublishedOnce() async throws {
        let library = library()
        let shot = try await library.journal(testShot())
        _ = try await library.save(.journal(shot), to: .library)
        await #expect { _ = try await library.save(.journal(shot), to: .library) } throws: {
            ($0 as? SaveError)?.underlying == ENOENT
        }
        #expect(folder.names().count == 1)
    }

    @Test func aPhotoThatIsThereAlreadyIsNotMadeAgain() async throws {
        let library = library()
        let shot = try await library.journal(testShot())
        // As after a fault between publishing and removing the entry.
        let name = try #require(EntryName(id: shot.id))
        let journal = ShotJournal(path: folder.path + "/shots")
        let file = PhotoFile([1, 2, 3]) { publication throws(SaveError) in
            try journal.note(publication, in: name)
        }
        let path = try LibraryWriter.publish(
            file, as: .taken(testName, .heic), .heic, in: try PermittedFolder.open(grant(folder.path)))
        #expect(try await library.save(.journal(shot), to: .library) == SavedPhoto(path: path, format: .heic))
        #expect(entries == [] && folder.names().count == 1)
    }

    @Test func whenTheLibraryIsGoneTheShotWaitsAndThenArrives() async throws {
        let library = library()
        try Data([1]).write(to: URL(fileURLWithPath: folder.path + "/Camera"))
        let shot = try await library.journal(testShot())
        await #expect { _ = try await library.save(.journal(shot), to: .library) } throws: {
            ($0 as? SaveError)?.code == .notAFolder
        }
        #expect(entries.count == 1)
        try FileManager.default.removeItem(atPath: folder.path + "/Camera")
        _ = try await library.save(.journal(shot), to: .library)
        #expect(entries == [] && folder.names().count == 1)
    }

    @Test func aWaitingShotCanBeSavedElsewhere() async throws {
        let library = library()
        let shot = try await library.journal(testShot())
        let photo = try await library.save(.journal(shot), to: .file(folder.path + "/mine.jpg"))
        #expect(photo == SavedPhoto(path: folder.path + "/mine.jpg", format: .jpeg))
        #expect(entries == [] && folder.names() == [])
    }

    @Test func fullJournalRefusesThePressAndStillSaves() async throws {
        let library = library(total: 100)
        await #expect { _ = try await library.journal(testShot()) } throws: {
            ($0 as? SaveError)?.code == .diskFull
        }
        _ = try await library.save(.memory(testShot()), to: .library)
        _ = try await library.save(.memory(testShot()), to: .file(folder.path + "/mine.heic"))
        #expect(folder.names().count == 1 && contents(folder.path + "/mine.heic") != nil)
    }

    @Test func aChosenFileThatFailsLeavesNothingForLater() async {
        let library = library()
        await #expect {
            _ = try await library.save(.memory(testShot()), to: .file(folder.path + "/no/such/mine.heic"))
        } throws: {
            ($0 as? SaveError)?.underlying == ENOENT
        }
        #expect(entries == [])
    }

    /// The caller has it still, and says so: kept here too, it would be two photos later.
    @Test(arguments: [.library, .file("/mine.heic"), .folder("/")] as [PhotoTarget])
    func aShotInMemoryThatIsNotAllowedLeavesNothingForLater(target: PhotoTarget) async {
        let library = PhotoLibrary(
            encoder: PhotoEncoder(software: "T"), journal: folder.path + "/shots", grant: { nil })
        await #expect(throws: SaveError.self) { try await library.save(.memory(testShot()), to: target) }
        #expect(entries == [])
    }
}
