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
        _ = try publish(grant)
        mkdir(folder.path + "/trap", 0o755)
        rename(folder.path + "/Camera", folder.path + "/Moved")
        symlink(folder.path + "/trap", folder.path + "/Camera")
        _ = try publish(grant)
        #expect(folder.names(in: "trap") == [])
        #expect(folder.names(in: "Moved").count == 2)
    }

    @Test func anotherFolderInTheFoldersPlaceGetsNothing() throws {
        let chosen = folder.path + "/Chosen"
        mkdir(chosen, 0o755)
        let grant = grant(.chosen(chosen))
        _ = try publish(grant)
        rename(chosen, folder.path + "/Moved")
        mkdir(chosen, 0o755)
        _ = try publish(grant)
        #expect(folder.names(in: "Chosen") == [])
        #expect(folder.names(in: "Moved").count == 2)
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

    @Test func vanishedFolderIsReported() {
        mkdir(folder.path + "/Chosen", 0o755)
        let grant = grant(.chosen(folder.path + "/Chosen"))
        rmdir(folder.path + "/Chosen")
        #expect(code(grant) == .folderMissing)
    }

    @Test func aDeletedFolderIsMadeAgain() throws {
        let grant = grant(folder.path)
        let first = try publish(grant)
        unlink(first)
        rmdir(grant.folder)
        #expect(try publish(grant) == first)
        #expect(folder.names(in: "Camera") == [testName.fileName(.jpeg)])
    }

    @Test func libraryFolderIsReachedAnywhere() throws {
        let path = folder.path + "/Chosen"
        mkdir(path, 0o755)
        let grant = grant(.chosen(path))
        _ = try publish(grant)
        rename(path, folder.path + "/Elsewhere")
        mkdir(path, 0o755)
        _ = try publish(grant)
        #expect(folder.names(in: "Elsewhere").count == 2 && folder.names(in: "Chosen") == [])
        try FileManager.default.removeItem(atPath: folder.path + "/Elsewhere")
        _ = try publish(grant)
        #expect(folder.names(in: "Chosen").count == 1)
    }

    /// What is open keeps a disk from being taken out.
    @Test(arguments: [true, false]) func aFolderIsHeldOpenOnlyWhereItMayBe(isHeld: Bool) throws {
        let place = LibraryPlace.camera(library: folder.path)
        let grant = LibraryGrant(
            folder: place.folder, isHeld: { _ in isHeld },
            opening: { () throws(SaveError) in try LibraryFolder.open(place) })
        _ = try publish(grant)
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))
                == grant.folder
        }
        #expect(open.count == (isHeld ? 1 : 0))
        #expect(try publish(grant).hasSuffix("_1.jpg"))
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
