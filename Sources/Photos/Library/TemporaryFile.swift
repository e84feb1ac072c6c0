// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Platform

/// A photo's bytes in their folder, not yet visible; removed with this value. Thread-bound.
struct TemporaryFile: ~Copyable {
    private let descriptor: Descriptor
    /// nil when the file has no name.
    private let name: String?
    private let id: String
    private let folder: Int32

    private init(owning number: Int32, name: String?, id: String, folder: Int32) {
        descriptor = Descriptor(owning: number)
        (self.name, self.id, self.folder) = (name, id, folder)
    }

    deinit { if let name { system_unlink(name, in: folder) } }

    /// The name of a temporary file, if it needs one.
    static func name(for id: String) -> String { ".tintype-\(id).part" }

    private static func isOne(_ name: String) -> Bool {
        name.hasPrefix(".tintype-") && name.hasSuffix(".part")
    }

    /// Makes an empty file with such a name, which stays locked until it is closed: by that others see that it is written.
    static func openNew(_ name: String, in folder: Int32, mode: mode_t) throws(SystemFault) -> Int32 {
        let number = try system_openNew(name, in: folder, mode: mode)
        // A file system without locks does without.
        try? system_lock(number, waits: false)
        return number
    }

    /// Removes half-written files of runs that have ended: no process has them locked.
    static func removeLeft(in folder: borrowing Folder) {
        for name in (try? folder.names()) ?? [] where isOne(name) && isLeft(name, in: folder) {
            system_unlink(name, in: folder.number)
        }
    }

    private static func isLeft(_ name: String, in folder: borrowing Folder) -> Bool {
        guard let number = try? system_openToChange(name, in: folder.number) else { return false }
        let file = Descriptor(owning: number)
        guard let status = try? system_status(number), status.kind == .file else { return false }
        let age = WallTime(at: .now).nanosecondsSince1970 - status.modified
        do throws(SystemFault) { try system_lock(file.number, waits: false) } catch {
            return error.cause != .wouldBlock && age > day
        }
        // One that was just made may not be locked yet.
        return status.size > 0 || age > minute
    }

    /// Nanoseconds.
    private static let (minute, day): (Int64, Int64) = (60_000_000_000, 86_400_000_000_000)

    /// Makes one and fills it; returns when the bytes are on the disk.
    ///
    /// - Parameters:
    ///   - old: the file that it will replace, whose rights it gets before it holds anything.
    ///   - path: named in errors.
    static func make(
        holding file: PhotoFile, in place: borrowing PermittedFolder, for way: PublishingWay,
        inPlaceOf old: FileStatus? = nil, about path: String
    ) throws(SaveError) -> TemporaryFile {
        try SaveError.reporting(path) { () throws(SystemFault) in
            let temporary = try make(in: place.folder, for: way, id: file.id, inPlaceOf: old)
            try temporary.descriptor.write(all: file.bytes)
            try temporary.descriptor.sync()
            return temporary
        }
    }

    /// The same with a copy of another file, of any size.
    static func make(
        copying original: borrowing Descriptor, in place: borrowing PermittedFolder, for way: PublishingWay,
        inPlaceOf old: FileStatus?, about path: String
    ) throws(SaveError) -> TemporaryFile {
        try SaveError.reporting(path) { () throws(SystemFault) in
            let temporary = try make(
                in: place.folder, for: way, id: EntryName.newRun(), inPlaceOf: old)
            try temporary.descriptor.write(copyOf: original)
            try temporary.descriptor.sync()
            return temporary
        }
    }

    /// Makes an empty one, with the rights of the file that it will replace.
    private static func make(
        in folder: borrowing Folder, for way: PublishingWay, id: String, inPlaceOf old: FileStatus?
    ) throws(SystemFault) -> TemporaryFile {
        let temporary = try make(in: folder, for: way, id: id, mode: old == nil ? 0o666 : 0o600)
        if let old { try system_takeRights(of: old, temporary.descriptor.number) }
        return temporary
    }

    private static func make(
        in folder: borrowing Folder, for way: PublishingWay, id: String, mode: mode_t
    ) throws(SystemFault) -> TemporaryFile {
        guard way != .unnamed else {
            return TemporaryFile(
                owning: try system_openUnnamed(in: folder.number), name: nil, id: id, folder: folder.number)
        }
        let name = name(for: id)
        // A crash may have left one of the same photo.
        system_unlink(name, in: folder.number)
        return TemporaryFile(
            owning: try openNew(name, in: folder.number, mode: mode), name: name, id: id,
            folder: folder.number)
    }

    /// Gives the file its name.
    ///
    /// - Throws: `EEXIST` when the name is taken; nothing has changed then.
    func publish(as newName: String) throws(SystemFault) {
        guard let name else { return try system_linkUnnamed(descriptor.number, as: newName, in: folder) }
        try system_link(name, as: newName, in: folder)
    }

    /// The same without links.
    func publishByRenaming(as newName: String) throws(SystemFault) {
        guard let name else { throw SystemFault(.invalidArgument, "renameat") }
        system_close(try system_openNew(newName, in: folder, mode: 0o666))
        do throws(SystemFault) {
            try system_rename(name, to: newName, in: folder)
        } catch {
            system_unlink(newName, in: folder)
            throw error
        }
    }

    /// Gives the file its name, replacing another file.
    func replace(_ newName: String) throws(SystemFault) {
        if let name { return try system_rename(name, to: newName, in: folder) }
        // A link replaces nothing, so the file has a name of its own for a moment.
        let name = Self.name(for: id)
        system_unlink(name, in: folder)
        try system_linkUnnamed(descriptor.number, as: name, in: folder)
        do throws(SystemFault) {
            try system_rename(name, to: newName, in: folder)
        } catch {
            system_unlink(name, in: folder)
            throw error
        }
    }
}

/// A photo's bytes on their way to the disk.
struct PhotoFile {
    let bytes: [UInt8]
    /// Names the temporary file, so that another try at the same photo finds what a crash left.
    let id: String
    /// Called before the file gets its name, with everything that shows afterwards whether it got it.
    let willPublish: (Publication) throws(SaveError) -> Void

    init(
        _ bytes: [UInt8], id: String = EntryName.newRun(),
        willPublish: @escaping (Publication) throws(SaveError) -> Void = { (_) throws(SaveError) in }
    ) {
        self.bytes = bytes
        self.id = id
        self.willPublish = willPublish
    }
}
