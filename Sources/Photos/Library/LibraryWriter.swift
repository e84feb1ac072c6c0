public import CaptureCore
import Glibc
public import Permissions

/// Puts files into the photo library: whole or not at all, on the disk when it says so, never over another file.
///
/// Calls block until the disk has the bytes. Thread-safe: keeps nothing.
public enum LibraryWriter {
    /// Writes a photo under its name, or the next one that is free.
    ///
    /// - Returns: where it is.
    /// - Throws: `SaveError` with the errno; nothing is left in the library then.
    public static func publish(
        _ bytes: [UInt8], as name: PhotoName, _ format: PhotoFormat, with grant: LibraryGrant
    ) throws(SaveError) -> String {
        try publish(bytes, as: name, format, in: grant.folder, ways: PublishingWay.allCases)
    }

    /// Writes a file at a path that the person chose, and replaces what is there in one step.
    ///
    /// - Throws: `SaveError` with the errno; what was there is untouched then.
    public static func replace(_ path: String, with bytes: [UInt8]) throws(SaveError) {
        let parent = Folder.parent(of: path)
        let folder = try Folder.open(parent.isEmpty ? "." : parent)
        do throws(SystemFault) {
            let file = try TemporaryFile.make(in: folder, for: .renamed)
            try file.fill(bytes)
            try file.replace(Folder.lastName(of: path))
        } catch {
            throw SaveError(error, path: path)
        }
        try folder.sync()
    }

    /// - Parameter ways: tried in this order, until the file system knows one.
    static func publish(
        _ bytes: [UInt8], as name: PhotoName, _ format: PhotoFormat, in path: String, ways: [PublishingWay]
    ) throws(SaveError) -> String {
        let folder = try Folder.openOrMake(path)
        var reason = SystemFault(number: ENOTSUP, call: "linkat")
        for way in ways {
            do throws(SystemFault) {
                let published = try write(bytes, as: name, format, in: folder, way)
                try settle(published, in: folder)
                return path + "/" + published
            } catch {
                guard isUnknown(way, error) else { throw SaveError(error, path: path) }
                reason = error
            }
        }
        throw SaveError(reason, path: path)
    }

    /// How many names are tried: photos of one millisecond.
    private static let mostAttempts = 10_000

    private static func write(
        _ bytes: [UInt8], as name: PhotoName, _ format: PhotoFormat, in folder: borrowing Folder,
        _ way: PublishingWay
    ) throws(SystemFault) -> String {
        let file = try TemporaryFile.make(in: folder, for: way)
        try file.fill(bytes)
        for attempt in 0..<mostAttempts {
            let fileName = name.fileName(format, attempt: attempt)
            do throws(SystemFault) {
                if way == .renamed {
                    try file.publishByRenaming(as: fileName)
                } else {
                    try file.publish(as: fileName)
                }
                return fileName
            } catch {
                guard error.number == EEXIST else { throw error }
            }
        }
        throw SystemFault(number: EEXIST, call: "linkat")
    }

    /// Returns when the new name is on the disk; takes it back when that can't be.
    private static func settle(_ name: String, in folder: borrowing Folder) throws(SystemFault) {
        do throws(SaveError) {
            try folder.sync()
        } catch {
            system_unlink(name, in: folder.number)
            throw SystemFault(number: error.underlying ?? EIO, call: "fsync")
        }
    }

    /// Whether a fault says that the file system, or a machine without /proc, does not know this way at all.
    private static func isUnknown(_ way: PublishingWay, _ fault: SystemFault) -> Bool {
        switch (way, fault.number) {
        // open(2), O_TMPFILE: EOPNOTSUPP, and EISDIR and ENOENT from systems that don't know the flag.
        case (.unnamed, EOPNOTSUPP), (.unnamed, EISDIR), (.unnamed, ENOENT), (.unnamed, EINVAL),
            (.unnamed, EXDEV):
            true
        // link(2): EPERM means that the file system has no links.
        case (.linked, EPERM), (.linked, EOPNOTSUPP), (.linked, ENOSYS), (.linked, EXDEV), (.unnamed, EPERM):
            true
        case (_, _):
            false
        }
    }
}
