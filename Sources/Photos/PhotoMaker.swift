// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Imaging
import Permissions

/// Where a photo goes, with the right to put it there.
enum PhotoDestination: Sendable {
    case library(LibraryGrant)
    /// A file that the person chose, which is replaced.
    case file(String, SavingGrant)
    /// The same for a later launch: nothing is replaced, so it may get another name beside it.
    case recoveredFile(String, SavingGrant)
    /// A folder that the person chose for this once.
    case folder(String, SavingGrant)

    /// The path that an error names.
    var path: String {
        switch self {
        case .library(let grant): grant.folder
        case .file(let path, _), .recoveredFile(let path, _), .folder(let path, _): path
        }
    }

    /// The format of the file's extension; nil leaves that to the shot.
    var format: PhotoFormat? {
        switch self {
        case .file(let path, _), .recoveredFile(let path, _):
            PhotoFormat(fileName: Folder.lastName(of: path))
        case .library, .folder: nil
        }
    }

    /// Whether the file's extension is right for a photo of this format.
    fileprivate func names(_ format: PhotoFormat) -> Bool { self.format.map { $0 == format } ?? true }
}

extension PhotoFormat {
    /// A word for the file's name that tells it from another of that name.
    fileprivate var word: String { self == .heic ? "HEIC" : "JPEG" }

    /// The name with this format's extension in place of its own.
    fileprivate func renamed(_ fileName: String) -> String {
        let stem = fileName.lastIndex(of: ".").map { String(fileName[..<$0]) } ?? fileName
        return stem + "." + fileExtension
    }
}

/// Encodes shots and writes the files. Each call blocks. Stateless and thread-safe.
struct PhotoMaker: Sendable {
    let encoder: PhotoEncoder
    /// A word in the name of a photo that could not get its intended name.
    var recoveredWord = "recovered"
    /// For messages that no view shows.
    let log: PhotoLog

    func encode(_ shot: Shot, for destination: PhotoDestination) throws(ImagingError) -> EncodedPhoto {
        do throws(ImagingError) {
            let photo = try encoder.encode(shot.with(format: destination.format))
            if let reason = photo.substitution { log("photo became a JPEG: \(reason)", nil) }
            return photo
        } catch {
            log("photo can't be encoded: \(error)", nil)
            throw error
        }
    }

    func write(
        _ file: PhotoFile, _ format: PhotoFormat, of shot: Shot, to destination: PhotoDestination
    ) throws(SaveError) -> SavedPhoto {
        let names = FileNames.taken(PhotoName(time: shot.time), format)
        let path: String
        switch destination {
        case .library(let grant):
            path = try LibraryWriter.publish(file, as: names, format, in: try PermittedFolder.open(grant))
        case .file(let chosen, let grant) where destination.names(format):
            try LibraryWriter.replace(chosen, with: file, format, with: grant)
            path = chosen
        case .file(let chosen, let grant):
            // The person named another file, so this one replaces nothing.
            let name = FileNames.beside(
                fileName: format.renamed(Folder.lastName(of: chosen)), word: format.word)
            path = try LibraryWriter.publish(
                file, as: name, format, in: try PermittedFolder.open(Folder.parent(of: chosen), grant))
        case .recoveredFile(let chosen, let grant):
            let meant = Folder.lastName(of: chosen)
            let fileName = destination.names(format) ? meant : format.renamed(meant)
            path = try LibraryWriter.publish(
                file, as: .beside(fileName: fileName, word: recoveredWord), format,
                in: try PermittedFolder.open(Folder.parent(of: chosen), grant))
        case .folder(let chosen, let grant):
            path = try LibraryWriter.publish(
                file, as: names, format, in: try PermittedFolder.open(chosen, grant))
        }
        return SavedPhoto(path: path, format: format)
    }

    /// Makes the file of a shot without the journal.
    func save(_ shot: Shot, to destination: PhotoDestination) throws(SaveError) -> SavedPhoto {
        let photo: EncodedPhoto
        do throws(ImagingError) {
            photo = try encode(shot, for: destination)
        } catch {
            throw SaveError(.encodingFailed, path: destination.path)
        }
        return try write(PhotoFile(photo.bytes), photo.format, of: shot, to: destination)
    }
}

/// Receives messages that no view shows, with the errno if a system call failed. Called on any thread.
public typealias PhotoLog = @Sendable (_ message: String, _ errno: Int32?) -> Void
