// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Testing

@testable import Permissions
@testable import Photos

/// The folder of a grant, whatever happens to it.
@Suite struct LibraryGrantTests {
    private let folder = TemporaryFolder()

    private func publish(_ grant: LibraryGrant) throws(SaveError) -> String {
        try LibraryWriter.publish(
            PhotoFile([7]), as: .taken(testName, .jpeg), .jpeg, in: try PermittedFolder.open(grant))
    }

    private func code(_ grant: LibraryGrant) -> SaveError.Code? {
        do throws(SaveError) {
            _ = try publish(grant)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func aLinkInTheFoldersPlaceRedirectsNothing() throws {
        let grant = grant(folder.path)
        mkdir(folder.path + "/trap", 0o755)
        rename(folder.path + "/Camera", folder.path + "/Moved")
        symlink(folder.path + "/trap", folder.path + "/Camera")
        _ = try publish(grant)
        #expect(folder.names(in: "trap") == [])
        #expect(folder.names(in: "Moved") == [testName.fileName(.jpeg)])
    }

    @Test func anotherFolderInTheFoldersPlaceGetsNothing() throws {
        let chosen = folder.path + "/Chosen"
        mkdir(chosen, 0o755)
        let grant = grant(.chosen(chosen))
        rename(chosen, folder.path + "/Moved")
        mkdir(chosen, 0o755)
        _ = try publish(grant)
        #expect(folder.names(in: "Chosen") == [])
        #expect(folder.names(in: "Moved").count == 1)
    }

    @Test func aChosenFolderIsNotReachedThroughALink() {
        mkdir(folder.path + "/trap", 0o755)
        symlink(folder.path + "/trap", folder.path + "/Chosen")
        #expect(code(grant(.chosen(folder.path + "/Chosen"))) == .notAFolder)
        #expect(folder.names(in: "trap") == [])
    }

    @Test func aChosenFolderIsWrittenToAndNeverMade() throws {
        let chosen = folder.path + "/Chosen"
        #expect(code(grant(.chosen(chosen))) == .folderMissing)
        #expect(folder.names(in: "") == [])
        mkdir(chosen, 0o755)
        #expect(try publish(grant(.chosen(chosen))) == chosen + "/" + testName.fileName(.jpeg))
    }

    @Test func aFolderThatVanishesIsCalledSo() {
        mkdir(folder.path + "/Chosen", 0o755)
        let grant = grant(.chosen(folder.path + "/Chosen"))
        rmdir(folder.path + "/Chosen")
        #expect(!grant.isOpen)
        #expect(code(grant) == .folderMissing)
    }

    @Test func aFolderIsReachedWhereverItIs() {
        let path = folder.path + "/Chosen"
        mkdir(path, 0o755)
        let grant = grant(.chosen(path))
        #expect(grant.isReachable)
        rename(path, folder.path + "/Elsewhere")
        mkdir(path, 0o755)
        #expect(grant.isReachable)
        rmdir(folder.path + "/Elsewhere")
        #expect(!grant.isReachable)
    }

    @Test func aLibraryWhoseNameIsNoTextIsNeitherMadeNorWrittenTo() {
        #expect(code(grant(.unreadable(library: folder.path + "/Bil\u{FFFD}der"))) == .unreadableName)
        #expect(folder.names(in: "") == [])
    }

    @Test func aGrantThatEndedWritesNothing() {
        let grant = grant(folder.path)
        grant.end()
        #expect(code(grant) == .notAllowed)
        #expect(folder.names() == [])
    }
}
