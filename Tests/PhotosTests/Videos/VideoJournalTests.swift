import CaptureCore
import Glibc
import System
import Testing

@testable import Permissions
@testable import Photos

/// Recordings that end, and those that do not.
@Suite struct VideoJournalTests {
    private let folder = TemporaryFolder()
    private var journal: VideoJournal { VideoJournal(path: folder.path + "/journal") { _, _ in } }

    private func video(_ name: String = "video.mp4", _ bytes: [UInt8] = [1, 2, 3]) throws -> VideoFile {
        let file = try VideoFile.make(at: folder.path + "/" + name, SavingGrant(), journal)
        try Descriptor(owning: try system_duplicate(file.number)).write(all: bytes)
        return file
    }

    /// Adds a byte to what was recorded.
    private func repair(_ path: String, _ descriptor: Int32) throws(VideoRepairFault) {
        do {
            var bytes = FileBytes(capacity: 64)
            try bytes.fill(from: Descriptor(owning: open(path, O_RDONLY)))
            try Descriptor(owning: try system_duplicate(descriptor)).write(
                all: bytes.with { Array($0) } + [9])
        } catch {
            throw .damaged
        }
    }

    private func content(_ name: String = "video.mp4") throws -> [UInt8] {
        var bytes = FileBytes(capacity: 64)
        try bytes.fill(
            from: Descriptor(owning: try system_openToRead(name, in: Folder.open(folder.path).share())))
        return bytes.with { Array($0) }
    }

    private var entries: [String] { (try? Folder.open(folder.path + "/journal").names()) ?? [] }

    @Test func aFinishedRecordingLeavesNoEntry() throws {
        let file = try video()
        #expect(entries.count == 1)
        try file.finish()
        #expect(entries.isEmpty)
        #expect(journal.recover(nil, SavingGrant(), repair: repair).paths.isEmpty)
        #expect(try content() == [1, 2, 3])
    }

    @Test func anInterruptedOneIsFinishedOnce() throws {
        do { _ = try video() }
        #expect(journal.recover(nil, SavingGrant(), repair: repair).paths == [folder.path + "/video.mp4"])
        #expect(try content() == [1, 2, 3, 9])
        #expect(entries.isEmpty)
        #expect(try Folder.open(folder.path).names().sorted() == ["journal", "video.mp4"])
    }

    @Test func oneThatGoesOnIsLeftAlone() throws {
        let file = try video()
        #expect(journal.recover(nil, SavingGrant(), repair: repair) == VideoRecovery())
        #expect(try content() == [1, 2, 3])
        try file.finish()
    }

    @Test func whatAPersonPutInItsPlaceIsNotTouched() throws {
        do { _ = try video() }
        unlink(folder.path + "/video.mp4")
        // Another inode, also where the file system gives the old number again.
        _ = open(folder.path + "/other", O_CREAT | O_WRONLY, 0o600)
        let new = open(folder.path + "/video.mp4", O_CREAT | O_WRONLY, 0o600)
        try Descriptor(owning: new).write(all: [7])
        #expect(journal.recover(nil, SavingGrant(), repair: repair).paths.isEmpty)
        #expect(try content() == [7])
        #expect(entries.isEmpty)
    }

    @Test func nothingRecordedLeavesNoFile() throws {
        do { _ = try video("video.mp4", []) }
        let recovery = journal.recover(nil, SavingGrant()) { (_, _) throws(VideoRepairFault) in
            throw .nothingRecorded
        }
        #expect(recovery == VideoRecovery())
        #expect(entries.isEmpty && !system_exists(folder.path + "/video.mp4"))
    }

    @Test func withoutRoomItWaits() throws {
        do { _ = try video() }
        let recovery = journal.recover(nil, SavingGrant()) { (_, _) throws(VideoRepairFault) in
            throw .file(.diskFull)
        }
        #expect(recovery.waitingCount == 1 && entries.count == 1)
        #expect(try content() == [1, 2, 3])
    }

    @Test func withoutAPermissionItWaits() throws {
        do { _ = try video() }
        #expect(journal.recover(nil, nil, repair: repair).waitingCount == 1)
        #expect(entries.count == 1)
    }

    @Test func entriesThatAreNoneAreRemoved() throws {
        do { _ = try video() }
        let entry = try #require(entries.first)
        let path = folder.path + "/journal/" + entry
        try Descriptor(owning: open(path, O_WRONLY | O_TRUNC)).write(all: Array("rubbish".utf8))
        #expect(journal.recover(nil, SavingGrant(), repair: repair) == VideoRecovery())
        #expect(entries.isEmpty)
        #expect(try content() == [1, 2, 3])
    }

    @Test func aFileThatIsThereIsNotReplaced() throws {
        try video("there.mp4", [5]).finish()
        let error = #expect(throws: SaveError.self) { try video("there.mp4") }
        #expect(error?.underlying == EEXIST)
        #expect(try content("there.mp4") == [5])
        #expect(entries.isEmpty)
    }
}
