// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Platform

/// A photo's bytes in their folder, not yet visible; removed with this value. Thread-bound.
struct TemporaryFile: ~Copyable {
    private let descriptor: Descriptor
    /// nil when the file has no name.
    private let name: String?
    private let folder: Int32

    private init(owning number: Int32, name: String?, folder: Int32) {
        descriptor = Descriptor(owning: number)
        self.name = name
        self.folder = folder
    }

    deinit { if let name { system_unlink(name, in: folder) } }

    /// The name of a temporary file, if it needs one.
    static func name(for id: String) -> String { ".tintype-\(id).part" }

    static func isOne(_ name: String) -> Bool { name.hasPrefix(".tintype-") && name.hasSuffix(".part") }

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
        copying original: borrowing Descriptor, in place: borrowing PermittedFolder,
        inPlaceOf old: FileStatus?, about path: String
    ) throws(SaveError) -> TemporaryFile {
        try SaveError.reporting(path) { () throws(SystemFault) in
            let temporary = try make(
                in: place.folder, for: .renamed, id: EntryName.newRun(), inPlaceOf: old)
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
                owning: try system_openUnnamed(in: folder.number), name: nil, folder: folder.number)
        }
        let name = name(for: id)
        // A crash may have left one of the same photo.
        system_unlink(name, in: folder.number)
        return TemporaryFile(
            owning: try system_openNew(name, in: folder.number, mode: mode), name: name, folder: folder.number
        )
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
        guard let name else { throw SystemFault(.invalidArgument, "renameat") }
        try system_rename(name, to: newName, in: folder)
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
