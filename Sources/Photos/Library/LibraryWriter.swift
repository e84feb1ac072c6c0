// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Permissions
import Platform

/// Puts files into the photo library: whole or not at all, on the disk on return, never over another file.
///
/// Calls block until the disk has the bytes. Stateless and thread-safe.
enum LibraryWriter {
    /// Writes a photo under the first of the names that is free.
    ///
    /// - Parameter ways: tried in this order, until the file system knows one.
    /// - Returns: where it is.
    /// - Throws: `SaveError` with the errno, or what `willPublish` throws; nothing is left in the library then.
    static func publish(
        _ file: PhotoFile, as names: FileNames, _ format: PhotoFormat, in place: borrowing PermittedFolder,
        ways: [PublishingWay] = PublishingWay.allCases
    ) throws(SaveError) -> String {
        var reason = SaveError(.failed, underlying: ENOTSUP, path: place.folder.path)
        for way in ways {
            do throws(SaveError) {
                let published = try write(file, as: names, format, in: place, way)
                try settle(published, in: place.folder)
                return place.folder.path + "/" + published
            } catch {
                guard way.isUnknown(after: error.underlying) else { throw error }
                reason = error
            }
        }
        throw reason
    }

    /// Writes a file at a path that the person chose, and replaces the file that is there in one step; its rights stay.
    ///
    /// - Throws: `SaveError` with the errno, or what `willPublish` throws; what was there is untouched then.
    static func replace(
        _ path: String, with file: PhotoFile, _ format: PhotoFormat, with grant: SavingGrant
    ) throws(SaveError) {
        let place = try NamedFile.find(path, grant)
        try replace(place) { (way) throws(SaveError) in
            let temporary = try TemporaryFile.make(
                holding: file, in: place.folder, for: way, inPlaceOf: place.old, about: path)
            try file.willPublish(
                Publication(of: file.bytes, format, as: place.name, in: place.folder.folder.path))
            try put(temporary, at: place, about: path)
        }
    }

    /// The same with a copy of another file, of any size.
    static func replace(
        _ path: String, withCopyOf original: borrowing Descriptor, with grant: SavingGrant
    ) throws(SaveError) {
        let place = try NamedFile.find(path, grant)
        try replace(place) { (way) throws(SaveError) in
            let temporary = try TemporaryFile.make(
                copying: original, in: place.folder, for: way, inPlaceOf: place.old, about: path)
            try put(temporary, at: place, about: path)
        }
    }

    /// Only where the file system knows no files without a name can a crash leave one that has a name.
    private static func replace(
        _ place: borrowing NamedFile, _ body: (PublishingWay) throws(SaveError) -> Void
    ) throws(SaveError) {
        do throws(SaveError) { return try body(.unnamed) } catch {
            guard PublishingWay.unnamed.isUnknown(after: error.underlying) else { throw error }
        }
        TemporaryFile.removeLeft(in: place.folder.folder)
        try body(.renamed)
    }

    private static func put(
        _ temporary: borrowing TemporaryFile, at place: borrowing NamedFile, about path: String
    ) throws(SaveError) {
        try SaveError.reporting(path) { () throws(SystemFault) in try temporary.replace(place.name) }
        try place.folder.folder.sync()
    }

    /// How many names are tried: photos of one millisecond.
    private static let maximumAttempts = 10_000

    private static func write(
        _ file: PhotoFile, as names: FileNames, _ format: PhotoFormat, in place: borrowing PermittedFolder,
        _ way: PublishingWay
    ) throws(SaveError) -> String {
        let temporary = try TemporaryFile.make(holding: file, in: place, for: way, about: place.folder.path)
        place.folder.lock()
        for attempt in 0..<maximumAttempts {
            let fileName = names.name(attempt: attempt)
            guard try isFree(fileName, in: place.folder) else { continue }
            try file.willPublish(
                Publication(
                    of: file.bytes, format, as: fileName, in: place.folder.path, isReserved: way == .renamed))
            // Another program may have been quicker.
            if try give(fileName, to: temporary, way, about: place.folder.path) { return fileName }
        }
        throw SaveError(.failed, underlying: EEXIST, path: place.folder.path)
    }

    private static func isFree(_ name: String, in folder: borrowing Folder) throws(SaveError) -> Bool {
        try SaveError.reporting(folder.path) { () throws(SystemFault) in try folder.status(of: name) == nil }
    }

    /// - Returns: false if the name is taken.
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

    /// Returns when the new name is on the disk; removes it again if that fails.
    private static func settle(_ name: String, in folder: borrowing Folder) throws(SaveError) {
        do throws(SaveError) {
            try folder.sync()
        } catch {
            system_unlink(name, in: folder.number)
            throw error
        }
    }
}
