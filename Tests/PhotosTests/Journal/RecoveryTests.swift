// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Testing

@testable import Imaging
@testable import Permissions
@testable import Photos

/// The next launch after a crash.
@Suite struct RecoveryTests {
    private let folder = TemporaryFolder()
    private let encoder = PhotoEncoder(software: "T")
    private var shots: String { folder.path + "/shots" }

    private func library(isAllowed: Bool = true, isSavingOn: Bool = true) -> PhotoLibrary {
        let path = folder.path
        return PhotoLibrary(
            encoder: encoder, journal: shots, savingGrant: { isSavingOn ? SavingGrant() : nil },
            grant: { isAllowed ? grant(path) : nil })
    }

    /// Journals shots as a run that ends right after.
    @discardableResult private func crash(after shots: [Shot]) throws -> [EntryName] {
        let journal = ShotJournal(path: self.shots)
        return try shots.map { try #require(EntryName(id: journal.write($0).id)) }
    }

    private func jpeg(_ bar: Int, milliseconds: Int64 = 0) -> Shot {
        testShot(testFrame(bar: bar), milliseconds: milliseconds, format: .jpeg)
    }

    private func bytes(_ shot: Shot) throws -> [UInt8] { try encoder.encode(shot).bytes }

    /// Notes a name in an entry, as the run did before it crashed.
    private func note(_ publication: Publication, in name: EntryName) throws {
        try ShotJournal(path: shots).note(publication, in: name)
    }

    private var leftover: [String] {
        folder.names(in: "shots").filter { !$0.hasSuffix(".lock") }
            + folder.names().filter { $0.hasPrefix(".") }
    }

    @Test func everyUnfinishedShotBecomesOnePhoto() async throws {
        let expected = (0..<3).map { jpeg($0, milliseconds: Int64($0 / 2)) }
        try crash(after: expected)
        let recovery = await library().recover()
        #expect(recovery.count == 3 && recovery.damagedCount == 0 && recovery.waiting == [])
        #expect(Set(recovery.photos.compactMap { contents($0.path) }) == Set(try expected.map(bytes)))
        #expect(folder.names().count == 3 && leftover == [])
        #expect(await library().recover() == Recovery())
    }

    @Test func photosOfABurstKeepTheirOrderInTheirNames() async throws {
        var calendar = ShotCalendar()
        let burst = (0..<12).map { bar in
            let time = calendar.time(of: MonotonicTime(nanoseconds: Int64(bar))) { _ in testShot().time }
            return testShot(testFrame(bar: bar), at: time, format: .jpeg)
        }
        try crash(after: burst)
        _ = await library().recover()
        let names = folder.names().sorted()
        #expect(try names.map { contents(folder.path + "/Camera/" + $0) } == burst.map(bytes))
        // Only a name that is not free needs a number.
        #expect(names.allSatisfy { $0.utf8.count == testName.fileName(.jpeg).utf8.count })
    }

    @Test func aCrashBetweenPublishingAndRemovingGivesNoSecondPhoto() async throws {
        let shot = jpeg(1)
        let name = try crash(after: [shot])[0]
        let file = PhotoFile(try bytes(shot), id: name.id) { [self] publication throws(SaveError) in
            try ShotJournal(path: shots).note(publication, in: name)
        }
        _ = try LibraryWriter.publish(
            file, as: .taken(testName, .jpeg), .jpeg, in: try PermittedFolder.open(grant(folder.path)))
        // No permission is needed to see that nothing is left to do.
        _ = await library(isAllowed: false).recover()
        #expect(folder.names().count == 1 && leftover == [])
        #expect(await library().recover() == Recovery())
    }

    @Test func aCrashBetweenNotingAndPublishingGivesOnePhoto() async throws {
        let shot = jpeg(1)
        let name = try crash(after: [shot])[0]
        let camera = folder.path + "/Camera"
        try note(
            Publication(of: bytes(shot), .jpeg, as: testName.fileName(.jpeg), in: camera), in: name)
        let recovery = await library().recover()
        #expect(recovery.photos.map(\.path) == [camera + "/" + testName.fileName(.jpeg)])
        #expect(folder.names().count == 1 && leftover == [])
    }

    @Test func anotherPhotoOfTheNotedNameIsNoProof() async throws {
        let shot = jpeg(1)
        let name = try crash(after: [shot])[0]
        _ = try LibraryWriter.publish(
            PhotoFile([1, 2, 3]), as: .taken(testName, .jpeg), .jpeg,
            in: try PermittedFolder.open(grant(folder.path)))
        let camera = folder.path + "/Camera"
        try note(
            Publication(of: bytes(shot), .jpeg, as: testName.fileName(.jpeg), in: camera), in: name)
        let recovery = await library().recover()
        #expect(try recovery.photos.map { try #require(contents($0.path)) } == [try bytes(shot)])
        #expect(folder.names().count == 2)
    }

    @Test func whatACrashLeftOnADiskWithoutLinksGoes() async throws {
        let shot = jpeg(1)
        let name = try crash(after: [shot])[0]
        let camera = folder.path + "/Camera"
        mkdir(camera, 0o755)
        // The name was taken by an empty file, the photo not yet moved there.
        for file in [testName.fileName(.jpeg), TemporaryFile.name(for: name.id)] {
            try Data().write(to: URL(fileURLWithPath: camera + "/" + file))
        }
        try note(
            Publication(
                of: bytes(shot), .jpeg, as: testName.fileName(.jpeg), in: camera, isReserved: true), in: name)
        _ = await library().recover()
        #expect(folder.names() == [testName.fileName(.jpeg)])
        #expect(contents(camera + "/" + testName.fileName(.jpeg)) == (try bytes(shot)))
    }

    @Test func twoShotsOfOneFrameStayTwo() async throws {
        let shot = jpeg(1)
        let names = try crash(after: [shot, shot])
        let camera = folder.path + "/Camera"
        // The later was about to get the name that the earlier gets now.
        try note(
            Publication(of: bytes(shot), .jpeg, as: testName.fileName(.jpeg), in: camera), in: names[1])
        #expect(await library().recover().count == 2)
        #expect(folder.names().count == 2)
    }

    @Test func aDamagedEntryIsSetAsideReportedOnceAndBlocksNoOther() async throws {
        let names = try crash(after: [jpeg(0), jpeg(1), jpeg(2)])
        let path = shots + "/" + names[1].fileName
        var damaged = try #require(contents(path))
        damaged[damaged.count - 1] ^= 1
        try Data(damaged).write(to: URL(fileURLWithPath: path))
        let recovery = await library().recover()
        #expect(recovery.count == 2 && recovery.damagedCount == 1)
        #expect(contents(shots + "/damaged/" + names[1].fileName) == damaged)
        #expect(await library().recover() == Recovery())
        #expect(contents(shots + "/damaged/" + names[1].fileName) == damaged)
    }

    @Test func aFrameThatIsNoPictureIsSetAside() async throws {
        let layout = FrameLayout(
            format: .mjpeg, size: PixelSize(width: 64, height: 48), bytesPerLine: 0, color: .jpeg)
        let name = try crash(after: [testShot(testFrame([1, 2, 3], layout))])[0]
        #expect(await library().recover().damagedCount == 1)
        #expect(folder.names(in: "shots/damaged") == [name.fileName])
    }

    @Test func missingPermissionKeepsShotsWaiting() async throws {
        let shot = jpeg(1)
        let name = try crash(after: [shot])[0]
        let library = library(isAllowed: false)
        let waiting = Recovery.Waiting(
            shot: JournalledShot(id: name.id, time: shot.time, format: .jpeg),
            error: SaveError(.notAllowed, path: ""))
        #expect(await library.recover() == Recovery(waiting: [waiting]))
        #expect(folder.names() == [] && leftover == [name.fileName])
        // The same run can try again, and so can the next.
        #expect(await library.recover().waiting == [waiting])
    }

    @Test func aFileThatThePersonChoseIsFinishedThere() async throws {
        let path = folder.path + "/mine.jpg"
        _ = try ShotJournal(path: shots).write(testShot(), target: .file(path))
        let recovery = await library(isAllowed: false).recover()
        #expect(recovery.photos == [SavedPhoto(path: path, format: .jpeg)])
        #expect(leftover == [])
    }

    // MARK: A file that the person named

    /// Journals a shot for a file as a run that ends right after.
    private func crash(for path: String) throws -> Shot {
        let shot = jpeg(1)
        _ = try ShotJournal(path: shots).write(shot, target: .file(path))
        return shot
    }

    private func put(_ bytes: [UInt8], _ path: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    @Test(arguments: [true, false]) func whatIsRecoveredReplacesNothing(isAllowed: Bool) async throws {
        let path = folder.path + "/doc.jpg"
        let shots = try [crash(for: path), crash(for: path)]
        try put([1, 2, 3], path)
        let recovery = await library(isAllowed: isAllowed).recover()
        #expect(contents(path) == [1, 2, 3])
        let names = ["/doc (recovered).jpg", "/doc (recovered 2).jpg"].map { folder.path + $0 }
        #expect(recovery.photos.map(\.path) == names)
        #expect(try names.map { contents($0) } == shots.map(bytes))
        #expect(folder.names() == [] && leftover == [])
    }

    @Test func anEmptyFileOfThatNameIsThePersons() async throws {
        let path = folder.path + "/doc.jpg"
        let shot = jpeg(1)
        let name = try #require(
            EntryName(id: try ShotJournal(path: shots).write(shot, target: .file(path)).id))
        try note(Publication(of: bytes(shot), .jpeg, as: "doc.jpg", in: folder.path), in: name)
        try put([], path)
        _ = await library().recover()
        #expect(contents(path) == [])
        #expect(try contents(folder.path + "/doc (recovered).jpg") == bytes(shot))
    }

    @Test func aFileThatWasReplacedBeforeTheCrashIsThere() async throws {
        let path = folder.path + "/doc.jpg"
        try put([1, 2, 3], path)
        let shot = jpeg(1)
        let name = try #require(
            EntryName(id: try ShotJournal(path: shots).write(shot, target: .file(path)).id))
        let file = PhotoFile(try bytes(shot), id: name.id) { [self] publication throws(SaveError) in
            try ShotJournal(path: shots).note(publication, in: name)
        }
        try LibraryWriter.replace(path, with: file, .jpeg, with: SavingGrant())
        _ = await library(isAllowed: false).recover()
        #expect(contents(path) == (try bytes(shot)))
        #expect(folder.names(in: "").filter { $0.hasPrefix("doc") } == ["doc.jpg"] && leftover == [])
    }

    @Test(arguments: [true, false]) func withoutItsFolderItGoesToTheLibraryIfAllowed(isAllowed: Bool)
        async throws
    {
        let shot = try crash(for: folder.path + "/gone/doc.jpg")
        let recovery = await library(isAllowed: isAllowed).recover()
        #expect(
            recovery.photos.map(\.path)
                == (isAllowed ? [folder.path + "/Camera/" + testName.fileName(.jpeg)] : []))
        #expect(recovery.waiting.map(\.error.code) == (isAllowed ? [] : [.folderMissing]))
        #expect(recovery.waiting.map(\.shot.time) == (isAllowed ? [] : [shot.time]))
        #expect(folder.names(in: "gone") == [])
    }

    @Test func lockdownKeepsTheShotWaiting() async throws {
        _ = try crash(for: folder.path + "/doc.jpg")
        let recovery = await library(isAllowed: false, isSavingOn: false).recover()
        #expect(recovery.waiting.map(\.error.code) == [.notAllowed])
        #expect(contents(folder.path + "/doc.jpg") == nil)
    }

    @Test func tryingAgainReplacesNothingEither() async throws {
        let path = folder.path + "/doc.jpg"
        let library = library()
        let waiting = try ShotJournal(path: shots).write(jpeg(1), target: .file(path))
        try put([1, 2, 3], path)
        let photo = try await library.save(.journal(waiting), to: .library)
        #expect(contents(path) == [1, 2, 3] && photo.path == folder.path + "/doc (recovered).jpg")
    }

    @Test func theOldestComesFirst() async throws {
        try crash(after: (0..<12).map { jpeg($0, milliseconds: Int64($0)) })
        let photos = await library().recover().photos.map(\.path)
        #expect(photos == photos.sorted() && photos.count == 12)
    }

    @Test func theOtherProcessesShotsAreLeftToIt() async throws {
        let other = ShotJournal(path: shots)
        _ = try other.write(jpeg(1))
        #expect(await library().recover() == Recovery())
        withExtendedLifetime(other) {}
    }
}
