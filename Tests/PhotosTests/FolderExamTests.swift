// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Diagnosis
import Foundation
import Testing

@testable import Photos

@Suite struct FolderExamTests {
    private let folder = TemporaryFolder()

    private func state(
        _ path: String, mayWrite: Bool = true, isMade: Bool = true
    ) -> FolderFacts.State {
        FolderExam.examine(path, .library, mayWrite: mayWrite, isMade: isMade).state
    }

    @Test func aFolderThatCanBeWrittenStaysEmpty() {
        let facts = FolderExam.examine(folder.path, .journal, mayWrite: true, isMade: true)
        #expect(facts.state == .writable && facts.purpose == .journal && facts.path == folder.path)
        #expect((facts.free ?? 0) > 0)
        #expect((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) == [])
    }

    /// As WebDAV and FTP through FUSE answer.
    @Test func aDiskThatKnowsNoSizesIsNotFull() {
        var status = statvfs()
        #expect(freeBytes(status) == nil)
        (status.f_blocks, status.f_frsize) = (100, 4096)
        #expect(freeBytes(status) == 0)
        status.f_bavail = 3
        #expect(freeBytes(status) == 3 * 4096)
    }

    @Test func aFolderThatIsMissingIsMadeLaterButNotNow() {
        #expect(state(folder.path + "/a/b/c") == .toBeMade)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/a"))
    }

    @Test func aChosenFolderThatIsMissingIsMissing() {
        #expect(state(folder.path + "/a", isMade: false) == .failed(.folderMissing, errno: ENOENT))
    }

    @Test func fileInTheFoldersPlaceIsNoFolder() {
        _ = FileManager.default.createFile(atPath: folder.path + "/file", contents: nil)
        #expect(state(folder.path + "/file") == .failed(.notAFolder, errno: ENOTDIR))
        #expect(state(folder.path + "/file/below") == .failed(.notAFolder, errno: ENOTDIR))
    }

    @Test func foreignFolderIsNotPermitted() throws {
        // For root there are no others.
        try #require(geteuid() == 0 || chmod(folder.path, 0o500) == 0)
        let expected: FolderFacts.State =
            geteuid() == 0 ? .writable : .failed(.notPermitted, errno: EACCES)
        #expect(state(folder.path, mayWrite: false) == expected)
    }

    @Test(.enabled(if: Mount.isAllowed, "mounting is not allowed here"))
    func aDiskThatOnlyReadsIsReported() throws {
        let disk = try Mount.readOnly(folder.path)
        #expect(state(disk.path) == .failed(.readOnly, errno: EROFS))
        #expect(state(disk.path + "/Camera", mayWrite: false) == .failed(.readOnly, errno: EROFS))
    }

    @Test(.enabled(if: Mount.isAllowed, "mounting is not allowed here"))
    func aFullDiskIsReported() throws {
        let disk = try Mount.tmpfs(bytes: 65536)
        let filler = FileManager.default.createFile(
            atPath: disk.path + "/filler", contents: Data(count: 65536))
        try #require(filler || FileManager.default.fileExists(atPath: disk.path + "/filler"))
        #expect(state(disk.path) == .failed(.diskFull, errno: ENOSPC))
    }
}
