// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Foundation
import Synchronization
import Testing

@testable import Imaging
@testable import Permissions
@testable import Photos

/// A photo that is open: copied and brought back wherever its file is.
@Suite struct HeldPhotoTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/IMG.jpg" }
    private var trash: String { folder.path + "/Trash" }

    private func held(
        _ path: String? = nil, isSavingOn: Bool = true, log: @escaping PhotoLog = { _, _ in }
    ) async throws -> any PhotoHolding {
        let library = PhotoLibrary(
            encoder: PhotoEncoder(software: "T"), journal: folder.path + "/shots", log: log,
            savingGrant: { isSavingOn ? SavingGrant() : nil }, grant: { nil })
        return try #require(await library.hold(SavedPhoto(path: path ?? self.path, format: .jpeg)))
    }

    private func put(_ bytes: [UInt8], _ path: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    /// As the desktop does.
    private func moveToTrash() throws {
        for part in ["", "/files", "/info"] { mkdir(trash + part, 0o700) }
        rename(path, trash + "/files/IMG.2.jpg")
        try put([1], trash + "/info/IMG.2.jpg.trashinfo")
    }

    private func failure(_ body: () async throws(SaveError) -> Void) async -> SaveError? {
        do throws(SaveError) {
            try await body()
            return nil
        } catch {
            return error
        }
    }

    @Test func thePhotoComesBackFromWhereverItWasMoved() async throws {
        try put([1, 2, 3], path)
        let held = try await held()
        try moveToTrash()
        try await held.restore()
        #expect(contents(path) == [1, 2, 3])
        #expect(folder.names(in: "Trash/files") == [] && folder.names(in: "Trash/info") == [])
    }

    @Test func aDriveWithoutATrashIsToldApart() async throws {
        let path = "/dev/shm/tintype-\(UInt32.random(in: 0...(.max))).jpg"
        try put([1], path)
        defer { unlink(path) }
        #expect(await failure(try held(path).trash)?.underlying == EOPNOTSUPP)
        #expect(system_exists(path))
    }

    @Test func failedTrashIsLogged() async throws {
        let said = Mutex<[String]>([])
        try put([1], path)
        let held = try await held(log: { text, _ in said.withLock { $0.append(text) } })
        unlink(path)
        #expect(await failure(held.trash)?.code == .failed)
        #expect(said.withLock { $0 }.contains { $0.contains(path) && $0.contains("g-io-error-quark") })
    }

    @Test func anotherFileOfItsNameStays() async throws {
        try put([1, 2, 3], path)
        let held = try await held()
        try moveToTrash()
        try put([4], path)
        #expect(await failure(held.restore)?.underlying == EEXIST)
        #expect(contents(path) == [4])
        #expect(folder.names(in: "Trash/files") == ["IMG.2.jpg"])
    }

    @Test func anotherFileInItsPlaceInTheTrashIsNotTakenForIt() async throws {
        try put([1, 2, 3], path)
        let held = try await held()
        try moveToTrash()
        unlink(trash + "/files/IMG.2.jpg")
        try put([4], trash + "/files/IMG.2.jpg")
        #expect(await failure(held.restore)?.underlying == ENOENT)
        #expect(contents(path) == nil && contents(trash + "/files/IMG.2.jpg") == [4])
    }

    @Test func aPhotoThatIsGoneCanBeCopied() async throws {
        try put([1, 2, 3], path)
        let held = try await held()
        unlink(path)
        try await held.copy(to: folder.path + "/copy.jpg")
        #expect(contents(folder.path + "/copy.jpg") == [1, 2, 3])
    }

    @Test func latestVersionIsCopied() async throws {
        try put([1, 2, 3], path)
        let held = try await held()
        unlink(path)
        try put([4, 5], path)
        try await held.copy(to: folder.path + "/copy.jpg")
        #expect(contents(folder.path + "/copy.jpg") == [4, 5])
    }

    @Test func lockdownCopiesNothing() async throws {
        try put([1, 2, 3], path)
        let held = try await held(isSavingOn: false)
        #expect(
            await failure { () async throws(SaveError) in
                try await held.copy(to: folder.path + "/copy.jpg")
            }?.code == .restricted)
        #expect(contents(folder.path + "/copy.jpg") == nil)
    }
}
