import CaptureCore
import Glibc
import Permissions
import System

/// Puts files into the photo library: whole or not at all, on the disk on return, never over another file.
///
/// Calls block until the disk has the bytes. Thread-safe: keeps nothing.
enum LibraryWriter {
    /// Writes a photo under the first of the names that is free.
    ///
    /// - Returns: where it is.
    /// - Throws: `SaveError` with the errno, or what `willPublish` throws; nothing is left in the library then.
    static func publish(
        _ file: PhotoFile, as names: FileNames, _ format: PhotoFormat, with grant: LibraryGrant
    ) throws(SaveError) -> String {
        guard grant.isValid else { throw SaveError(.notAllowed, path: grant.folder) }
        let folder = try Folder.reopening(try grant.descriptor.get(), path: grant.folder)
        return try publish(file, as: names, format, in: folder, ways: PublishingWay.allCases)
    }

    /// The same in a folder that the person chose for this once.
    static func add(
        _ file: PhotoFile, as names: FileNames, _ format: PhotoFormat, toFolder path: String,
        with grant: SavingGrant
    ) throws(SaveError) -> String {
        guard grant.isValid else { throw SaveError(.restricted, path: path) }
        return try publish(file, as: names, format, in: try Folder.open(path), ways: PublishingWay.allCases)
    }

    /// Writes a file at a path that the person chose, and replaces the file that is there in one step; its rights stay.
    ///
    /// - Throws: `SaveError` with the errno, or what `willPublish` throws; what was there is untouched then.
    static func replace(
        _ path: String, with file: PhotoFile, _ format: PhotoFormat, with grant: SavingGrant
    ) throws(SaveError) {
        guard grant.isValid else { throw SaveError(.restricted, path: path) }
        let place = try NamedFile.find(path)
        let temporary = try TemporaryFile.make(
            holding: file, in: place.folder, for: .renamed, inPlaceOf: place.old, about: path)
        try file.willPublish(Publication(of: file.bytes, format, as: place.name, in: place.folder.path))
        let name = place.name
        try SaveError.reporting(path) { () throws(SystemFault) in try temporary.replace(name) }
        try place.folder.sync()
    }

    /// - Parameter ways: tried in this order, until the file system knows one.
    static func publish(
        _ file: PhotoFile, as names: FileNames, _ format: PhotoFormat, in folder: borrowing Folder,
        ways: [PublishingWay]
    ) throws(SaveError) -> String {
        var reason = SaveError(.failed, underlying: ENOTSUP, path: folder.path)
        for way in ways {
            do throws(SaveError) {
                let published = try write(file, as: names, format, in: folder, way)
                try settle(published, in: folder)
                return folder.path + "/" + published
            } catch {
                guard way.isUnknown(after: error.underlying) else { throw error }
                reason = error
            }
        }
        throw reason
    }

    /// How many names are tried: photos of one millisecond.
    private static let mostAttempts = 10_000

    private static func write(
        _ file: PhotoFile, as names: FileNames, _ format: PhotoFormat, in folder: borrowing Folder,
        _ way: PublishingWay
    ) throws(SaveError) -> String {
        let temporary = try TemporaryFile.make(holding: file, in: folder, for: way, about: folder.path)
        folder.lock()
        for attempt in 0..<mostAttempts {
            let fileName = names.name(attempt: attempt)
            guard try isFree(fileName, in: folder) else { continue }
            try file.willPublish(
                Publication(
                    of: file.bytes, format, as: fileName, in: folder.path, isReserved: way == .renamed))
            // Another program may have been quicker.
            if try give(fileName, to: temporary, way, about: folder.path) { return fileName }
        }
        throw SaveError(.failed, underlying: EEXIST, path: folder.path)
    }

    private static func isFree(_ name: String, in folder: borrowing Folder) throws(SaveError) -> Bool {
        do throws(SystemFault) { return try folder.status(of: name) == nil } catch {
            throw SaveError(error, path: folder.path)
        }
    }

    /// - Returns: false where the name is taken.
    private static func give(
        _ name: String, to file: borrowing TemporaryFile, _ way: PublishingWay, about path: String
    ) throws(SaveError) -> Bool {
        do throws(SystemFault) {
            if way == .renamed {
                try file.publishByRenaming(as: name)
            } else {
                try file.publish(as: name)
            }
            return true
        } catch {
            guard error.cause == .fileExists else { throw SaveError(error, path: path) }
            return false
        }
    }

    /// Returns when the new name is on the disk; takes it back when that can't be.
    private static func settle(_ name: String, in folder: borrowing Folder) throws(SaveError) {
        do throws(SaveError) {
            try folder.sync()
        } catch {
            system_unlink(name, in: folder.number)
            throw error
        }
    }
}
