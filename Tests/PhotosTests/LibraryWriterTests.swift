// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Imaging
import Platform
import Synchronization
import Testing

@testable import Permissions
@testable import Photos

@Suite struct LibraryWriterTests {
    private let folder = TemporaryFolder()
    private let bytes = (0..<100_000).map { UInt8($0 % 251) }

    private func publish(_ bytes: [UInt8], _ way: PublishingWay) throws -> String {
        try LibraryWriter.publish(
            PhotoFile(bytes), as: .taken(testName, .jpeg), .jpeg,
            in: try PermittedFolder.open(grant(folder.path)),
            ways: [way])
    }

    @Test(arguments: PublishingWay.allCases)
    func aPhotoIsWrittenWholeAndNothingElse(way: PublishingWay) throws {
        let path = try publish(bytes, way)
        #expect(path == folder.path + "/Camera/IMG_20240229_123456_000.jpg")
        #expect(contents(path) == bytes)
        #expect(folder.names() == ["IMG_20240229_123456_000.jpg"])
    }

    /// A grant's folder is open as long as the grant lives; a lock must not be.
    @Test func aLockOnAGrantsFolderEndsAndKeepsOthersOut() throws {
        let open = try Folder.open(folder.path)
        let other = try Folder.reopening(open.number, path: folder.path)
        do {
            let locking = try Folder.reopening(open.number, path: folder.path)
            locking.lock()
            #expect(throws: SystemFault(.wouldBlock, "flock")) {
                try system_lock(other.number, waits: false)
            }
        }
        try system_lock(other.number, waits: false)
    }

    @Test(arguments: PublishingWay.allCases)
    func nothingIsEverOverwritten(way: PublishingWay) throws {
        let paths = try (0..<3).map { try publish([UInt8($0)], way) }
        #expect(
            paths.map { Folder.lastName(of: $0) } == [
                "IMG_20240229_123456_000.jpg", "IMG_20240229_123456_000_1.jpg",
                "IMG_20240229_123456_000_2.jpg",
            ])
        #expect(paths.map { contents($0) } == [[0], [1], [2]])
        #expect(folder.names().count == 3)
    }

    @Test(arguments: PublishingWay.allCases)
    func writersAtTheSameTimeGetNamesOfTheirOwn(way: PublishingWay) async throws {
        try await withThrowingTaskGroup(of: (UInt8, String).self) { group in
            for number in 0..<UInt8(16) {
                group.addTask { (number, try publish([number], way)) }
            }
            for try await (number, path) in group { #expect(contents(path) == [number]) }
        }
        #expect(folder.names().count == 16)
    }

    @Test func aDanglingLinkOfThatNameIsNotFollowed() throws {
        mkdir(folder.path + "/Camera", 0o755)
        symlink(folder.path + "/elsewhere", folder.path + "/Camera/" + testName.fileName(.jpeg))
        for way in PublishingWay.allCases { #expect(try publish([1], way).contains("_000_")) }
        #expect(contents(folder.path + "/elsewhere") == nil)
    }

    @Test func grantNamesItsFolder() throws {
        let path = try LibraryWriter.publish(
            PhotoFile(bytes), as: .taken(testName, .heic), .heic,
            in: try PermittedFolder.open(grant(folder.path)))
        #expect(contents(path) == bytes)
        #expect(path.hasSuffix("/Camera/IMG_20240229_123456_000.heic"))
    }

    @Test func missingFoldersAreMade() throws {
        let library = folder.path + "/a/b/Pictures"
        let path = try LibraryWriter.publish(
            PhotoFile([7]), as: .taken(testName, .jpeg), .jpeg, in: try PermittedFolder.open(grant(library)))
        #expect(path.hasPrefix(library + "/Camera/"))
        #expect(contents(path) == [7])
    }

    @Test func whatACrashLeftOfTheSamePhotoGoes() throws {
        mkdir(folder.path + "/Camera", 0o755)
        try Data().write(to: URL(fileURLWithPath: folder.path + "/Camera/.tintype-one.part"))
        for way in [PublishingWay.linked, .renamed] {
            let file = PhotoFile([1], id: "one")
            let path = try LibraryWriter.publish(
                file, as: .taken(testName, .jpeg), .jpeg, in: try PermittedFolder.open(grant(folder.path)),
                ways: [way])
            #expect(contents(path) == [1])
        }
        #expect(folder.names().allSatisfy { !$0.hasPrefix(".") })
    }

    @Test func theNextStartRemovesWhatKilledOnesLeft() async throws {
        let camera = folder.path + "/Camera"
        mkdir(camera, 0o755)
        // The second one is being written by another program, the third is the person's.
        let names = [".tintype-left.part", ".tintype-written.part", "mine.part"]
        for name in names { try Data([1]).write(to: URL(fileURLWithPath: camera + "/" + name)) }
        let written = open(camera + "/" + names[1], O_WRONLY)
        defer { close(written) }
        #expect(flock(written, LOCK_EX) == 0)
        let grant = grant(folder.path)
        let library = PhotoLibrary(
            encoder: PhotoEncoder(software: "Test 1"), journal: folder.path + "/journal", grant: { grant })
        _ = await library.recover()
        #expect(Set(folder.names(in: "Camera")) == [".tintype-written.part", "mine.part"])
    }

    @Test func aKillLeavesNothingInANamedFolder() throws {
        let path = folder.path + "/named.jpg"
        for number in UInt8(0)..<2 {
            let before = folder.names(in: "")
            let file = PhotoFile([number]) { _ throws(SaveError) in
                // Everything is written, and it is in no folder.
                #expect(folder.names(in: "") == before)
            }
            try LibraryWriter.replace(path, with: file, .jpeg, with: SavingGrant())
            #expect(contents(path) == [number] && folder.names(in: "") == ["named.jpg"])
        }
    }

    @Test(arguments: PublishingWay.allCases)
    func theNameIsNotedBeforeItIsGiven(way: PublishingWay) throws {
        let noted = Mutex<[Publication]>([])
        _ = try publish([7], way)
        let file = PhotoFile(bytes) { publication throws(SaveError) in
            #expect(contents(publication.path) == nil)
            noted.withLock { $0.append(publication) }
        }
        let path = try LibraryWriter.publish(
            file, as: .taken(testName, .jpeg), .jpeg, in: try PermittedFolder.open(grant(folder.path)),
            ways: [way])
        #expect(noted.withLock { $0.map(\.path) } == [path])
        #expect(noted.withLock { $0.map(\.byteCount) } == [bytes.count])
        #expect(noted.withLock { $0.map(\.checksum) } == [Checksum.crc32c(bytes)])
    }

    @Test(arguments: PublishingWay.allCases)
    func failedNotePublishesNothing(way: PublishingWay) throws {
        let refusal = SaveError(.failed, underlying: EIO, path: "journal")
        let file = PhotoFile(bytes) { _ throws(SaveError) in throw refusal }
        #expect(throws: refusal) {
            try LibraryWriter.publish(
                file, as: .taken(testName, .jpeg), .jpeg, in: try PermittedFolder.open(grant(folder.path)),
                ways: [way])
        }
        #expect(folder.names() == [])
    }

    @Test func replacingLeavesOneWholeFile() throws {
        let path = folder.path + "/mine.jpg"
        try LibraryWriter.replace(path, with: PhotoFile(bytes), .jpeg, with: SavingGrant())
        try LibraryWriter.replace(path, with: PhotoFile([1, 2, 3]), .jpeg, with: SavingGrant())
        #expect(contents(path) == [1, 2, 3])
        #expect(folder.names(in: "") == ["mine.jpg"])
    }

    @Test func replacingAFolderFailsAndLeavesIt() throws {
        let path = folder.path + "/folder"
        mkdir(path, 0o755)
        #expect {
            try LibraryWriter.replace(path, with: PhotoFile(bytes), .jpeg, with: SavingGrant())
        } throws: {
            ($0 as? SaveError)?.underlying == EISDIR
        }
        #expect(folder.names(in: "") == ["folder"])
    }

    /// What a server says whose disk has no links; what is about the folder itself is no reason for another way.
    @Test func aServerWithoutLinksIsWrittenToInAnotherWay() {
        for number in [EPERM, EACCES, EIO, EINVAL, EOPNOTSUPP, ENOSYS, 524] {
            #expect(PublishingWay.linked.isUnknown(after: number), "\(number)")
        }
        for number in [ENOSPC, EDQUOT, EROFS, ENOENT, EEXIST, nil] {
            #expect(!PublishingWay.linked.isUnknown(after: number), "\(number ?? 0)")
        }
    }
}
