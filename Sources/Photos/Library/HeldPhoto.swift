// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Imaging
import Permissions
import Platform

/// A photo of the library that is open.
final class HeldPhoto: PhotoHolding {
    let photo: SavedPhoto
    let mayStayOpen: Bool
    private let descriptor: Int32
    private let queue: WorkQueue
    private let log: PhotoLog
    private let savingGrant: @Sendable () async -> SavingGrant?

    /// A larger file is not a photo of Tintype's any more, and is not decoded.
    private static let maximumBytes = 1 << 30

    /// Opens the photo; blocks.
    ///
    /// - Parameter queue: for work on the disk.
    convenience init(
        _ photo: SavedPhoto, on queue: WorkQueue, log: @escaping PhotoLog,
        savingGrant: @escaping @Sendable () async -> SavingGrant?
    ) throws(SystemFault) {
        self.init(
            photo, owning: try system_openToRead(photo.path, in: AT_FDCWD), on: queue, log: log,
            savingGrant: savingGrant)
    }

    /// - Parameter descriptor: the photo, open; taken over.
    init(
        _ photo: SavedPhoto, owning descriptor: Int32, on queue: WorkQueue, log: @escaping PhotoLog,
        savingGrant: @escaping @Sendable () async -> SavingGrant?
    ) {
        self.photo = photo
        self.descriptor = descriptor
        mayStayOpen = UserFolders.isOnHomesDisk(descriptor)
        self.queue = queue
        self.log = log
        self.savingGrant = savingGrant
    }

    deinit { system_close(descriptor) }

    /// For copies: encoding one of another kind, or a long video, takes a while, and other work never waits for it.
    private static let exporting = WorkQueue.encoding(limit: 1)

    func copy(to path: String) async throws(SaveError) {
        guard let grant = await savingGrant() else { throw SaveError(.restricted, path: path) }
        try await Self.exporting.run { [self] () throws(SaveError) in
            let original = try SaveError.reporting(photo.path, open)
            let own = try SaveError.reporting(photo.path) { () throws(SystemFault) in
                try ExportKind(of: original)
            }
            // What is no photo, such as a video, stays as it is.
            guard let own, let kind = ExportKind(fileName: Folder.lastName(of: path)), kind != own else {
                return try LibraryWriter.replace(path, withCopyOf: original, with: grant)
            }
            let copy = try encoded(original, as: kind, for: path)
            try LibraryWriter.replace(
                path, with: PhotoFile(copy), PhotoFormat(fileName: path) ?? photo.format, with: grant)
        }
    }

    private func encoded(
        _ file: borrowing Descriptor, as kind: ExportKind, for path: String
    ) throws(SaveError) -> [UInt8] {
        let bytes = try SaveError.reporting(photo.path) { () throws(SystemFault) in
            try Self.bytes(of: file)
        }
        do {
            return try bytes.withUnsafeBytes { try PhotoRoll.encode($0, as: kind, keepsColors: true) }
        } catch let fault as PhotoFault {
            throw SaveError(fault, path: photo.path)
        } catch {
            log("\(path) can't be encoded: \(error)", nil)
            throw SaveError(.encodingFailed, path: path)
        }
    }

    func trash() async throws(SaveError) {
        try await queue.run { [photo, log] () throws(SaveError) in
            do throws(GLibError) { try Trash.put(photo.path) } catch {
                log("\(photo.path) not trashed: \(error.message) (\(error.domain) \(error.code))", nil)
                throw SaveError(
                    .failed, underlying: error.meansUnsupported ? EOPNOTSUPP : nil, path: photo.path)
            }
        }
    }

    func restore() async throws(SaveError) {
        try await queue.run { [self] () throws(SaveError) in
            try SaveError.reporting(photo.path) { () throws(SystemFault) in try bringBack() }
        }
    }

    // MARK: Bytes

    /// The file with this name now, which may be another program's, or else the open one.
    private func open() throws(SystemFault) -> Descriptor {
        if let number = try? system_openToRead(photo.path, in: AT_FDCWD) {
            let file = Descriptor(owning: number)
            if try system_status(number).kind == .file { return file }
        }
        return Descriptor(owning: try system_duplicate(descriptor))
    }

    private static func bytes(of file: borrowing Descriptor) throws(SystemFault) -> [UInt8] {
        let status = try system_status(file.number)
        guard status.size <= maximumBytes else { throw SystemFault(.fileTooLarge, "fstat") }
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: status.size, alignment: 8)
        defer { bytes.deallocate() }
        guard try file.read(at: 0, into: bytes) == status.size else {
            throw SystemFault(.inputOutput, "pread")
        }
        return Array(bytes)
    }

    // MARK: Trash

    /// Moves the very file back that is open, from wherever the desktop has put it, and takes the note about it out of
    /// the trash.
    private func bringBack() throws(SystemFault) {
        guard let place = try whereItIs() else {
            // The system gives no path: the file gets its old name again, and its place in the trash stays.
            return try system_linkUnnamed(descriptor, as: photo.path, in: AT_FDCWD)
        }
        try system_moveToNew(place, from: AT_FDCWD, to: AT_FDCWD, as: photo.path)
        // As the XDG trash specification 1.0 names it.
        let folder = Folder.parent(of: place)
        guard Folder.lastName(of: folder) == "files" else { return }
        let note = Folder.parent(of: folder) + "/info/" + Folder.lastName(of: place) + ".trashinfo"
        system_unlink(note, in: AT_FDCWD)
    }

    /// - Returns: nil if nothing at the path that the system gives is the open file.
    private func whereItIs() throws(SystemFault) -> String? {
        guard let path = try? system_path(of: descriptor) else { return nil }
        let identity = try system_status(descriptor).identity
        return try system_status(of: path)?.identity == identity ? path : nil
    }
}
