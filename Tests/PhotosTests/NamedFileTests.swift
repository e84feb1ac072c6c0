// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Platform
import Testing

@testable import Permissions
@testable import Photos

/// A file named by the person: what is replaced, what is not, and what is kept of it.
@Suite struct NamedFileTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/doc.jpg" }

    /// - Returns: why it failed; nil if the photo is there.
    private func failure(_ path: String, with grant: SavingGrant = SavingGrant()) -> SaveError? {
        do throws(SaveError) {
            try LibraryWriter.replace(path, with: PhotoFile([7, 8, 9]), .jpeg, with: grant)
            return nil
        } catch {
            return error
        }
    }

    private func put(_ bytes: [UInt8], _ path: String, mode: mode_t = 0o644) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        chmod(path, mode)
    }

    private func status(_ path: String) throws -> FileStatus { try #require(try system_status(of: path)) }

    @Test(arguments: [0o600, 0o640, 0o666] as [mode_t]) func aFilesRightsStay(mode: mode_t) throws {
        try put([1], path, mode: mode)
        #expect(failure(path) == nil)
        #expect(contents(path) == [7, 8, 9])
        #expect(try status(path).mode == mode)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away")) func aFilesOwnerStays() throws {
        try put([1], path, mode: 0o600)
        chown(path, 4711, 4712)
        #expect(failure(path) == nil)
        #expect(try [status(path).user, status(path).group] == [4711, 4712])
    }

    @Test(
        .enabled(if: geteuid() == 0, "only root can be two users"),
        arguments: [(0o640, 0o600), (0o664, 0o644), (0o604, 0o600), (0o666, 0o666)] as [(mode_t, mode_t)])
    func replacedFileGrantsNoFurtherRights(mode: mode_t, rest: mode_t) throws {
        try put([1], path, mode: mode)
        chown(path, anotherUser, 4712)
        let new = folder.path + "/new.jpg"
        try put([2], new)
        chown(new, anotherUser, anotherUser)
        let descriptor = open(new, O_WRONLY)
        defer { close(descriptor) }
        let old = try status(path)
        try asAnotherUser { try system_takeRights(of: old, descriptor) }
        #expect(try status(new).mode == rest)
    }

    @Test func aPipeIsNotReplaced() throws {
        mkfifo(path, 0o600)
        #expect(failure(path)?.code == .notAFile)
        #expect(try status(path).kind == .other)
        #expect(folder.names(in: "") == ["doc.jpg"])
    }

    @Test func folderIsNoThumbnail() throws {
        mkdir(path, 0o755)
        #expect(failure(path)?.code == .notAFile)
        #expect(try status(path).kind == .folder)
    }

    /// A device of the test's own: the machine's must not depend on this.
    @Test(.enabled(if: geteuid() == 0, "only root can make devices")) func neitherIsADevice() throws {
        // The numbers of /dev/null.
        try #require(mknod(path, S_IFCHR | 0o600, 1 << 8 | 3) == 0)
        #expect(failure(path)?.code == .notAFile)
        #expect(try status(path).kind == .other)
    }

    @Test func linksTargetIsReplaced() throws {
        mkdir(folder.path + "/real", 0o755)
        try put([1], folder.path + "/real/target.jpg", mode: 0o600)
        symlink("real/target.jpg", folder.path + "/middle")
        symlink(folder.path + "/middle", path)
        #expect(failure(path) == nil)
        #expect(try status(path).kind == .link)
        #expect(contents(folder.path + "/real/target.jpg") == [7, 8, 9])
        #expect(try status(folder.path + "/real/target.jpg").mode == 0o600)
    }

    @Test func aLinkToNowhereOrToItselfOrToAPipeIsRefused() throws {
        mkfifo(folder.path + "/pipe", 0o600)
        for target in ["/nonexistent/place", path, folder.path + "/pipe"] {
            symlink(target, path)
            #expect(failure(path) != nil)
            #expect(try status(path).kind == .link)
            unlink(path)
        }
    }

    @Test func lockdownWritesNothing() throws {
        let grant = SavingGrant()
        grant.end()
        #expect(failure(path, with: grant) == SaveError(.restricted, path: path))
        #expect(throws: SaveError(.restricted, path: folder.path)) {
            try LibraryWriter.publish(
                PhotoFile([1]), as: .taken(testName, .jpeg), .jpeg,
                in: try PermittedFolder.open(folder.path, grant))
        }
        #expect(folder.names(in: "") == [])
    }

    @Test func pathsAreResolvedFromTheRoot() throws {
        #expect(try NamedFile.absolute("/a/b.jpg") == "/a/b.jpg")
        #expect(try NamedFile.absolute("b.jpg") == FileManager.default.currentDirectoryPath + "/b.jpg")
    }

    @Test func recoveredNamesKeepTheirExtension() {
        let names = ["doc.jpg", "doc", ".doc", "a.b.heic"].map { name in
            [0, 1, 2].map { FileNames.beside(fileName: name, word: "w").name(attempt: $0) }
        }
        #expect(
            names == [
                ["doc.jpg", "doc (w).jpg", "doc (w 2).jpg"], ["doc", "doc (w)", "doc (w 2)"],
                [".doc", ".doc (w)", ".doc (w 2)"], ["a.b.heic", "a.b (w).heic", "a.b (w 2).heic"],
            ])
    }

    @Test func aFileBeyondTheLimitIsCalledTooLarge() {
        #expect(SaveError(SystemFault(.fileTooLarge, "write"), path: "/x").code == .tooLarge)
    }
}
