// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Platform
import Testing

@testable import Permissions
@testable import Photos

/// Real disks that are full, read-only or in the way: the errno is kept and nothing is left behind.
@Suite struct SaveFailureTests {
    private let folder = TemporaryFolder()
    private let bytes = [UInt8](repeating: 7, count: 1_000_000)

    private func failure(_ body: () throws -> Void) -> SaveError? {
        do {
            try body()
            return nil
        } catch {
            return error as? SaveError
        }
    }

    @Test(
        .enabled(if: Mount.isAllowed, "this user may not mount a small tmpfs"),
        arguments: PublishingWay.allCases)
    func fullDiskIsReportedAsFull(way: PublishingWay) throws {
        let disk = try Mount.tmpfs(bytes: 400_000)
        let error = failure {
            _ = try LibraryWriter.publish(
                PhotoFile(bytes), as: .taken(testName, .jpeg), .jpeg,
                in: try PermittedFolder.open(grant(disk.path)),
                ways: [way])
        }
        #expect(error == SaveError(.diskFull, underlying: ENOSPC, path: disk.path + "/Camera"))
        #expect(disk.names == ["Camera"])
        // Once there is room, the same call works: nothing holds the space.
        let path = try LibraryWriter.publish(
            PhotoFile(Array(bytes.prefix(300_000))), as: .taken(testName, .jpeg), .jpeg,
            in: try PermittedFolder.open(grant(disk.path)),
            ways: [way])
        #expect(contents(path)?.count == 300_000)
    }

    @Test(.enabled(if: Mount.isAllowed, "this user may not mount a small tmpfs"))
    func replacingOnAFullDiskKeepsWhatWasThere() throws {
        let disk = try Mount.tmpfs(bytes: 400_000)
        let path = disk.path + "/mine.jpg"
        try LibraryWriter.replace(path, with: PhotoFile([1, 2, 3]), .jpeg, with: SavingGrant())
        #expect(
            failure { try LibraryWriter.replace(path, with: PhotoFile(bytes), .jpeg, with: SavingGrant()) }?
                .code == .diskFull)
        #expect(contents(path) == [1, 2, 3])
        #expect(disk.names == ["mine.jpg"])
    }

    @Test(.enabled(if: Mount.isAllowed, "this user may not mount read-only"), arguments: [true, false])
    func readOnlyFolderIsReported(exists: Bool) throws {
        if exists { mkdir(folder.path + "/Camera", 0o755) }
        let disk = try Mount.readOnly(folder.path)
        let error = failure {
            _ = try LibraryWriter.publish(
                PhotoFile(bytes), as: .taken(testName, .jpeg), .jpeg,
                in: try PermittedFolder.open(grant(disk.path)))
        }
        #expect(error == SaveError(.readOnly, underlying: EROFS, path: disk.path + "/Camera"))
        #expect(folder.names() == [])
    }

    @Test(.enabled(if: Mount.canMakeImmutable, "no immutable folders here"))
    func unwritableFolderIsReported() throws {
        mkdir(folder.path + "/Camera", 0o755)
        try #require(succeeds("chattr", "+i", folder.path + "/Camera"))
        defer { _ = succeeds("chattr", "-i", folder.path + "/Camera") }
        let error = failure {
            _ = try LibraryWriter.publish(
                PhotoFile(bytes), as: .taken(testName, .jpeg), .jpeg,
                in: try PermittedFolder.open(grant(folder.path)))
        }
        #expect(error?.code == .notPermitted)
        #expect(error?.underlying == EPERM || error?.underlying == EACCES)
        #expect(folder.names() == [])
    }

    @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
    func forbiddenFolderIsReported() {
        mkdir(folder.path + "/Camera", 0o555)
        let error = failure {
            _ = try LibraryWriter.publish(
                PhotoFile(bytes), as: .taken(testName, .jpeg), .jpeg,
                in: try PermittedFolder.open(grant(folder.path)))
        }
        #expect(error == SaveError(.notPermitted, underlying: EACCES, path: folder.path + "/Camera"))
    }

    @Test(arguments: ["", "/Camera"])
    func fileInTheFoldersPlaceIsReported(part: String) throws {
        let library = folder.path + "/Pictures"
        if part == "/Camera" { mkdir(library, 0o755) }
        try Data([1]).write(to: URL(fileURLWithPath: library + part))
        let error = failure {
            _ = try LibraryWriter.publish(
                PhotoFile(bytes), as: .taken(testName, .jpeg), .jpeg,
                in: try PermittedFolder.open(grant(library)))
        }
        #expect(error == SaveError(.notAFolder, underlying: ENOTDIR, path: library + "/Camera"))
        #expect(contents(library + part) == [1])
    }

    @Test func danglingLinkInTheFoldersPlaceIsReported() {
        symlink("/nonexistent/place", folder.path + "/Camera")
        let error = failure {
            _ = try LibraryWriter.publish(
                PhotoFile(bytes), as: .taken(testName, .jpeg), .jpeg,
                in: try PermittedFolder.open(grant(folder.path)))
        }
        #expect(error == SaveError(.notAFolder, underlying: ENOENT, path: folder.path + "/Camera"))
    }

    @Test func unknownErrorKeepsItsErrno() {
        #expect(
            SaveError(SystemFault(.inputOutput, "write"), path: "/x")
                == SaveError(.failed, underlying: EIO, path: "/x"))
        #expect(SaveError(SystemFault(.diskQuotaExceeded, "write"), path: "/x").code == .diskFull)
    }
}
