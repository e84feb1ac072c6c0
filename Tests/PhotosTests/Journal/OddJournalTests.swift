// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Platform
import Testing

@testable import Imaging
@testable import Photos

/// A journal with things that Tintype did not put there: nothing stops the others, is followed or is replaced.
@Suite struct OddJournalTests {
    private let folder = TemporaryFolder()
    private var shots: String { folder.path + "/shots" }

    private func library() -> PhotoLibrary {
        let path = folder.path
        return PhotoLibrary(encoder: PhotoEncoder(software: "T"), journal: shots) { grant(path) }
    }

    /// Journals a shot as a run that ends right after.
    @discardableResult private func crash(_ bar: Int = 1) throws -> EntryName {
        try #require(
            EntryName(
                id: try ShotJournal(path: shots).write(
                    testShot(testFrame(bar: bar), milliseconds: Int64(bar), format: .jpeg)
                ).id))
    }

    private func rename(_ name: String, _ newName: String) {
        Glibc.rename(shots + "/" + name, shots + "/" + newName)
    }

    private func put(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: shots + "/" + name))
    }

    private var entries: [String] { folder.names(in: "shots").filter { $0.hasSuffix(".shot") } }
    private var damaged: [String] { folder.names(in: "shots/damaged") }

    // MARK: Locks

    enum OddLock: CaseIterable {
        case link, loop, folder, socketless

        func make(_ path: String) {
            switch self {
            case .link: symlink("/nonexistent/place", path)
            case .loop: symlink(path, path)
            case .folder: mkdir(path, 0o755)
            case .socketless: mkfifo(path, 0o600)
            }
        }
    }

    @Test(arguments: OddLock.allCases) func anOddLockStopsNoRecovery(lock: OddLock) async throws {
        rename(try crash(1).fileName, "8-x-1.shot")
        try crash(2)
        lock.make(shots + "/8.lock")
        let recovery = await library().recover()
        #expect(recovery.count == 2 && recovery.waiting == [] && entries == [])
        #expect(damaged == ["8.lock"])
    }

    @Test(arguments: OddLock.allCases) func anOddLockStopsNoPhoto(lock: OddLock) async throws {
        mkdir(shots, 0o700)
        lock.make(shots + "/0.lock")
        _ = try await library().journal(testShot())
        #expect(damaged == ["0.lock"])
    }

    @Test func immovableLockLeadsToTheNextSlot() async throws {
        mkdir(shots, 0o700)
        mkdir(shots + "/0.lock", 0o700)
        symlink(folder.path, shots + "/damaged")
        #expect(try await library().journal(testShot()).id.hasPrefix("1-"))
        #expect(folder.names(in: "") == ["shots"])
    }

    @Test(.enabled(if: geteuid() == 0, "only root can be two users"))
    func foreignLockIsReportedAndTheNextSlotUsed() throws {
        rename(try crash().fileName, "8-x-1.shot")
        Glibc.rename(shots + "/0.lock", shots + "/8.lock")
        try put([], "0.lock")
        chmod(shots + "/0.lock", 0o600)
        chown(shots, anotherUser, anotherUser)
        try asAnotherUser {
            let journal = ShotJournal(path: shots)
            var told: [Int] = []
            let names = try journal.inherit { slot, fault in
                told.append(slot)
                #expect(fault.cause == .accessDenied)
            }
            #expect(names == [] && told == [8])
            #expect(try journal.write(testShot()).id.hasPrefix("1-"))
        }
    }

    // MARK: Entries

    @Test func oddEntriesStopNoOthers() async throws {
        try crash()
        try put([1, 2, 3], "victim")
        symlink(shots + "/victim", shots + "/0-link-1.shot")
        mkdir(shots + "/0-folder-1.shot", 0o755)
        mkfifo(shots + "/0-pipe-1.shot", 0o600)
        let recovery = await library().recover()
        #expect(recovery.count == 1 && recovery.damagedCount == 3 && recovery.waiting == [])
        #expect(damaged == ["0-folder-1.shot", "0-link-1.shot", "0-pipe-1.shot"])
        #expect(entries == [] && contents(shots + "/victim") == [1, 2, 3])
    }

    @Test func settingAsideReplacesNothing() async throws {
        let name = try crash()
        mkdir(shots + "/damaged", 0o700)
        try put([9], "damaged/" + name.fileName)
        try put([1, 2, 3], name.fileName)
        #expect(await library().recover().damagedCount == 1)
        #expect(contents(shots + "/damaged/" + name.fileName) == [9])
        #expect(contents(shots + "/damaged/" + name.fileName + ".1") == [1, 2, 3])
    }

    @Test func noLinkInTheJournalsPlaceIsFollowed() async throws {
        mkdir(folder.path + "/elsewhere", 0o755)
        symlink(folder.path + "/elsewhere", shots)
        await #expect { _ = try await library().journal(testShot()) } throws: {
            ($0 as? SaveError)?.code == .notAFolder
        }
        _ = await library().recover()
        #expect(folder.names(in: "elsewhere") == [])
    }

    @Test func noLinkInThePlaceOfTheDamagedIsFollowed() async throws {
        let name = try crash()
        try put([1, 2, 3], name.fileName)
        mkdir(folder.path + "/elsewhere", 0o755)
        symlink(folder.path + "/elsewhere", shots + "/damaged")
        try crash(2)
        #expect(await library().recover().count == 1)
        #expect(folder.names(in: "elsewhere") == [] && entries == [name.fileName])
    }

    @Test func aSparseEntryOfAnotherVersionTakesNoRoom() async throws {
        let name = try crash()
        var bytes = try #require(contents(shots + "/" + name.fileName))
        bytes[8] = 2
        let sum = Checksum.crc32c(Array(bytes[..<32]))
        bytes.replaceSubrange(32..<36, with: withUnsafeBytes(of: sum.littleEndian) { Array($0) })
        try put(bytes, name.fileName)
        truncate(shots + "/" + name.fileName, 4 << 30)
        _ = try await library().journal(testShot())
        _ = await library().recover()
        #expect(entries.contains(name.fileName))
    }

    @Test(arguments: [
        ("frame.width", "4611686018427387904"), ("frame.height", "4611686018427387904"), ("frame.width", "0"),
        ("frame.height", "-1"), ("frame.stride", "-1"), ("frame.stride", "9223372036854775807"),
        ("frame.height", "65536"),
    ])
    func sizesThatNoCameraHasAreDamage(fact: String, text: String) {
        let size = PixelSize(width: 16384, height: 16)
        let layout = FrameLayout(format: .yuyv, size: size, bytesPerLine: 32768, color: .jpeg)
        var list = ShotFacts(testShot(testFrame([0], layout)), target: .library).list
        #expect(ShotFacts(list) != nil)
        list[fact] = text
        #expect(ShotFacts(list) == nil)
    }

    @Test(arguments: [
        ("bytes", "-1"), ("bytes", "9223372036854775807"), ("name", "../doc.jpg"), ("folder", "x"),
    ])
    func noteWithoutItsPhotoCountsAsNone(fact: String, text: String) throws {
        var list = FactList()
        for (name, text) in [("folder", "/a"), ("name", "b.jpg"), ("bytes", "3"), ("checksum", "1")] {
            list[name] = text
        }
        #expect(publication(list) != nil)
        list[fact] = text
        #expect(publication(list) == nil)
    }

    private func publication(_ list: FactList) -> Publication? {
        let text = Array(list.text.utf8)
        let head = [UInt32(text.count), Checksum.crc32c(text)].flatMap { number in
            withUnsafeBytes(of: number.littleEndian) { Array($0) }
        }
        return (head + text).withUnsafeBytes { Publication(reading: $0) }
    }

    // MARK: Crashes

    /// An entry as this many crashes leave it.
    private func crashed(_ name: EntryName, times: Int) -> EntryName {
        let later = name.with(crashes: times)
        rename(name.fileName, later.fileName)
        return later
    }

    @Test func anEntryThatCrashedTwoLaunchesIsSetAsideUnopened() async throws {
        let poison = try crash(1)
        _ = crashed(poison, times: 2)
        try crash(2)
        let recovery = await library().recover()
        // It is whole: opening it would have made a photo.
        #expect(recovery.damagedCount == 1 && recovery.count == 1 && entries == [])
        #expect(damaged == [poison.fileName])
    }

    @Test func entryWithOneCrashIsFinishedLast() async throws {
        let names = try (1...3).map { try crash($0) }
        _ = crashed(names[0], times: 1)
        let recovery = await library().recover()
        #expect(recovery.count == 3 && recovery.damagedCount == 0 && entries == [])
        let last = testShot(milliseconds: 1).time
        #expect(recovery.photos.last?.path.hasSuffix(PhotoName(time: last).fileName(.jpeg)) == true)
    }

    @Test(arguments: [0, 1]) func anEntryThatWaitsIsNotAtFault(crashes: Int) async throws {
        let name = crashed(try crash(), times: crashes)
        let waiting = PhotoLibrary(encoder: PhotoEncoder(software: "T"), journal: shots) { nil }
        for _ in 0..<4 {
            #expect(await waiting.recover().waiting.map(\.shot.id) == [name.id])
            #expect(entries == [name.fileName])
        }
        #expect(await waiting.recover().waiting.count == 1)
        _ = try await PhotoLibrary(encoder: PhotoEncoder(software: "T"), journal: shots) {
            [path = folder.path] in grant(path)
        }.save(.journal(JournalledShot(id: name.id, time: testShot().time, format: .jpeg)), to: .library)
        #expect(entries == [])
    }

    @Test func crashesAreReadFromTheName() {
        #expect(EntryName(id: "8-x-1-2") == EntryName(slot: 8, run: "x", count: 1, crashes: 2))
        #expect(EntryName(id: "8-x-1-2")?.withoutCrashes.id == "8-x-1")
        for id in ["8-x-1-0", "8-x-1--1", "8-x-1-", "8-x-1-2-3", "8-x-1-02"] {
            #expect(EntryName(id: id) == nil)
        }
    }
}
