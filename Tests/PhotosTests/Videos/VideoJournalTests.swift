// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Glibc
import Testing

@testable import Permissions
@testable import Photos

/// Recordings that end, and those that do not.
@Suite struct VideoJournalTests {
    private let folder = TemporaryFolder()
    private var journal: VideoJournal { VideoJournal(path: folder.path + "/journal") { _, _ in } }

    private func video(_ name: String = "video.mp4", _ bytes: [UInt8] = [1, 2, 3]) throws -> VideoFile {
        let file = try VideoFile.make(
            at: folder.path + "/" + name, SavingGrant(), journal, remark: "1 2 A\nCamera")
        try Descriptor(owning: try system_duplicate(file.number)).write(all: bytes)
        return file
    }

    /// Adds a byte to what was recorded.
    private func repair(_ path: String, _ descriptor: Int32, _ remark: String) throws(VideoRepairFault) {
        #expect(remark == "1 2 ACamera")
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

    @Test func interruptedVideoIsFinishedOnce() throws {
        do { _ = try video() }
        #expect(journal.recover(nil, SavingGrant(), repair: repair).paths == [folder.path + "/video.mp4"])
        #expect(try content() == [1, 2, 3, 9])
        #expect(entries.isEmpty)
        #expect(try Folder.open(folder.path).names().sorted() == ["journal", "video.mp4"])
    }

    @Test func mp4IsFinishedInPlace() throws {
        do { _ = try video() }
        let path = folder.path + "/video.mp4"
        let before = try #require(try system_status(of: path))
        let recovery = journal.recover(nil, SavingGrant()) { (descriptor, remark) throws(VideoRepairFault) in
            #expect(remark == "1 2 ACamera" && pwrite(descriptor, [9], 1, 3) == 1)
            return true
        } repair: { (_, _, _) throws(VideoRepairFault) in
            Issue.record("a copy")
        }
        let after = try #require(try system_status(of: path))
        #expect(recovery.paths == [path] && entries.isEmpty)
        #expect(try content() == [1, 2, 3, 9])
        #expect(after.identity == before.identity && after.modified == before.modified)
    }

    /// A copy of a long video is of no use to the next start.
    @Test func anInterruptedRepairLeavesNothing() throws {
        do { _ = try video() }
        let entry = try #require(entries.first)
        let part = folder.path + "/" + TemporaryFile.name(for: entry)
        close(open(part, O_CREAT | O_WRONLY, 0o600))
        #expect(journal.recover(nil, SavingGrant(), repair: repair).paths.count == 1)
        #expect(try files == ["journal", "video.mp4"])
        do { _ = try video("other.mp4") }
        let other = folder.path + "/" + TemporaryFile.name(for: try #require(entries.first))
        close(open(other, O_CREAT | O_WRONLY, 0o600))
        unlink(folder.path + "/other.mp4")
        #expect(journal.recover(nil, SavingGrant(), repair: repair) == VideoRecovery())
        #expect(try files == ["journal", "video.mp4"])
    }

    @Test func fullDiskBeginsNoCopy() throws {
        do {
            let file = try video()
            // With a hole that is larger than what is free.
            let free = Int(clamping: try #require(try system_freeBytes(file.number)))
            #expect(ftruncate(file.number, free) == 0)
        }
        let recovery = journal.recover(nil, SavingGrant()) { (_, _, _) throws(VideoRepairFault) in
            Issue.record("a copy")
        }
        #expect(recovery.waitingCount == 1 && entries.count == 1)
        #expect(try files == ["journal", "video.mp4"])
    }

    @Test func runningRecordingIsLeftAlone() throws {
        let file = try video()
        #expect(journal.recover(nil, SavingGrant(), repair: repair) == VideoRecovery())
        #expect(try content() == [1, 2, 3])
        try file.finish()
    }

    @Test func fileInItsPlaceByThePersonIsKept() throws {
        do { _ = try video() }
        // As long as it is open, its inode's number is given to no other file.
        let old = Descriptor(owning: open(folder.path + "/video.mp4", O_RDONLY))
        // The clock of files ticks a few times a hundredth of a second.
        repeat {
            unlink(folder.path + "/video.mp4")
            let new = open(folder.path + "/video.mp4", O_CREAT | O_WRONLY, 0o600)
            try Descriptor(owning: new).write(all: [7])
        } while system_birth(old.number) != nil
            && system_birth(AT_FDCWD, folder.path + "/video.mp4") == system_birth(old.number)
        #expect(journal.recover(nil, SavingGrant(), repair: repair).paths.isEmpty)
        #expect(try content() == [7])
        #expect(entries.isEmpty)
        withExtendedLifetime(old) {}
    }

    /// Changes device, inode and birth in the only entry, as a restart may.
    private func changeMark(_ change: ([String]) -> [String]) throws {
        let path = folder.path + "/journal/" + (try #require(entries.first))
        let text = String(decoding: try #require(contents(path)), as: UTF8.self)
        let words = text.split(separator: " ", maxSplits: 2).map(String.init)
        let changed = change([words[0]] + words[1].split(separator: "@").map(String.init))
        let mark = changed[0] + " " + changed[1...].joined(separator: "@")
        try Descriptor(owning: open(path, O_WRONLY | O_TRUNC)).write(all: Array((mark + " " + words[2]).utf8))
    }

    @Test func aDiskThatGotAnotherNumberIsKnownAgain() throws {
        do { _ = try video() }
        try changeMark { [String(Int($0[0])! + 16)] + $0[1...] }
        #expect(journal.recover(nil, SavingGrant(), repair: repair).paths == [folder.path + "/video.mp4"])
    }

    @Test func aFileThatGotAnotherNumberIsKnownByItsBirth() throws {
        do { _ = try video() }
        guard system_birth(AT_FDCWD, folder.path + "/video.mp4") != nil else { return }
        try changeMark { [$0[0], String(Int($0[1])! + 1), $0[2]] }
        #expect(journal.recover(nil, SavingGrant(), repair: repair).paths == [folder.path + "/video.mp4"])
    }

    @Test func inodeIdentifiesFilesWithoutABirthTime() throws {
        do { _ = try video() }
        try changeMark { [$0[0], $0[1]] }
        #expect(journal.recover(nil, SavingGrant(), repair: repair).paths == [folder.path + "/video.mp4"])
        do { _ = try video("other.mp4") }
        try changeMark { [$0[0], String(Int($0[1])! + 1)] }
        #expect(journal.recover(nil, SavingGrant(), repair: repair) == VideoRecovery())
        #expect(entries.isEmpty)
    }

    @Test func unmountedDiskKeepsTheEntryWaiting() throws {
        mkdir(folder.path + "/disk", 0o700)
        do { _ = try video("disk/video.mp4") }
        unlink(folder.path + "/disk/video.mp4")
        try changeMark { [String(Int($0[0])! + 16)] + $0[1...] }
        #expect(journal.recover(nil, SavingGrant(), repair: repair).waitingCount == 1)
        #expect(entries.count == 1)
        // The disk is there, and the person has deleted the video.
        try Descriptor(owning: open(folder.path + "/disk/other", O_CREAT | O_WRONLY, 0o600)).write(all: [1])
        #expect(journal.recover(nil, SavingGrant(), repair: repair) == VideoRecovery())
        #expect(entries.isEmpty)
    }

    @Test func videoIsMadeWithoutTheJournal() throws {
        symlink("/", folder.path + "/journal")
        let file = try video()
        #expect(file.journalFault?.code == .notAFolder)
        try file.finish()
        #expect(try content() == [1, 2, 3])
        let other = try video("other.mp4")
        other.discard()
        #expect(try Folder.open(folder.path).names().sorted() == ["journal", "video.mp4"])
    }

    @Test func journalledVideoIsMarked() throws {
        #expect(try video().journalFault == nil)
    }

    @Test func nothingRecordedLeavesNoFile() throws {
        do { _ = try video("video.mp4", []) }
        let recovery = journal.recover(nil, SavingGrant()) { (_, _, _) throws(VideoRepairFault) in
            throw .nothingRecorded
        }
        #expect(recovery == VideoRecovery())
        #expect(entries.isEmpty && !system_exists(folder.path + "/video.mp4"))
    }

    @Test func fullDiskKeepsTheEntryWaiting() throws {
        do { _ = try video() }
        let recovery = journal.recover(nil, SavingGrant()) { (_, _, _) throws(VideoRepairFault) in
            throw .file(.diskFull)
        }
        #expect(recovery.waitingCount == 1 && entries.count == 1)
        #expect(try content() == [1, 2, 3])
    }

    @Test func missingPermissionKeepsTheVideoWaiting() throws {
        do { _ = try video() }
        #expect(journal.recover(nil, nil, repair: repair).waitingCount == 1)
        #expect(entries.count == 1)
    }

    // MARK: Compression

    /// A video that waits for its compression.
    private func waiting() throws { try large().finish() }

    /// One that is to be compressed when it is whole.
    private func large() throws -> VideoFile {
        let name = PhotoName(time: WallTime(nanosecondsSince1970: 0, offsetFromUTC: 0), isVideo: true)
        let file = try VideoFile.make(
            name, .original, in: grant(.chosen(folder.path)), journal, remark: "1 2 A\nCamera", isLarge: true)
        try Descriptor(owning: try system_duplicate(file.number)).write(all: [1, 2, 3])
        return file
    }

    private let mkv = "VID_19700101_000000_000.mkv"
    private let mp4 = "VID_19700101_000000_000.mp4"

    private func compress(
        _ make: (String, Int32, String) throws(VideoRepairFault) -> Void
    ) { journal.compress(grant(.chosen(folder.path)), make: make) }

    private func compress() { compress(repair) }

    private var files: [String] { get throws { try Folder.open(folder.path).names().sorted() } }

    @Test func videosWaitingForCompressionAreCounted() throws {
        try waiting()
        let recovery = journal.recover(nil, SavingGrant(), repair: repair)
        #expect(recovery.largeCount == 1 && recovery.paths.isEmpty && recovery.waitingCount == 0)
        #expect(try content(mkv) == [1, 2, 3])
    }

    @Test func theSmallVideoTakesTheLargeOnesPlaceAndTime() throws {
        try waiting()
        let place = try Folder.open(folder.path)
        let old = try place.status(of: mkv)
        compress()
        #expect(try files == [mp4, "journal"] && entries.isEmpty)
        #expect(try content(mp4) == [1, 2, 3, 9])
        let new = try place.status(of: mp4)
        #expect(new?.modified == old?.modified && new?.mode == old?.mode)
    }

    @Test func anInterruptedCompressionBeginsAgain() throws {
        try waiting()
        let entry = try #require(entries.first)
        // As a killed program leaves it.
        let left = open(folder.path + "/" + TemporaryFile.name(for: entry), O_CREAT | O_WRONLY, 0o600)
        try Descriptor(owning: left).write(all: [4, 4])
        compress { (_, _, _) throws(VideoRepairFault) in throw .file(.diskFull) }
        #expect(try files == [mkv, "journal"] && entries == [entry.replacing(".video", with: ".1.video")])
        compress()
        #expect(try files == [mp4, "journal"] && entries.isEmpty)
    }

    /// Another one would take as much memory and time, for the same videos.
    @Test func oneProcessCompressesAlsoWhatComesMeanwhile() throws {
        try waiting()
        var made: [String] = []
        compress { (path, descriptor, remark) throws(VideoRepairFault) in
            compress { (_, _, _) throws(VideoRepairFault) in Issue.record("a second one") }
            if made.isEmpty { do { try waiting() } catch { Issue.record(error) } }
            made.append(remark)
            try repair(path, descriptor, remark)
        }
        #expect(made.count == 2 && entries.isEmpty)
        #expect(try files == [mp4, mp4.replacing(".", with: "_1."), "journal"])
    }

    @Test func aRecordingIsSeenAsLongAsItGoesOn() throws {
        #expect(!journal.isRecording)
        do {
            let file = try video()
            #expect(journal.isRecording)
            withExtendedLifetime(file) {}
        }
        // It was interrupted.
        #expect(!journal.isRecording && entries.count == 1)
        try waiting()
        #expect(!journal.isRecording)
    }

    @Test func compressionReplacesNothing() throws {
        try waiting()
        try video(mp4, [5]).finish()
        compress()
        #expect(try files == [mp4, "VID_19700101_000000_000_1.mp4", "journal"])
        #expect(try content(mp4) == [5])
    }

    @Test func incompressibleVideoStays() throws {
        try waiting()
        compress { (_, _, _) throws(VideoRepairFault) in throw .damaged }
        #expect(try files == [mkv, "journal"] && entries.count == 1 && journal.keptCount == 1)
        #expect(try content(mkv) == [1, 2, 3])
        // It is neither tried again nor finished, and forgotten when the person takes it away.
        compress { (_, _, _) throws(VideoRepairFault) in Issue.record("tried again") }
        let grant = grant(.chosen(folder.path))
        #expect(journal.recover(grant, nil, repair: repair) == VideoRecovery() && journal.keptCount == 1)
        unlink(folder.path + "/" + mkv)
        _ = journal.recover(grant, nil, repair: repair)
        #expect(entries.isEmpty && journal.keptCount == 0)
    }

    /// Killed in it, the program finds the entry as it is when `make` is called.
    @Test func compressionRetriesAreLimited() throws {
        try waiting()
        var tries = 0
        for _ in 0..<VideoJournal.maximumTries + 2 {
            compress { (_, _, _) throws(VideoRepairFault) in
                tries += 1
                #expect(entries.first?.hasSuffix(".\(tries).video") == true)
                throw .file(.diskFull)
            }
        }
        #expect(tries == VideoJournal.maximumTries && journal.keptCount == 1)
        #expect(try files == [mkv, "journal"])
        #expect(try content(mkv) == [1, 2, 3])
    }

    @Test func videoDeletedMeanwhileIsNotCompressed() throws {
        try waiting()
        let path = folder.path + "/" + mkv
        compress { (_, descriptor, _) throws(VideoRepairFault) in unlink(path) }
        #expect(try files == ["journal"])
        compress()
        #expect(try files == ["journal"] && entries.isEmpty)
    }

    @Test func aCrashBeforeTheEndForgetsNoCompression() throws {
        do { _ = try large() }
        #expect(journal.recover(grant(.chosen(folder.path)), nil, repair: repair).largeCount == 1)
        #expect(try files == [mkv, "journal"] && entries.count == 1)
        compress()
        #expect(try files == [mp4, "journal"] && entries.isEmpty)
    }

    @Test func videoOutsideTheLibraryIsNotCompressed() throws {
        try waiting()
        let other = TemporaryFolder()
        journal.compress(grant(.chosen(other.path)), make: repair)
        #expect(try files == [mkv, "journal"] && entries.count == 1)
    }

    @Test func deletedVideoLeavesNoEntry() throws {
        try waiting()
        let entry = try #require(entries.first)
        close(open(folder.path + "/" + TemporaryFile.name(for: entry), O_CREAT | O_WRONLY, 0o600))
        unlink(folder.path + "/" + mkv)
        compress()
        #expect(try files == ["journal"] && entries.isEmpty)
    }

    @Test func recordingsThatGoOnAreNotCompressed() throws {
        let file = try large()
        compress()
        #expect(try files == [mkv, "journal"] && entries.count == 1)
        try file.finish()
    }

    @Test func foreignFilesInTheJournalAreRemoved() throws {
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

extension VideoJournal {
    /// With videos that can't be finished in place.
    fileprivate func recover(
        _ library: LibraryGrant?, _ saving: SavingGrant?,
        repair: (String, Int32, String) throws(VideoRepairFault) -> Void
    ) -> VideoRecovery {
        recover(library, saving, repairInPlace: { (_, _) throws(VideoRepairFault) in false }, repair: repair)
    }
}
