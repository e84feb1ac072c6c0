import CaptureCore
import Glibc

/// How a photo gets its name without ever replacing another file.
enum PublishingWay: CaseIterable {
    /// A file without a name is linked into the folder: after a crash there is nothing to clean up.
    case unnamed
    /// A hidden file is linked under its new name; for file systems without unnamed files (9p, some FUSE).
    case linked
    /// The name is taken by an empty file and the hidden one moved over it; for file systems without links (FAT).
    case renamed
}

/// A photo's bytes in the folder they are meant for, not yet visible. Gone when this goes. Thread-bound.
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

    /// Makes an empty one.
    static func make(in folder: borrowing Folder, for way: PublishingWay) throws(SystemFault) -> TemporaryFile
    {
        guard way != .unnamed else {
            return TemporaryFile(
                owning: try system_openUnnamed(in: folder.number), name: nil, folder: folder.number)
        }
        for number in 0..<Self.mostNames {
            let name = ".tintype-\(number).part"
            if let file = try makeNamed(name, in: folder) { return file }
        }
        throw SystemFault(number: EEXIST, call: "openat")
    }

    /// Files left by crashes, and those of other writers; more than this many are no accident.
    private static let mostNames = 1000

    /// nil when the name is taken.
    private static func makeNamed(
        _ name: String, in folder: borrowing Folder
    ) throws(SystemFault) -> TemporaryFile? {
        do throws(SystemFault) {
            return TemporaryFile(
                owning: try system_openNew(name, in: folder.number), name: name, folder: folder.number)
        } catch {
            guard error.number == EEXIST else { throw error }
            return nil
        }
    }

    /// Writes the bytes and returns when they are on the disk.
    func fill(_ bytes: [UInt8]) throws(SystemFault) {
        try descriptor.write(all: bytes)
        try descriptor.sync()
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
        guard let name else { throw SystemFault(number: EINVAL, call: "renameat") }
        system_close(try system_openNew(newName, in: folder))
        do throws(SystemFault) {
            try system_rename(name, to: newName, in: folder)
        } catch {
            system_unlink(newName, in: folder)
            throw error
        }
    }

    /// Gives the file its name and replaces what has it.
    func replace(_ newName: String) throws(SystemFault) {
        guard let name else { throw SystemFault(number: EINVAL, call: "renameat") }
        try system_rename(name, to: newName, in: folder)
    }
}
